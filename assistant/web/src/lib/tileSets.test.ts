import { describe, expect, it } from 'vitest';
import { inRows } from './tileSets.svelte';
import type { ReadTile } from './types';

const tile = (x: number, y: number): ReadTile => ({
  tile: '1m',
  confidence: 1,
  status: 'sure',
  alternatives: [],
  corners: [
    [x, y],
    [x + 30, y],
    [x + 30, y + 40],
    [x, y + 40],
  ],
  group: 'other',
  seat: null,
});

describe('the faces laid out', () => {
  it('are listed row by row, each from the left', () => {
    expect(inRows([tile(100, 60), tile(0, 0), tile(50, 62), tile(60, 3)])).toEqual([
      [1, 3],
      [2, 0],
    ]);
  });

  it('stay one row where it runs aslant', () => {
    expect(inRows([tile(0, 0), tile(80, 24), tile(40, 12), tile(120, 36)])).toEqual([[0, 2, 1, 3]]);
  });

  it('are none where nothing was found', () => {
    expect(inRows([])).toEqual([]);
  });
});
