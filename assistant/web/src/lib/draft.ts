/**
 * The hand as the person sees and corrects it. Every operation returns a new draft, so undo is a list of drafts.
 */
import { BACK, formatTiles, order, rankOf, suitOf } from './tiles';
import type { Corners, MeldType, ReadStatus, ReadTile, Reading, Side } from './types';

/** Where a tile belongs. `table` is everything that is not part of the winning hand. */
export type Zone = 'hand' | 'win' | 'table' | `meld:${number}`;

export interface DraftTile {
  readonly key: number;
  readonly face: string;
  readonly zone: Zone;
  /** `confirmed`: a person chose this face. */
  readonly status: ReadStatus | 'confirmed';
  readonly alternatives: readonly (readonly [string, number])[];
  readonly corners: Corners | null;
  /** The reading's own group for tiles outside the hand (`discard`, `back`, `other`). */
  readonly group: string;
}

export interface DraftMeld {
  readonly key: number;
  readonly type: MeldType;
  readonly from: Side | null;
  /** How an open kong was made: 打明杠 (another's discard) or 抓明杠 (drawn to one's own 碰). */
  readonly made: 'da' | 'zhua' | null;
  /** A person made it or said what it is; one that was only read may be sorted tiles of the hand. */
  readonly said?: boolean;
}

export interface Draft {
  readonly tiles: readonly DraftTile[];
  readonly melds: readonly DraftMeld[];
  /** Questions about the photo as a whole that a person has answered. */
  readonly said?: readonly string[];
}

export const EMPTY_DRAFT: Draft = { tiles: [], melds: [] };

export const meldZone = (meld: { readonly key: number }): Zone => `meld:${meld.key}`;

export function tilesIn(draft: Draft, zone: Zone): DraftTile[] {
  return draft.tiles.filter((tile) => tile.zone === zone);
}

export function winTile(draft: Draft): DraftTile | null {
  return draft.tiles.find((tile) => tile.zone === 'win') ?? null;
}

export function draftFromReading(reading: Reading): Draft {
  const melds = reading.melds.map((meld, key) => ({ key, type: meld.type, from: meld.from, made: null }));
  const tiles = reading.tiles.map((tile, index) => ({
    key: index,
    face: tile.tile,
    zone: zoneOf(tile, index, reading),
    status: isClear(tile, index, reading) ? 'sure' : tile.status,
    alternatives: tile.alternatives,
    corners: tile.corners,
    group: tile.group,
  }));
  const lying = [...reading.melds.flatMap((meld) => meld.indices ?? []), ...(reading.hand_tiles ?? [])];
  const place = new Map(lying.map((index, at) => [index, at]));
  const at = (tile: { readonly key: number }) => place.get(tile.key) ?? lying.length;
  return { tiles: tiles.sort((a, b) => at(a) - at(b)), melds };
}

/** Whether a tile is only in doubt because the rules have none of its kind: what they have may change. */
const isClear = (tile: ReadTile, index: number, { questions }: Reading): boolean =>
  tile.status === 'doubtful' && tile.alternatives.length === 0 && questions.some(({ id, tiles }) => id === 'foreign_tiles' && tiles?.includes(index));

function zoneOf(tile: ReadTile, index: number, reading: Reading): Zone {
  if (tile.seat !== null && tile.seat !== 'self') return 'table';
  if (reading.win_tile === index || tile.group === 'win') return 'win';
  if (tile.group === 'hand') return 'hand';
  const meld = /^meld:(\d+)$/.exec(tile.group);
  return meld && Number(meld[1]) < reading.melds.length ? `meld:${Number(meld[1])}` : 'table';
}

let lastKey = -1;

/** A key no tile or meld has had before: one that was undone must not be taken for a new one. */
function nextKey(items: readonly { readonly key: number }[]): number {
  lastKey = items.reduce((most, item) => Math.max(most, item.key), lastKey) + 1;
  return lastKey;
}

export function changeFace(draft: Draft, key: number, face: string): Draft {
  return retype({
    ...draft,
    tiles: draft.tiles.map((tile) => (tile.key === key ? { ...tile, face, status: 'confirmed' as const } : tile)),
  });
}

/** Tiles of the hand that neither the reading nor a person is certain of. */
export const doubtfulTiles = (draft: Draft): DraftTile[] =>
  draft.tiles.filter((tile) => tile.status === 'doubtful' && tile.zone !== 'table');

