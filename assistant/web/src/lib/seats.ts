/** Seats 0–3 go round the table anticlockwise, seat 0 nearest the person holding the phone. */
import type { Seat, Side } from './types';

export const SEATS: readonly Seat[] = [0, 1, 2, 3];

/** Where a seat is drawn, seen from above. */
export const PLACES = ['bottom', 'right', 'top', 'left'] as const;

export const seatAfter = (seat: Seat, steps = 1): Seat => ((((seat + steps) % 4) + 4) % 4) as Seat;

const STEPS: Readonly<Record<Side, number>> = { right: 1, across: 2, left: 3 };

/** The seat on a player's left, right or across. */
export const seatAt = (from: Seat, side: Side): Seat => seatAfter(from, STEPS[side]);

/** Where `seat` sits as another player sees it; null for that player. */
export const sideOf = (from: Seat, seat: Seat): Side | null =>
  (['right', 'across', 'left'] as const).find((side) => seatAt(from, side) === seat) ?? null;

export const others = (seat: Seat): Seat[] => SEATS.filter((other) => other !== seat);

/** 门风: the dealer is 东, then 南 西 北 in playing order. */
export const windOf = (seat: Seat, dealer: Seat): '1z' | '2z' | '3z' | '4z' =>
  (['1z', '2z', '3z', '4z'] as const)[(seat - dealer + 4) % 4] ?? '1z';
