/** Which tiles on the photo get a label and how large, so that no label covers another. Values are pixels of the photo. */
import type { Corners, Point } from './types';
import type { TileState } from './zones';

export interface Labelled {
  readonly key: number;
  readonly corners: Corners;
  readonly text: string;
  readonly status: TileState;
  /** Whether it is one of the hand; labels of others give way to those and to all tiles. */
  readonly counts: boolean;
}

export interface Label {
  readonly text: string;
  /** Height of its letters. */
  readonly size: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SMALL = 0.75;

/** Middle of a tile's lower edge as it lies on the photo: its label hangs there. */
export function foot(corners: Corners): Point {
  const low = [...corners].sort((a, b) => b[1] - a[1]);
  const [a, b] = [low[0] ?? [0, 0], low[1] ?? [0, 0]];
  return [(a[0] + b[0]) / 2, Math.max(a[1], b[1])];
}

/** The ground of a label, seen from the foot of its tile. */
export function labelBox({ text, size }: Label): Box {
  const width = size * (0.64 * text.length + 0.6);
  return { x: -width / 2, y: size * 0.08, width, height: size * 1.25 };
}

/**
 * Labels of `size`, smaller where they would touch, and none where even that is not enough, or where one of a tile on
 * the table would hide another tile. A tile in doubt or asked about, though, keeps its sign: one of the hand always, one on the table
 * if that hides no label. Nothing is written smaller than `least`.
 */
export function placeLabels(tiles: readonly Labelled[], size: number, least: number): Map<number, Label> {
  const boxes = tiles.map((tile) => at(tile, { text: tile.text, size }));
  const small = Math.max(size * SMALL, Math.min(least, size));
  const crowded = boxes.map((box, index) => boxes.some((other, second) => second !== index && overlap(box, other)));
  const placed: Box[] = [];
  const labels = new Map<number, Label>();
  const order = tiles.map((tile, index) => ({ tile, index })).sort((a, b) => rank(a.tile) - rank(b.tile) || a.index - b.index);
  for (const { tile, index } of order) {
    const doubtful = inDoubt(tile);
    const free = (label: Label, boxes: readonly Box[]) => !boxes.some((box) => overlap(box, at(tile, label)));
    const hearts = tile.counts ? [] : tiles.filter((other) => other !== tile).map(heart);
    const full = { text: tile.text, size: crowded[index] ? small : size };
    const sign = { text: '?', size: small };
    const label = free(full, [...placed, ...hearts]) ? full : doubtful && (tile.counts || free(sign, placed)) ? sign : undefined;
    if (!label) continue;
    placed.push(at(tile, label));
    labels.set(tile.key, label);
  }
  return labels;
}

const inDoubt = ({ status }: Labelled): boolean => ['doubtful', 'decides', 'foreign'].includes(status);

const rank = (tile: Labelled): number => (inDoubt(tile) ? 0 : 2) + (tile.counts ? 0 : 1);

function at(tile: Labelled, label: Label): Box {
  const [x, y] = foot(tile.corners);
  const box = labelBox(label);
  return { ...box, x: x + box.x, y: y + box.y };
}

/** The middle of a tile, which shows its face. */
function heart({ corners }: Labelled): Box {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  return { x: left + width * 0.2, y: top + height * 0.2, width: width * 0.6, height: height * 0.6 };
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
