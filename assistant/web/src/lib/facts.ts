/** What a photo cannot show: the person's answers, what follows from them, and what is still open. */
import { type Draft, type DraftMeld, isKong, meldFaces, shownOpen, tilesIn, winTile } from './draft';
import { others, seatAt, SEATS } from './seats';
import type { Rules, SystemFacts } from './systems';
import type { PerSeat, Seat, Side } from './types';

export type KongKind = 'da' | 'zhua' | 'an';

export interface Kong {
  readonly seat: Seat;
  readonly kind: KongKind;
  readonly tile: string;
  readonly from?: Seat;
  readonly void?: boolean;
}

export type Suit = 'm' | 'p' | 's';
/** A seat, or that there is none. */
export type SeatOrNobody = Seat | 'none';

/** null is "not answered yet", never a default. `winner: 'none'` is a hand that nobody won. */
export interface Facts {
  readonly winner: SeatOrNobody | null;
  readonly dealer: Seat | null;
  readonly method: string | null;
  readonly discarder: Seat | null;
  readonly open: PerSeat<boolean | null>;
  /** Kongs told while the hand was played. */
  readonly noted: readonly Kong[];
  /** Other kongs of players whose tiles are not in the photo; null until somebody said. */
  readonly kongs: readonly Kong[] | null;
  readonly redKong: boolean | null;
  /** Tiles of the followed rounds (跟庄); [] is "there was none". */
  readonly followed: readonly string[] | null;
  /** The tile turned up (明牌). */
  readonly ming: string | null;
  /** 圈风: 0 is east. */
  readonly round: number | null;
  /** Flowers and seasons the winner laid out. */
  readonly flowers: readonly string[] | null;
  readonly voidSuit: Suit | null;
  readonly lastTile: boolean | null;
  readonly lastOfKind: boolean | null;
  /** Flags that keep the winner from winning; [] is "none of them". */
  readonly barred: readonly string[] | null;
  /** Who pays for all (包), or the partner in 互包. */
  readonly liable: SeatOrNobody | null;
  /** Who held every 会 (血会). */
  readonly xuehui: SeatOrNobody | null;
  /** Rounds in which all copied the dealer (烧庄); 0 is "there was none". */
  readonly shaozhuang: number | null;
  /** Who drew before the turn, once for each time. */
  readonly earlyDraws: readonly Seat[] | null;
}

export const NO_FACTS: Facts = {
  winner: null,
  dealer: null,
  method: null,
  discarder: null,
  open: [null, null, null, null],
  noted: [],
  kongs: null,
  redKong: null,
  followed: null,
  ming: null,
  round: null,
  flowers: null,
  voidSuit: null,
  lastTile: null,
  lastOfKind: null,
  barred: null,
  liable: null,
  xuehui: null,
  shaozhuang: null,
  earlyDraws: null,
};

export type FactId =
  | 'winner'
  | 'dealer'
  | 'ming'
  | 'round'
  | 'method'
  | 'discarder'
  | 'meld_kind'
  | 'flowers'
  | 'void_suit'
  | 'last_tile'
  | 'last_of_kind'
  | 'barred'
  | 'liable'
  | 'kongs'
  | 'red_kong'
  | 'open'
  | 'xuehui'
  | 'followed'
  | 'shaozhuang'
  | 'early_draw';

const AFTER_KONG: readonly string[] = ['kong_open', 'kong_leak'];
/** Won before anybody could have claimed a tile. */
const AT_ONCE: readonly string[] = ['tianhu', 'tianhe', 'dihu', 'dihe'];
/** Of those the dealer's; the others are for whoever does not deal. */
const BY_DEALER: readonly string[] = ['tianhu', 'tianhe'];
const DRAWN_BAO: readonly string[] = ['zimo', 'kong_open', 'haidi'];

export const needsDiscarder = (system: SystemFacts, method: string | null): boolean =>
  method !== null && method !== 'dihu' && system.from_other.includes(method);
export const needsRedKong = (system: SystemFacts, method: string | null): boolean =>
  system.pays_kongs && method !== null && AFTER_KONG.includes(method);

export const winnerSeat = (facts: Facts): Seat | null => (facts.winner === 'none' ? null : facts.winner);

/** Ways of winning that can be by what is known of winner and dealer. */
export const methodsOf = (system: SystemFacts, facts: Facts): readonly string[] =>
  system.methods.filter((method) => fits(method, winnerSeat(facts), facts.dealer));

const fits = (method: string, winner: Seat | null, dealer: Seat | null): boolean =>
  !AT_ONCE.includes(method) || winner === null || dealer === null || BY_DEALER.includes(method) === (winner === dealer);

/** The way of winning, as far as it still can be. */
export const stillHow = (method: string | null, winner: Seat | null, dealer: Seat | null): string | null =>
  method !== null && fits(method, winner, dealer) ? method : null;

