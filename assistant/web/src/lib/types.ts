/** The HTTP contract of `/api/v1`, as the page uses it. */
import type { Kong } from './facts';
import type { SystemFacts } from './systems';

export type Point = readonly [number, number];
/** Pixels of the photo as a person sees it, clockwise from the visual top left. */
export type Corners = readonly [Point, Point, Point, Point];
export type ReadStatus = 'sure' | 'inferred' | 'doubtful';
export type MeldType = 'chi' | 'peng' | 'minggang' | 'angang';
/** Seen from the player who won. */
export type Side = 'left' | 'across' | 'right';
export type Seat = 0 | 1 | 2 | 3;
export type PerSeat<T> = readonly [T, T, T, T];
export type Lang = 'zh' | 'en';

export interface ReadTile {
  tile: string;
  confidence: number;
  status: ReadStatus;
  alternatives: readonly (readonly [string, number])[];
  corners: Corners | null;
  group: string;
  seat: string | null;
}

export interface ReadMeld {
  type: MeldType;
  tiles: string;
  from: Side | null;
  /** Its tiles in the order they lie. */
  indices?: readonly number[];
}

export interface Question {
  id: string;
  params?: Params;
  choices?: readonly unknown[] | null;
  /** Tiles of the reading that it is about. */
  tiles?: readonly number[];
  /** Left, top, right and bottom of the part of the photo that shows them. */
  crop?: readonly [number, number, number, number] | null;
  /** One for each of the choices, null where that answer contradicts what was said. */
  costs?: readonly (Cost | null)[];
}

/** What an answer to a question would make of the hand. */
export interface Cost {
  valid: boolean | null;
  hu_class: number | null;
  hu_label: string | null;
  low: PerSeat<number>;
  high: PerSeat<number>;
  /** How probable it is, where the photo says something of it. */
  likely?: number | null;
}

/** What a hand lacks that does not win as read, and the tiles whose other reading would win. */
export interface NearestHand {
  reasons: readonly string[];
  missing: readonly Explained[];
  tile: { index: number; indices: readonly number[]; to: string; hu_class: number | null; hu_label: string | null } | null;
}

/** What is wrong with a photo: `coach.<id>` says it, `coach.<id>.do` what to do. */
export interface Advice {
  id: string;
  severity: 'warning' | 'severe';
  params?: Params;
}

/** An enrolled tile set. */
export interface TileSet {
  id: string;
  name: string;
  /** How many faces it knows, and those it does not. */
  faces: number;
  missing: readonly string[];
}

export interface Reading {
  id: string;
  photo_id: string;
  revision: number;
  parent_id: string | null;
  rules: string | null;
  width: number;
  height: number;
  tiles: readonly ReadTile[];
  hand: string;
  /** Tiles of the hand in the order they lie. */
  hand_tiles?: readonly number[];
  melds: readonly ReadMeld[];
  win_tile: number | null;
  questions: readonly Question[];
  /** The worst first; readings from before there was a coach have none. */
  coach?: readonly Advice[];
  /** The enrolled tile set it was read with; `weight` is 0 where the photo shows another set. */
  tile_set?: { id: string; name: string; weight: number } | null;
}

export interface Photo {
  id: string;
  width: number;
  height: number;
  url: string;
}

export type Params = Readonly<Record<string, unknown>>;

/** Something the engine says: the catalogue key of its text and what the text needs. */
export interface Explained {
  id?: string;
  key: string;
  params?: Params;
}

export interface Condition extends Explained {
  id: string;
  holds: boolean;
  tiles: readonly string[];
}

export interface ScoreLine extends Explained {
  id: string;
  factor?: number | null;
  points?: number | null;
  /** Whose share it applies to; null: all. */
  seats: readonly Seat[] | null;
}

export interface Payment extends Explained {
  payer: Seat;
  payee: Seat;
  amount: number;
  account: 'hu' | 'kong' | 'other';
  reason: string;
}

/** What a 会 stands for, and in which set. */
export interface WildUse extends Explained {
  tile: string;
  stands_for: string;
  where: string;
  drawn: boolean;
}

export interface Alternative extends Explained {
  label: string;
  points: number | null;
  /** The sets of this reading in notation, for example `123m 55z`. */
  reading: string;
  why: string;
  wilds?: readonly WildUse[];
}

export interface Explanation {
  label: { readonly id: string; readonly term: string; readonly key: string } | null;
  conditions: readonly Condition[];
  lines: readonly ScoreLine[];
  payments: readonly Payment[];
  faults: readonly Explained[];
  nearest: readonly Explained[];
  alternatives: readonly Alternative[];
  wilds?: readonly WildUse[];
  notes?: readonly Explained[];
}

