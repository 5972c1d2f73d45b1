import { describe, expect, it } from 'vitest';
import { stretched } from './levels';

const grey = (...values: number[]) => values.flatMap((value) => [value, value, value, 255]);
/** A tile's body with a line of ink in it. */
const tile = (body: number, ink: number) => grey(...Array.from({ length: 90 }, () => body), ...Array.from({ length: 10 }, () => ink));

describe('a part of a photo that is shown', () => {
  it('stays as it is where its tiles are light', () => {
    expect(stretched(tile(230, 40))).toBeNull();
    expect(stretched(tile(150, 20))).toBeNull();
  });

  it('is stretched where it is dark: bodies become light, ink stays dark', () => {
    const levels = stretched(tile(30, 6));
    expect(levels).not.toBeNull();
    const shown = (value: number) => (value / 255) * (levels?.slope ?? 0) + (levels?.intercept ?? 0);
    expect(shown(30)).toBeGreaterThan(0.8);
    expect(shown(30)).toBeLessThanOrEqual(1);
    expect(shown(6)).toBeCloseTo(0, 5);
  });

  it('is not stretched without end: a black one stays dark', () => {
    expect(stretched(tile(3, 2))?.slope).toBe(14);
    expect(stretched(grey(0, 0, 0, 0))?.intercept).toBeCloseTo(0, 9);
  });

  it('has nothing to stretch without pixels', () => {
    expect(stretched([])).toBeNull();
  });
});
