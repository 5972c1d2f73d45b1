/** The evening's running account: one record a settled hand, kept on this device. */
import { seatAfter, SEATS } from './seats';
import type { PerSeat, Seat } from './types';

export interface HandRecord {
  readonly ruling_id: string;
  readonly at: string;
  readonly dealer: Seat;
  /** null after 黄庄. */
  readonly winner: Seat | null;
  readonly label: string | null;
  readonly settlement: PerSeat<number>;
}

/** 庄 stays after 黄庄 and, unless the table plays otherwise, after winning; else it passes on anticlockwise. */
export function nextDealer(dealer: Seat, winner: Seat | null, staysAfterWin: boolean): Seat {
  if (winner === null) return dealer;
  return winner === dealer && staysAfterWin ? dealer : seatAfter(dealer);
}

export function totals(hands: readonly HandRecord[]): PerSeat<number> {
  return SEATS.map((seat) => hands.reduce((sum, hand) => sum + hand.settlement[seat], 0)) as unknown as PerSeat<number>;
}
