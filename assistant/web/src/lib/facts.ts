/** What a photo cannot show: the person's answers, what follows from them, and what is still open. */
import { type Draft, isKong, meldFaces, winTile } from './draft';
import { others, seatAt, SEATS } from './seats';
import type { PerSeat, Seat } from './types';

export type Method = 'zimo' | 'ron' | 'kong_open' | 'rob_kong' | 'kong_leak' | 'haidilao' | 'tianhu';

export const METHODS: readonly Method[] = ['zimo', 'ron', 'kong_open', 'rob_kong', 'kong_leak', 'haidilao', 'tianhu'];

export type KongKind = 'da' | 'zhua' | 'an';

export interface Kong {
  readonly seat: Seat;
  readonly kind: KongKind;
  readonly tile: string;
  readonly from?: Seat;
  readonly void?: boolean;
}

/** null is "not answered yet", never a default. `winner: 'none'` is 黄庄. */
export interface Facts {
  readonly winner: Seat | 'none' | null;
  readonly dealer: Seat | null;
  readonly method: Method | null;
  readonly discarder: Seat | null;
  readonly open: PerSeat<boolean | null>;
  /** Kongs of players whose tiles are not in the photo; null until somebody said. */
  readonly kongs: readonly Kong[] | null;
  readonly redKong: boolean | null;
  /** Tiles of the followed rounds (跟庄); [] is "there was none". */
  readonly followed: readonly string[] | null;
}

export const NO_FACTS: Facts = {
  winner: null,
  dealer: null,
  method: null,
  discarder: null,
  open: [null, null, null, null],
  kongs: null,
  redKong: null,
  followed: null,
};

export type FactId = 'winner' | 'dealer' | 'method' | 'discarder' | 'red_kong' | 'kongs' | 'open' | 'meld_kind' | 'followed';

const DISCARDED: readonly Method[] = ['ron', 'rob_kong', 'kong_leak'];
const AFTER_KONG: readonly Method[] = ['kong_open', 'kong_leak'];

export const needsDiscarder = (method: Method | null): boolean => method !== null && DISCARDED.includes(method);
export const needsRedKong = (method: Method | null): boolean => method !== null && AFTER_KONG.includes(method);

export const winnerSeat = (facts: Facts): Seat | null => (facts.winner === 'none' ? null : facts.winner);

/** Kongs lying in the winner's melds; 打明杠 names its payer once the meld says from whom. */
export function meldKongs(draft: Draft, facts: Facts): Kong[] {
  const winner = winnerSeat(facts);
  if (winner === null) return [];
  return draft.melds.filter(isKong).flatMap((meld): Kong[] => {
    const tile = meldFaces(draft, meld)[0];
    if (tile === undefined || tile === 'back') return [];
    if (meld.type === 'angang') return [{ seat: winner, kind: 'an', tile }];
    if (meld.made === null) return [];
    if (meld.made === 'zhua') return [{ seat: winner, kind: 'zhua', tile }];
    return meld.from === null ? [] : [{ seat: winner, kind: 'da', tile, from: seatAt(winner, meld.from) }];
  });
}

/** Every kong of the hand, the robbed one of 抢杠 included (it scores nothing). */
export function allKongs(draft: Draft, facts: Facts): Kong[] {
  const kongs = [...meldKongs(draft, facts), ...(facts.kongs ?? [])];
  const win = winTile(draft);
  if (facts.method === 'rob_kong' && facts.discarder !== null && win) {
    kongs.push({ seat: facts.discarder, kind: 'zhua', tile: win.face, void: true });
  }
  return kongs;
}

/** What is known to be open: the winner by the melds, a loser who made an open kong, otherwise what was answered. */
export function openSeats(draft: Draft, facts: Facts): PerSeat<boolean | null> {
  const winner = winnerSeat(facts);
  const kongs = allKongs(draft, facts);
  const known = SEATS.map((seat) => {
    // 天胡 comes before anybody could have claimed a tile.
    if (facts.method === 'tianhu') return false;
    if (seat === winner) return draft.melds.some((meld) => meld.type !== 'angang');
    return forcedOpen(seat, kongs) ? true : facts.open[seat];
  });
  return known as unknown as PerSeat<boolean | null>;
}

/** An open kong opens its player, so nobody has to be asked about them. */
export const forcedOpen = (seat: Seat, kongs: readonly Kong[]): boolean =>
  kongs.some((kong) => kong.seat === seat && kong.kind !== 'an');

/** Whether the kong before 杠开 / 杠流泪 was 红中, where the kongs leave no doubt; else the person's answer. */
export function redKong(draft: Draft, facts: Facts): boolean | null {
  if (!needsRedKong(facts.method)) return false;
  const tiles =
    facts.method === 'kong_open'
      ? draft.melds.filter(isKong).map((meld) => meldFaces(draft, meld)[0])
      : allKongs(draft, facts).filter((kong) => kong.seat === facts.discarder).map((kong) => kong.tile);
  const reds = tiles.filter((tile) => tile === '7z').length;
  if (tiles.length > 0 && (reds === 0 || reds === tiles.length)) return reds > 0;
  return facts.redKong;
}

/** Who may have been in a way to be asked about: the three who did not win. */
export const losers = (facts: Facts): Seat[] => {
  const winner = winnerSeat(facts);
  return winner === null ? [...SEATS] : others(winner);
};

/** Facts that move money and are not answered, in the order they are asked. */
export function openQuestions(draft: Draft, facts: Facts): FactId[] {
  const open: FactId[] = [];
  if (facts.winner === null) open.push('winner');
  if (facts.dealer === null) open.push('dealer');
  if (facts.winner !== 'none') {
    if (facts.method === null) open.push('method');
    if (needsDiscarder(facts.method) && facts.discarder === null) open.push('discarder');
    if (draft.melds.some((meld) => meld.type === 'minggang' && (meld.made === null || (meld.made === 'da' && meld.from === null)))) {
      open.push('meld_kind');
    }
  }
  if (facts.kongs === null) open.push('kongs');
  if (facts.winner !== 'none') {
    if (redKong(draft, facts) === null) open.push('red_kong');
    if (openSeats(draft, facts).some((known) => known === null)) open.push('open');
  }
  if (facts.followed === null) open.push('followed');
  return open;
}

/** The `facts` of `POST /rulings`. */
export function factsBody(draft: Draft, facts: Facts, ruleset: string, options: Readonly<Record<string, unknown>>) {
  const drawn = facts.winner === 'none';
  const events = [
    ...(facts.followed && facts.followed.length > 0 ? [{ type: 'genzhuang', tiles: facts.followed }] : []),
    ...(drawn ? [{ type: 'huangzhuang' }] : []),
  ];
  return {
    ruleset,
    options,
    winner: winnerSeat(facts),
    dealer: facts.dealer,
    method: drawn ? null : facts.method,
    discarder: needsDiscarder(facts.method) ? facts.discarder : null,
    open: drawn ? null : openSeats(draft, facts),
    kongs: facts.kongs === null ? null : allKongs(draft, facts),
    red_kong: redKong(draft, facts),
    events,
    win_tile: winTile(draft)?.face ?? null,
  };
}