const confirmed = (draft: Draft, meant: readonly DraftTile[]): Draft => ({
  ...draft,
  tiles: draft.tiles.map((tile) => (meant.includes(tile) ? { ...tile, status: 'confirmed' as const } : tile)),
});

/** A person looked at every doubtful tile, and at those in `asked`, and found them right. */
export const confirmAll = (draft: Draft, asked: ReadonlySet<number>): Draft =>
  confirmed(draft, draft.tiles.filter((tile) => tile.zone !== 'table' && (tile.status === 'doubtful' || asked.has(tile.key))));

/** A person looked at the whole hand and found it right. */
export const confirmHand = (draft: Draft): Draft => confirmed(draft, draft.tiles.filter((tile) => tile.zone !== 'table'));

export function deleteTile(draft: Draft, key: number): Draft {
  return prune({ ...draft, tiles: draft.tiles.filter((tile) => tile.key !== key) });
}

export function addTile(draft: Draft, face: string, zone: Zone, corners: Corners | null = null): Draft {
  const key = nextKey(draft.tiles);
  const tile: DraftTile = {
    key,
    face,
    zone: 'table',
    status: 'confirmed',
    alternatives: [],
    corners,
    group: 'other',
  };
  return moveTile({ ...draft, tiles: [...draft.tiles, tile] }, key, zone);
}

/** A person has answered this question about the photo. */
export const say = (draft: Draft, id: string): Draft =>
  draft.said?.includes(id) ? draft : { ...draft, said: [...(draft.said ?? []), id] };

/** Whether a set shows that a tile was claimed for it: an open kong, a turned tile, or a person says so. */
export const isClaimed = (meld: DraftMeld): boolean =>
  meld.type !== 'angang' && (meld.said === true || meld.type === 'minggang' || meld.from !== null);

/** Whether melds show that the hand is 开门; null while sets lie apart that may just as well be concealed. */
export function shownOpen(draft: Draft): boolean | null {
  const sets = draft.melds.filter((meld) => meld.type !== 'angang');
  return sets.length === 0 ? false : sets.some(isClaimed) || null;
}

/** Moves a tile to the end of a zone. A second winning tile sends the first back to the hand. */
export function moveTile(draft: Draft, key: number, zone: Zone): Draft {
  const moved = draft.tiles.find((tile) => tile.key === key);
  if (!moved || moved.zone === zone) return draft;
  const rest = draft.tiles
    .filter((tile) => tile.key !== key)
    .map((tile) => (zone === 'win' && tile.zone === 'win' ? { ...tile, zone: 'hand' as const } : tile));
  const melds = draft.melds.map((meld) => (meldZone(meld) === zone ? { ...meld, said: true } : meld));
  return prune({ ...draft, melds, tiles: [...rest, { ...moved, zone }] });
}

/** Opens a new meld with this tile in it. */
export function moveToNewMeld(draft: Draft, key: number): Draft {
  const meld: DraftMeld = { key: nextKey(draft.melds), type: 'peng', from: null, made: null };
  return moveTile({ ...draft, melds: [...draft.melds, meld] }, key, meldZone(meld));
}

export function setMeld(draft: Draft, key: number, change: Partial<Omit<DraftMeld, 'key'>>): Draft {
  return {
    ...draft,
    melds: draft.melds.map((meld) => {
      if (meld.key !== key) return meld;
      const next = { ...meld, ...change, said: true };
      if (next.type === 'angang') return { ...next, from: null, made: null };
      if (next.type === 'chi') return { ...next, from: 'left' as const, made: null };
      return next.type === 'peng' ? { ...next, made: null } : next;
    }),
  };
}

/** Takes a meld apart: its tiles go back to the hand. */
export function dissolveMeld(draft: Draft, key: number): Draft {
  const zone: Zone = `meld:${key}`;
  return prune({
    ...draft,
    tiles: draft.tiles.map((tile) => (tile.zone === zone ? { ...tile, zone: 'hand' as const } : tile)),
  });
}

export function sortHand(draft: Draft): Draft {
  const hand = tilesIn(draft, 'hand').sort((a, b) => order(a.face) - order(b.face));
  return { ...draft, tiles: [...draft.tiles.filter((tile) => tile.zone !== 'hand'), ...hand] };
}

/** Drops melds without tiles and brings every meld's type in line with its tiles. */
function prune(draft: Draft): Draft {
  return retype({
    ...draft,
    melds: draft.melds.filter((meld) => draft.tiles.some((tile) => tile.zone === meldZone(meld))),
  });
}

