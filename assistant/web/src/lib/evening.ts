/** The evening's running account: what was settled, hand by hand. */
import { seatAfter, SEATS } from './seats';
import type { Repeat } from './systems';
import type { GameState, HistoryEntry, Params, Payment, PerSeat, Seat } from './types';

export interface HandRecord {
  /** The ruling it comes from, or its number in the server's log. */
  readonly ruling_id: string;
  readonly at: string;
  readonly dealer: Seat;
  /** null after 黄庄. */
  readonly winner: Seat | null;
  readonly label: string | null;
  readonly settlement: PerSeat<number>;
  readonly hu_class?: number | null;
  readonly points?: number | null;
  readonly method?: string | null;
  readonly payments?: readonly Payment[];
  /** Everything it was scored from; without it the server keeps the points alone. */
  readonly case?: Params;
  /** Points passed outside a hand, and why: then it is no hand. */
  readonly note?: string;
}

export const isHand = (record: HandRecord): boolean => record.note === undefined;

/** Who deals after a hand; the deal passes on anticlockwise. */
export function nextDealer(dealer: Seat, winner: Seat | null, repeat: Repeat): Seat {
  const stays =
    winner === null
      ? repeat === 'dealer_win_or_draw' || repeat === 'draw_only'
      : winner === dealer && (repeat === 'dealer_win_or_draw' || repeat === 'dealer_win_only');
  return stays ? dealer : seatAfter(dealer);
}

export function totals(hands: readonly HandRecord[], start = 0): PerSeat<number> {
  return SEATS.map((seat) => hands.reduce((sum, hand) => sum + hand.settlement[seat], start)) as unknown as PerSeat<number>;
}

/** 圈 from 0: each of the four has dealt once in it. As the page counts it while the server cannot be asked. */
export function roundOf(records: readonly HandRecord[], dealer: Seat | null): number {
  const dealers = [...records.filter(isHand).map((record) => record.dealer), ...(dealer === null ? [] : [dealer])];
  const passed = dealers.filter((each, index) => index > 0 && each !== dealers[index - 1]).length;
  return Math.floor(passed / 4);
}

/** 圈风 of the hand to come: what was said of the last hand, and how many 圈 have begun since. */
export function roundNow(records: readonly HandRecord[], dealer: Seat | null): number | null {
  const hands = records.filter(isHand);
  const said = hands.map((record) => typeof record.case?.['round'] === 'number').lastIndexOf(true);
  if (said < 0 || dealer === null) return null;
  const then = roundOf(hands.slice(0, said), hands[said]?.dealer ?? null);
  return ((hands[said]?.case?.['round'] as number) + roundOf(hands, dealer) - then) % 4;
}

/** How often in a row the dealer has dealt before (连庄). */
export function repeatsOf(records: readonly HandRecord[], dealer: Seat | null): number {
  const dealers = records.filter(isHand).map((record) => record.dealer).reverse();
  const other = dealers.findIndex((each) => each !== dealer);
  return other < 0 ? dealers.length : other;
}

/** The server's history as the page keeps it; cases this device knows already stay with their hands. */
export function recordsOf(state: GameState): HandRecord[] {
  return state.history.map((entry) => (entry.type === 'hand' ? handOf(entry) : passedOf(entry)));
}

function handOf(entry: HistoryEntry): HandRecord {
  const winner = entry.winners?.[0] ?? null;
  return {
    ruling_id: `seq-${entry.seq}`,
    at: entry.at,
    dealer: entry.dealer ?? 0,
    winner: winner?.seat ?? null,
    label: winner?.label ?? null,
    settlement: entry.settlement,
    hu_class: winner?.hu_class ?? null,
    points: winner?.points ?? null,
    method: entry.method ?? null,
    payments: entry.payments,
    ...(entry.case ? { case: entry.case } : {}),
  };
}

const passedOf = (entry: HistoryEntry): HandRecord => ({
  ruling_id: `seq-${entry.seq}`,
  at: entry.at,
  dealer: 0,
  winner: null,
  label: null,
  settlement: entry.settlement,
  payments: entry.payments,
  note: entry.note ?? '',
});
