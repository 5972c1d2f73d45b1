import { expect, it } from 'vitest';
import { draftFromReading } from './draft';
import { inWords } from './explain';
import { locale } from './i18n.svelte';
import { parseTiles } from './tiles';
import type { Question, Reading, ReadTile } from './types';
import { stateOf } from './zones';

const NOBODY: ReadonlySet<number> = new Set();
const doubtful = (tile: string, alternatives: ReadTile['alternatives'] = []): ReadTile => ({ tile, confidence: 0.9, status: 'doubtful', alternatives, corners: null, group: 'hand', seat: 'self' });
const foreign: Question = { id: 'foreign_tiles', tiles: [0, 1] };
const reading: Reading = {
  ...{ id: 'r', photo_id: 'p', revision: 1, parent_id: null, rules: 'jinzhou', width: 10, height: 10, hand: '', melds: [], win_tile: null },
  tiles: [doubtful('1z'), doubtful('2z', [['3z', 0.4]]), doubtful('1m')],
  questions: [foreign],
};

it('a tile that is only in doubt because the rules have none is said to be none of theirs, and one that looks like others is in doubt', () => {
  expect(draftFromReading(reading).tiles.map((tile) => stateOf(tile, NOBODY))).toEqual(['foreign', 'doubtful', 'doubtful']);
});

it('a tile of other rules that lies on the table is none of the hand', () => {
  const [tile] = draftFromReading(reading).tiles;
  expect(tile && stateOf({ ...tile, zone: 'table' }, NOBODY)).toBe('sure');
});

it('honours stand apart in English, and a long set can break between them and after each suit', () => {
  const set = '19m19p1234567z';
  expect(parseTiles(set)).toHaveLength(11);
  expect(inWords('condition.complete.sets', { reading: set })).toContain('19m\u200b19p\u200bE·\u200bS·\u200bW·\u200bN·\u200bWhite·\u200bGreen·\u200bRed');
  expect(inWords('condition.complete.sets', { reading: '555z' })).toContain('White·White·White');
  locale.lang = 'zh';
  expect(inWords('condition.complete.sets', { reading: '11z' })).toContain('东东');
  locale.lang = 'en';
});
