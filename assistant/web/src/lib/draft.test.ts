import { describe, expect, it } from 'vitest';
import {
  addTile,
  changeFace,
  confirmAll,
  confirmHand,
  deleteTile,
  dissolveMeld,
  doubtfulTiles,
  type Draft,
  draftFaults,
  draftFromReading,
  EMPTY_DRAFT,
  handText,
  meldFaces,
  moveTile,
  moveToNewMeld,
  setMeld,
  shapeOf,
  sortHand,
  tilesIn,
  winTile,
} from './draft';
import { addMeld } from './drafts.testing';
import { parseTiles } from './tiles';
import type { Reading, ReadTile } from './types';

const read = (tile: string, group: string, seat: string | null = 'self'): ReadTile => ({
  tile,
  confidence: 0.9,
  status: 'sure',
  alternatives: [],
  corners: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  group,
  seat,
});

function reading(tiles: ReadTile[], melds: Reading['melds'] = [], win: number | null = null): Reading {
  return { id: 'r', photo_id: 'p', revision: 0, parent_id: null, rules: 'jinzhou', width: 10, height: 10, tiles, hand: '', melds, win_tile: win, questions: [] };
}

const typed = (hand: string, win: string, melds: string[] = []): Draft => {
  let draft = EMPTY_DRAFT;
  for (const meld of melds) draft = addMeld(draft, parseTiles(meld));
  for (const face of parseTiles(hand)) draft = addTile(draft, face, 'hand');
  return addTile(draft, win, 'win');
};

const first = (items: readonly { readonly key: number }[]): number => items[0]?.key ?? -1;

const faces = (draft: Draft, zone: Parameters<typeof tilesIn>[1]) => tilesIn(draft, zone).map((tile) => tile.face);

describe('a draft from a reading', () => {
  it('puts every tile where the reading saw it', () => {
    const draft = draftFromReading(
      reading(
        [read('5p', 'meld:0'), read('5p', 'meld:0'), read('5p', 'meld:0'), read('1m', 'hand'), read('6m', 'win'), read('2s', 'discard')],
        [{ type: 'peng', tiles: '555p', from: 'left' }],
        4,
      ),
    );
    expect(faces(draft, 'meld:0')).toEqual(['5p', '5p', '5p']);
    expect(faces(draft, 'hand')).toEqual(['1m']);
    expect(winTile(draft)?.face).toBe('6m');
    expect(faces(draft, 'table')).toEqual(['2s']);
    expect(draft.melds[0]?.from).toBe('left');
  });

  it('keeps the order in which the tiles lie', () => {
    const seen = { ...reading([read('9s', 'hand'), read('1m', 'hand'), read('5p', 'hand')]), hand_tiles: [1, 2, 0] };
    const draft = draftFromReading(seen);
    expect(faces(draft, 'hand')).toEqual(['1m', '5p', '9s']);
    expect(draft.tiles.map((tile) => tile.key)).toEqual([1, 2, 0]);
  });

  it('leaves other players’ tiles out of the hand', () => {
    expect(faces(draftFromReading(reading([read('1m', 'hand', 'across')])), 'hand')).toEqual([]);
  });
});

describe('correcting', () => {
  it('marks a changed face as confirmed and leaves the old draft alone', () => {
    const before = draftFromReading(reading([read('7m', 'hand')]));
    const after = changeFace(before, 0, '6m');
    expect(after.tiles[0]).toMatchObject({ face: '6m', status: 'confirmed', key: 0 });
    expect(before.tiles[0]?.face).toBe('7m');
  });

  it('leaves no doubt once a person found all doubtful tiles right', () => {
    const doubtful = draftFromReading(reading([{ ...read('7m', 'hand'), status: 'doubtful' }, read('1m', 'hand')]));
    expect(doubtfulTiles(doubtful)).toHaveLength(1);
    expect(confirmAll(doubtful, new Set()).tiles.map((tile) => tile.status)).toEqual(['confirmed', 'sure']);
    expect(confirmAll(doubtful, new Set([1])).tiles.map((tile) => tile.status)).toEqual(['confirmed', 'confirmed']);
    expect(confirmHand(doubtful).tiles.map((tile) => tile.status)).toEqual(['confirmed', 'confirmed']);
  });

  it('sends the former winning tile back to the hand', () => {
    const draft = typed('123m', '6m');
    const one = tilesIn(draft, 'hand')[0];
    const moved = moveTile(draft, one?.key ?? -1, 'win');
    expect(faces(moved, 'win')).toEqual(['1m']);
    expect(faces(moved, 'hand')).toEqual(['2m', '3m', '6m']);
  });

  it('never gives a new tile the key of one that was undone', () => {
    const one = addTile(EMPTY_DRAFT, '1m', 'hand');
    const other = addTile(EMPTY_DRAFT, '9s', 'hand');
    expect(first(other.tiles)).not.toBe(first(one.tiles));
  });

  it('drops a meld with its last tile', () => {
    const draft = addMeld(EMPTY_DRAFT, ['5p']);
    expect(deleteTile(draft, first(draft.tiles)).melds).toEqual([]);
  });

  it('puts the tiles of a meld taken apart back into the hand', () => {
    const open = addMeld(EMPTY_DRAFT, parseTiles('555p'));
    const draft = dissolveMeld(open, first(open.melds));
    expect(faces(draft, 'hand')).toEqual(['5p', '5p', '5p']);
    expect(draft.melds).toEqual([]);
  });

  it('sorts the hand in class order and nothing else', () => {
    expect(handText(sortHand(typed('3s1m7z2p', '6m')))).toBe('1m2p3s7z');
  });
});

