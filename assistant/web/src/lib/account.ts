/** The account of an evening as a device keeps it, and the steps it takes from hand to hand. */
import { type HandRecord, isHand, nextDealer } from './evening';
import type { Kong } from './facts';
import type { Repeat } from './systems';
import type { GameState, Seat } from './types';

/** What was told of the hand that is being played. */
export interface Noted {
  ming: string | null;
  kongs: readonly Kong[];
}

export interface Account {
  noted: Noted;
  dealer: Seat | null;
  hands: HandRecord[];
  /** Taken back, the next to bring again last. */
  undone: HandRecord[];
  /** Points each player began with; null until the server has begun the game. */
  start: number | null;
  /** 圈 of the game; null where it has no end. */
  rounds: number | null;
  game: string;
  /** The game the server was last told to begin, and the names it was told last. */
  begun: string | null;
  toldNames: string;
  /** The last entry of the server's log that this device has taken over. */
  seen: number | null;
  /** The server refused something for good: the evening stays on this device. */
  apart: boolean;
}

const NOTHING: Noted = { ming: null, kongs: [] };

// Plain HTTP on the LAN is no secure context, so there is no crypto.randomUUID there.
const newGame = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

export const newAccount = (): Account => ({
  dealer: null,
  hands: [],
  undone: [],
  start: null,
  rounds: null,
  noted: NOTHING,
  game: newGame(),
  begun: null,
  toldNames: '',
  seen: null,
  apart: false,
});

/** With one hand more; nothing that was taken back can come again after it. */
export const entered = (account: Account, hand: HandRecord, repeat: Repeat): Partial<Account> => ({ undone: [], ...added(account, hand, repeat) });

function added({ hands }: Account, hand: HandRecord, repeat: Repeat): Partial<Account> {
  const after = { hands: [...hands, hand] };
  return isHand(hand) ? { ...after, dealer: nextDealer(hand.dealer, hand.winner, repeat), noted: NOTHING } : after;
}

/** Without what was told last: of the hand being played, else the last hand, whose dealer deals once more. */
export function takenBack({ noted: { ming, kongs }, hands, undone }: Account): Partial<Account> {
  if (kongs.length > 0) return { noted: { ming, kongs: kongs.slice(0, -1) } };
  if (ming !== null) return { noted: NOTHING };
  const last = hands.at(-1);
  if (!last) return {};
  return { hands: hands.slice(0, -1), undone: [...undone, last], ...(isHand(last) ? { dealer: last.dealer } : {}) };
}

/** With what was taken out last. */
export function broughtBack(account: Account, repeat: Repeat): Partial<Account> {
  const next = account.undone.at(-1);
  return next ? { undone: account.undone.slice(0, -1), ...added(account, next, repeat) } : {};
}

/** As the server keeps it. */
export const asTold = ({ undone }: Account, hands: readonly HandRecord[], state: GameState): Partial<Account> => ({
  hands: [...hands],
  undone: state.can_redo ? undone : [],
  dealer: state.dealer,
  start: state.start_points,
  rounds: state.rounds,
  seen: state.last_seq,
  noted: { ming: state.under_way.ming, kongs: state.under_way.kongs },
});