export interface Ruling {
  valid: boolean | null;
  reasons: readonly string[];
  hu_class: number | null;
  hu_label: string | null;
  class_points: number | null;
  /** What it is worth where there are no classes. */
  points?: number | null;
  hui?: string | null;
  waits: readonly string[] | null;
  shares: Readonly<Record<string, number>> | null;
  settlement_hu: PerSeat<number> | null;
  settlement_kong: PerSeat<number> | null;
  settlement_other: PerSeat<number> | null;
  settlement: PerSeat<number> | null;
  explanation?: Explanation | null;
}

export interface Verdict {
  valid: boolean | null;
  hu_class: number | null;
  hu_label: string | null;
}

export interface RulingAnswer {
  id: string;
  reading_id: string | null;
  ruling: Ruling | null;
  settlement: PerSeat<number> | null;
  /** No answer to anything still open can change the settlement. */
  certain: boolean;
  /** Certain although tiles are in doubt: every likely reading settles the same. */
  certain_either_way?: boolean;
  /** What nobody said and was taken for granted. */
  assumed?: readonly string[];
  /** The tile of each 碰 of which a fourth would not show. */
  may_be_kongs?: readonly string[];
  questions: readonly Question[];
  /** Place of the question that decides most. */
  decides?: number | null;
  nearest?: NearestHand | null;
  /** The verdicts under the possible answers while not certain. */
  conditional?: readonly Verdict[];
  /** The least and the most each seat can gain under any answer to the questions. */
  range?: { readonly low: PerSeat<number>; readonly high: PerSeat<number> } | null;
}

export interface RulesetOption {
  id: string;
  default: unknown;
  /** All allowed, or one text such as `int>0` for numbers. */
  values?: readonly unknown[];
  /** The largest of such numbers. */
  most?: number | null;
  value_names?: readonly { readonly value: unknown; readonly zh: string; readonly en: string }[];
  zh?: string;
  en?: string;
  why?: string;
  why_zh?: string;
  why_en?: string;
}

/** House rules of one table under a name. */
export interface Preset {
  id: string;
  zh: string;
  en: string;
  about_zh: string;
  about_en: string;
  options: readonly { readonly id: string; readonly value: unknown; readonly why_zh: string; readonly why_en: string }[];
}

export interface Ruleset {
  id: string;
  zh: string;
  en: string;
  facts: SystemFacts;
  options: readonly RulesetOption[];
  presets?: readonly Preset[];
}

export interface GameWinner {
  seat: Seat;
  label: string | null;
  hu_class: number | null;
  points: number | null;
}

/** A hand of a game, or points passed outside one. */
export interface HistoryEntry {
  type: 'hand' | 'points';
  seq: number;
  at: string;
  settlement: PerSeat<number>;
  payments: readonly Payment[];
  dealer?: Seat;
  winners?: readonly GameWinner[];
  method?: string | null;
  case?: Params | null;
  note?: string;
}

/** A game as the server keeps it. */
export interface GameState {
  id: string;
  ruleset: string;
  options: Readonly<Record<string, unknown>>;
  names: readonly string[];
  rounds: number | null;
  dealer: Seat | null;
  start_points: number;
  round: number;
  repeats: number;
  over: boolean;
  totals: PerSeat<number>;
  history: readonly HistoryEntry[];
  /** What was told of the hand that is being played. */
  under_way: { readonly ming: string | null; readonly kongs: readonly Kong[]; readonly payments: readonly Payment[] };
  can_undo: boolean;
  can_redo: boolean;
  last_seq: number;
  changed_at: string;
}

/** A line of the list of games. */
export interface GameSummary {
  id: string;
  ruleset: string;
  names: readonly string[];
  hands: number;
  totals: PerSeat<number>;
  /** Whether it is still being played. */
  running: boolean;
  started_at: string;
}

/** A hand that another device has entered already. */
export interface EnteredHand {
  number: number;
  dealer: Seat;
  winner: Seat | null;
  label: string | null;
  settlement: PerSeat<number>;
}

export interface HandOutcome {
  winners: readonly GameWinner[];
  payments: readonly Payment[];
  settlement: PerSeat<number>;
  faults: readonly Explained[];
}

/** A game under changed house rules. */
export interface Rescored {
  before: PerSeat<number>;
  after: PerSeat<number>;
  difference: PerSeat<number>;
  changed: number;
  hands: readonly {
    number: number;
    fixed: boolean;
    changed: boolean;
    before: HandOutcome;
    after: HandOutcome;
    difference: PerSeat<number>;
    error: { readonly detail?: string; readonly code: string } | null;
  }[];
}