describe('melds', () => {
  it.each([
    ['123m', 'chi'],
    ['555p', 'peng'],
    ['7777z', 'kong'],
    ['124m', null],
    ['12m3p', null],
    ['123z', null],
    ['55p', null],
  ])('%s is read as %s', (tiles, shape) => {
    expect(shapeOf(parseTiles(tiles))).toBe(shape);
  });

  it('reads two backs and two equal tiles as a kong of what lies open', () => {
    const draft = addMeld(EMPTY_DRAFT, ['back', '2m', '2m', 'back']);
    expect(draft.melds[0]?.type).toBe('angang');
    expect(meldFaces(draft, draft.melds[0] ?? { key: 0, type: 'angang', from: null, made: null })).toEqual(['2m', '2m', '2m', '2m']);
  });

  it('follow their tiles: a pung becomes a chow, a fourth tile makes a kong', () => {
    const pung = addMeld(EMPTY_DRAFT, parseTiles('555p'));
    expect(pung.melds[0]?.type).toBe('peng');
    expect(addTile(pung, '5p', `meld:${first(pung.melds)}`).melds[0]?.type).toBe('minggang');
    const [, second, third] = pung.tiles.map((tile) => tile.key);
    const chow = changeFace(changeFace(pung, second ?? -1, '6p'), third ?? -1, '7p');
    expect(chow.melds[0]).toMatchObject({ type: 'chi', from: 'left' });
  });

  it('forget whose discard it was when they turn out concealed', () => {
    const open = addMeld(EMPTY_DRAFT, parseTiles('5555p'));
    const kong = setMeld(open, first(open.melds), { made: 'da', from: 'across' });
    expect(setMeld(kong, first(open.melds), { type: 'angang' }).melds[0]).toMatchObject({ from: null, made: null });
  });

  it('open with a tile moved to a new one', () => {
    const closed = typed('123m', '6m');
    const draft = moveToNewMeld(closed, first(closed.tiles));
    expect(draft.melds).toHaveLength(1);
    expect(faces(draft, 'hand')).toEqual(['2m', '3m']);
  });
});

describe('what keeps a hand from being ruled on', () => {
  const ids = (draft: Draft) => draftFaults(draft).map((fault) => fault.id);

  it('is nothing for 13 tiles and a winning one, a kong counting as three', () => {
    expect(ids(typed('123m678s99s45m', '6m', ['555p']))).toEqual([]);
    expect(ids(typed('123m678s99s45m', '6m', ['5555p']))).toEqual([]);
  });

  it('is a missing winning tile, not a missing tile, when 14 lie in the hand', () => {
    const draft = typed('123m678s99s456m555p', '1z');
    expect(ids(deleteTile(draft, winTile(draft)?.key ?? -1))).toEqual(['no_win_tile']);
  });

  it('names how many tiles are missing or too many', () => {
    expect(draftFaults(typed('123m678s99s4m', '6m', ['555p']))).toContainEqual({ id: 'too_few', count: 1 });
    expect(draftFaults(typed('123m678s99s456m', '6m', ['555p']))).toContainEqual({ id: 'too_many', count: 1 });
  });

  it('is a meld that is none, a back in the hand, a fifth of a kind', () => {
    expect(ids(typed('123m678s99s45m', '6m', ['557p']))).toContain('meld_shape');
    expect(ids(addTile(EMPTY_DRAFT, 'back', 'hand'))).toContain('back_in_hand');
    expect(draftFaults(typed('1111m', '1m'))).toContainEqual({ id: 'five_of_a_kind', face: '1m' });
  });
});