/** How an open kong was made and from whom: as its meld says, otherwise as it was told while the hand was played. */
export function howMade(draft: Draft, meld: DraftMeld, facts: Facts): { made: 'da' | 'zhua' | null; from: Side | null } {
  const winner = winnerSeat(facts);
  const tile = meldFaces(draft, meld)[0];
  const noted = facts.noted.find((kong) => kong.seat === winner && kong.tile === tile && kong.kind !== 'an');
  if (meld.type !== 'minggang' || meld.made !== null || winner === null || !noted) return meld;
  const side = (['left', 'across', 'right'] as const).find((one) => seatAt(winner, one) === noted.from);
  return { made: noted.kind === 'da' ? 'da' : 'zhua', from: side ?? meld.from };
}

/** Kongs lying in the winner's melds; 打明杠 names its payer once the meld says from whom. */
export function meldKongs(draft: Draft, facts: Facts): Kong[] {
  const winner = winnerSeat(facts);
  if (winner === null) return [];
  return draft.melds.filter(isKong).flatMap((meld): Kong[] => {
    const tile = meldFaces(draft, meld)[0];
    if (tile === undefined || tile === 'back') return [];
    if (meld.type === 'angang') return [{ seat: winner, kind: 'an', tile }];
    const { made, from } = howMade(draft, meld, facts);
    if (made === null) return [];
    if (made === 'zhua') return [{ seat: winner, kind: 'zhua', tile }];
    return from === null ? [] : [{ seat: winner, kind: 'da', tile, from: seatAt(winner, from) }];
  });
}

/** Kongs told while the hand was played, without those that lie among the winner's melds. */
export function notedKongs(draft: Draft, facts: Facts): readonly Kong[] {
  const lying = draft.melds.filter(isKong).map((meld) => meldFaces(draft, meld)[0]);
  return facts.noted.filter((kong) => kong.seat !== winnerSeat(facts) || !lying.includes(kong.tile));
}

/** Every kong of the hand, the robbed one of 抢杠 included (it scores nothing). */
export function allKongs(draft: Draft, facts: Facts): Kong[] {
  const kongs = [...meldKongs(draft, facts), ...notedKongs(draft, facts), ...(facts.kongs ?? [])];
  const win = winTile(draft);
  if (facts.method !== 'rob_kong' || facts.discarder === null || !win) return kongs;
  const robbed: Kong = { seat: facts.discarder, kind: 'zhua', tile: win.face, void: true };
  return [...kongs.filter((kong) => kong.seat !== robbed.seat || kong.tile !== robbed.tile), robbed];
}

/** What is known to be open: the winner by the melds, a loser who made an open kong, otherwise what was answered. */
export function openSeats(draft: Draft, facts: Facts): PerSeat<boolean | null> {
  const winner = winnerSeat(facts);
  const kongs = allKongs(draft, facts);
  const known = SEATS.map((seat) => {
    if (AT_ONCE.includes(facts.method ?? '')) return false;
    if (seat === winner) return shownOpen(draft);
    return forcedOpen(seat, kongs) ? true : facts.open[seat];
  });
  return known as unknown as PerSeat<boolean | null>;
}

/** An open kong opens its player, so nobody has to be asked about them. */
export const forcedOpen = (seat: Seat, kongs: readonly Kong[]): boolean =>
  kongs.some((kong) => kong.seat === seat && kong.kind !== 'an');

