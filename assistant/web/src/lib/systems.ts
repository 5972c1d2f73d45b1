/** What a rule system has to be told of a hand, as the server describes it, and the table's rules as a whole. */
import { FACES } from './tiles';

export interface SystemFacts {
  /** Codes of the tiles it is played with. */
  readonly tiles: readonly string[];
  readonly methods: readonly string[];
  /** Ways of winning on a tile that somebody else gave. */
  readonly from_other: readonly string[];
  readonly events: readonly string[];
  readonly flags: readonly string[];
  readonly open: boolean;
  readonly wild: boolean;
  readonly winds: boolean;
  readonly flowers: boolean;
  readonly void_suit: boolean;
  /** Fragments say which hands win, but nothing of payments. */
  readonly pays_wins: boolean;
  readonly pays_kongs: boolean;
  readonly start_points: number;
  /** How many 圈 a game has; null where it has no end. */
  readonly rounds: number | null;
}

/** The system a table begins with, until the server has said more. */
export const JINZHOU: SystemFacts = {
  tiles: [...FACES.slice(0, 27), '7z'],
  methods: ['ron', 'zimo', 'kong_open', 'rob_kong', 'kong_leak', 'haidilao', 'tianhu'],
  from_other: ['ron', 'rob_kong', 'kong_leak'],
  events: ['genzhuang', 'huangzhuang'],
  flags: ['louhu_blocked'],
  open: true,
  wild: false,
  winds: false,
  flowers: false,
  void_suit: false,
  pays_wins: true,
  pays_kongs: true,
  start_points: 0,
  rounds: null,
};

/** The rules of a table: which system, which house rules were agreed on, and what holds for any of them. */
export interface Rules {
  readonly ruleset: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly system: SystemFacts;
  /** What a house rule is here; undefined where the system has no such rule. */
  readonly setting: (option: string) => unknown;
}

export const FLOWERS: readonly string[] = FACES.filter((face) => 'fg'.includes(face.charAt(0)));

/** The 会牌 that the 明牌 makes: the next of the suit, one after nine; 红中 makes itself. */
export function wildOf(ming: string): string {
  const [rank, suit] = [Number(ming.charAt(0)), ming.charAt(1)];
  return suit === 'z' ? ming : `${(rank % 9) + 1}${suit}`;
}

/** When the dealer deals again. */
export type Repeat = 'never' | 'draw_only' | 'dealer_win_only' | 'dealer_win_or_draw';

export function repeatOf({ setting }: Rules): Repeat {
  const repeat = setting('dealer_repeat');
  if (typeof repeat === 'string') return repeat as Repeat;
  const onWin = setting('dealer_repeat_on_win');
  if (onWin === undefined) return 'never';
  return onWin === false ? 'draw_only' : 'dealer_win_or_draw';
}
