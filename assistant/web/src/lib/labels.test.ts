import { describe, expect, it } from 'vitest';
import { foot, type Labelled, labelBox, placeLabels } from './labels';
import type { Corners } from './types';

const row = (step: number, texts: readonly string[], more: Partial<Labelled> = {}): Labelled[] =>
  texts.map((text, key) => {
    const corners: Corners = [
      [key * step, 0],
      [key * step + 40, 0],
      [key * step + 40, 60],
      [key * step, 60],
    ];
    return { key, corners, text, status: text.endsWith('?') ? 'doubtful' : 'sure', counts: true, ...more };
  });

function overlaps(tiles: readonly Labelled[], size: number, least: number): number {
  const labels = placeLabels(tiles, size, least);
  const spans = tiles.flatMap((tile) => {
    const label = labels.get(tile.key);
    if (!label) return [];
    const [x, box] = [foot(tile.corners)[0], labelBox(label)];
    return [[x + box.x, x + box.x + box.width] as const];
  });
  return spans.filter(([left], index) => spans.slice(0, index).some(([, right]) => right > left)).length;
}

describe('labels on the photo', () => {
  it('are all written in full where there is room', () => {
    const labels = placeLabels(row(80, ['1m', '2m', '3m≈']), 20, 9);
    expect([...labels.values()]).toEqual(['1m', '2m', '3m≈'].map((text) => ({ text, size: 20 })));
  });

  it('become smaller together where they would touch', () => {
    const labels = placeLabels(row(32, ['1m', '2m', '3m']), 20, 9);
    expect([...labels.values()].map((label) => label.size)).toEqual([15, 15, 15]);
  });

  it('never cover one another, however close the tiles lie', () => {
    for (const step of [10, 20, 30, 40, 60]) {
      expect(overlaps(row(step, ['1m', '2m≈', '3m', 'White', '5m', '6m≈']), 20, 9)).toBe(0);
    }
  });

  it('leave room for those of doubtful tiles, which all stay', () => {
    const tiles = row(22, ['1m', '2m?', '3m', '4m?', '5m', '6m?']);
    const labels = placeLabels(tiles, 20, 9);
    for (const key of [1, 3, 5]) expect(labels.get(key)?.text).toContain('?');
    expect(overlaps(tiles, 20, 9)).toBe(0);
  });

  it('of tiles on the table hide no other tile; a doubtful one keeps its sign alone', () => {
    const above = row(0, ['1m', '2m?'], { counts: false }).map((tile, index) => ({
      ...tile,
      corners: tile.corners.map(([x, y]) => [x, y + index * 60]) as unknown as Corners,
    })) as [Labelled, Labelled];
    expect([...placeLabels(above, 20, 9).keys()]).toEqual([1]);
    const doubtful = { ...above[0], text: '1m?', status: 'doubtful' as const };
    expect(placeLabels([doubtful, above[1]], 20, 9).get(0)?.text).toBe('?');
  });

  it('go to the hand before tiles on the table', () => {
    const [first, second] = row(5, ['1m', '2m']) as [Labelled, Labelled];
    expect([...placeLabels([{ ...first, counts: false }, second], 20, 9).keys()]).toEqual([1]);
  });
});