/** Whether the kong before 杠开 / 杠流泪 was 红中, where the kongs leave no doubt; else the person's answer. */
export function redKong(draft: Draft, facts: Facts, system: SystemFacts): boolean | null {
  if (!needsRedKong(system, facts.method)) return false;
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

/** What can keep the winner from winning by the rules of the table. */
export function barsOf(facts: Facts, { system, setting }: Rules): string[] {
  const given = facts.method === null || system.from_other.includes(facts.method);
  const plays = (flag: string) => {
    if (flag === 'louhu_blocked') return given && setting('louhu') !== 'off' && setting('louhu') !== undefined;
    if (flag === 'louhe_blocked') return given && facts.method !== 'rob_kong' && setting('louhe') !== 'off';
    return true;
  };
  return ['wild_discarded', 'wild_claimed', 'louhu_blocked', 'louhe_blocked'].filter((flag) => system.flags.includes(flag) && plays(flag));
}

/** Whether somebody can have to pay in place of others. */
function mayBeLiable(draft: Draft, facts: Facts, { system, setting }: Rules): boolean {
  if (system.flags.includes('hubao_partner')) return setting('hubao') !== false;
  if (!system.flags.includes('bao_seat') || !DRAWN_BAO.includes(facts.method ?? '')) return false;
  const claimed = draft.melds.filter((meld) => meld.type !== 'angang');
  return claimed.length >= 3 || (facts.method === 'kong_open' && claimed.some((meld) => meld.type === 'minggang'));
}

/** 和绝张 needs the other three on the table; a tile of the hand is not there. */
function mayBeLastOfKind(draft: Draft, facts: Facts, system: SystemFacts): boolean {
  const win = winTile(draft)?.face;
  return system.flags.includes('last_of_kind') && facts.method !== 'rob_kong' && !tilesIn(draft, 'hand').some((tile) => tile.face === win);
}

const mingKongs = (draft: Draft): DraftMeld[] => draft.melds.filter((meld) => meld.type === 'minggang');

/** Everything the rules of the table want to know of this hand, in the order it is asked. */
export function askedFacts(draft: Draft, facts: Facts, rules: Rules): FactId[] {
  const { system, setting } = rules;
  const won = facts.winner !== 'none';
  const paid = (event: string, amount: string) => system.events.includes(event) && setting(amount) !== 0;
  const kongsMatter = system.pays_kongs || (system.flags.includes('bao_seat') && facts.method === 'kong_open');
  const wanted: Record<FactId, boolean> = {
    winner: true,
    dealer: true,
    ming: system.wild,
    round: won && system.winds,
    method: won,
    discarder: won && needsDiscarder(system, facts.method),
    meld_kind: won && kongsMatter && mingKongs(draft).length > 0,
    flowers: won && system.flowers,
    void_suit: won && system.void_suit,
    last_tile: won && system.flags.includes('last_tile') && facts.method === 'kong_open',
    last_of_kind: won && mayBeLastOfKind(draft, facts, system),
    barred: won && barsOf(facts, rules).length > 0,
    liable: won && mayBeLiable(draft, facts, rules),
    kongs: system.pays_kongs,
    red_kong: won && needsRedKong(system, facts.method),
    open: won && system.open && !AT_ONCE.includes(facts.method ?? ''),
    xuehui: paid('xuehui', 'xuehui_each'),
    followed: paid('genzhuang', 'genzhuang_base'),
    shaozhuang: won && paid('shaozhuang', 'shaozhuang_base'),
    early_draw: paid('early_draw', 'early_draw_penalty'),
  };
  return (Object.keys(wanted) as FactId[]).filter((id) => wanted[id]);
}

/** Facts that move money and are not answered, in the order they are asked. */
export const openQuestions = (draft: Draft, facts: Facts, rules: Rules): FactId[] =>
  askedFacts(draft, facts, rules).filter((id) => !answered(id, draft, facts, rules.system));

function answered(id: FactId, draft: Draft, facts: Facts, system: SystemFacts): boolean {
  switch (id) {
    case 'meld_kind':
      return mingKongs(draft).every((meld) => {
        const { made, from } = howMade(draft, meld, facts);
        return made === 'zhua' || (made === 'da' && from !== null);
      });
    case 'red_kong':
      return redKong(draft, facts, system) !== null;
    case 'open':
      return openSeats(draft, facts).every((known) => known !== null);
    case 'void_suit':
      return facts.voidSuit !== null;
    case 'last_tile':
      return facts.lastTile !== null;
    case 'last_of_kind':
      return facts.lastOfKind !== null;
    case 'early_draw':
      return facts.earlyDraws !== null;
    default:
      return facts[id] !== null;
  }
}

/** What is paid beside the win, as a case has it. */
export function eventsOf(facts: Facts, asked: readonly FactId[]) {
  const said = (id: FactId) => asked.includes(id);
  return [
    ...(said('followed') && facts.followed?.length ? [{ type: 'genzhuang', tiles: facts.followed }] : []),
    ...(said('xuehui') && typeof facts.xuehui === 'number' ? [{ type: 'xuehui', seat: facts.xuehui }] : []),
    ...(said('shaozhuang') && facts.shaozhuang ? [{ type: 'shaozhuang', rounds: facts.shaozhuang }] : []),
    ...(said('early_draw') ? (facts.earlyDraws ?? []).map((seat) => ({ type: 'early_draw', seat })) : []),
    ...(facts.winner === 'none' ? [{ type: 'huangzhuang' }] : []),
  ];
}

/** Facts of play, as a case has them; what nobody answered is null. */
export function flagsOf(facts: Facts, asked: readonly FactId[], { system }: Rules): Record<string, unknown> {
  const partner = system.flags.includes('hubao_partner') ? 'hubao_partner' : 'bao_seat';
  return {
    ...(asked.includes('last_tile') ? { last_tile: facts.lastTile } : {}),
    ...(asked.includes('last_of_kind') ? { last_of_kind: facts.lastOfKind } : {}),
    ...(asked.includes('barred') ? Object.fromEntries((facts.barred ?? []).map((flag) => [flag, true])) : {}),
    ...(asked.includes('liable') && facts.liable !== 'none' ? { [partner]: facts.liable } : {}),
  };
}