/** What tiles can be read as: 吃 is a run, 碰 three equal, four equal a kong. null while incomplete or impossible. */
export function shapeOf(faces: readonly string[]): 'chi' | 'peng' | 'kong' | null {
  const shown = faces.filter((face) => face !== BACK);
  const first = shown[0];
  const equal = shown.every((face) => face === first);
  if (faces.length === 4) return equal && first !== undefined ? 'kong' : null;
  if (faces.length !== 3 || shown.length !== 3 || first === undefined) return null;
  if (equal) return 'peng';
  const ranks = shown.map(rankOf).sort((a, b) => a - b);
  const run = ranks.every((rank, index) => rank === (ranks[0] ?? 0) + index);
  const suit = suitOf(first);
  return run && 'mps'.includes(suit) && shown.every((face) => suitOf(face) === suit) ? 'chi' : null;
}

function retype(draft: Draft): Draft {
  return {
    ...draft,
    melds: draft.melds.map((meld) => {
      const faces = tilesIn(draft, meldZone(meld)).map((tile) => tile.face);
      const shape = shapeOf(faces);
      if (shape === null || shape === meld.type) return meld;
      if (shape === 'chi') return { ...meld, type: 'chi', from: 'left', made: null };
      if (shape === 'peng') return { ...meld, type: 'peng', from: meld.type === 'chi' ? null : meld.from, made: null };
      if (meld.type === 'minggang' || meld.type === 'angang') return meld;
      return { ...meld, type: faces.includes(BACK) ? 'angang' : 'minggang', made: null };
    }),
  };
}

/** The face a meld's notation needs: backs of a concealed kong stand for the tile that lies open. */
export function meldFaces(draft: Draft, meld: DraftMeld): string[] {
  const faces = tilesIn(draft, meldZone(meld)).map((tile) => tile.face);
  const shown = faces.find((face) => face !== BACK);
  return faces.map((face) => (face === BACK && shown !== undefined ? shown : face));
}

export function isKong(meld: DraftMeld): boolean {
  return meld.type === 'minggang' || meld.type === 'angang';
}

export type DraftFault =
  | { readonly id: 'no_win_tile' }
  | { readonly id: 'too_few' | 'too_many'; readonly count: number }
  | { readonly id: 'meld_shape'; readonly meld: number }
  | { readonly id: 'back_in_hand' }
  | { readonly id: 'five_of_a_kind'; readonly face: string };

/** What still keeps the hand from being ruled on; one in play has 13 tiles, or 14 after a draw, and none it won with. */
export function draftFaults(draft: Draft, inPlay = false): DraftFault[] {
  const faults: DraftFault[] = [];
  const win = winTile(draft);
  const hand = tilesIn(draft, 'hand');
  if (!win && !inPlay) faults.push({ id: 'no_win_tile' });
  const expected = 13 - 3 * draft.melds.length + (win ? 0 : 1);
  const drawn = inPlay && hand.length === expected - 1;
  const missing = drawn ? 0 : expected - hand.length;
  if (missing > 0) faults.push({ id: 'too_few', count: missing });
  if (missing < 0) faults.push({ id: 'too_many', count: -missing });
  if ([...hand, ...(win ? [win] : [])].some((tile) => tile.face === BACK)) faults.push({ id: 'back_in_hand' });
  for (const meld of draft.melds) {
    const shape = shapeOf(tilesIn(draft, meldZone(meld)).map((tile) => tile.face));
    if (shape === null || (shape === 'kong') !== isKong(meld)) faults.push({ id: 'meld_shape', meld: meld.key });
  }
  const counts = new Map<string, number>();
  const all = [...hand.map((tile) => tile.face), ...(win ? [win.face] : []), ...draft.melds.flatMap((m) => meldFaces(draft, m))];
  for (const face of all) if (face !== BACK) counts.set(face, (counts.get(face) ?? 0) + 1);
  for (const [face, count] of counts) if (count > 4) faults.push({ id: 'five_of_a_kind', face });
  return faults;
}

export function handText(draft: Draft): string {
  const faces = tilesIn(draft, 'hand').map((tile) => tile.face);
  return formatTiles(faces.sort((a, b) => order(a) - order(b)));
}

/** Whether the person changed anything against the reading the draft came from. */
export function differs(a: Draft, b: Draft): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
