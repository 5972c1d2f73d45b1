/** Oriented boxes on the photo. All values are pixels of the photo. */
import type { Corners, Point } from './types';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function centre(corners: Corners): Point {
  return [
    corners.reduce((sum, corner) => sum + corner[0], 0) / 4,
    corners.reduce((sum, corner) => sum + corner[1], 0) / 4,
  ];
}

export const svgPoints = (corners: Corners): string => corners.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');

const round = (value: number): number => Math.round(value * 10) / 10;

const length = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);

/** Length of the top edge and of the left edge. */
export const sides = (corners: Corners): Point => [length(corners[0], corners[1]), length(corners[0], corners[3])];

const angle = ([[ax, ay], [bx, by]]: Corners): number => Math.atan2(by - ay, bx - ax);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Length of a tile's shorter side, for strokes and labels that suit the photo. */
export function tileSize(boxes: readonly Corners[], photo: Size): number {
  return boxes.length > 0 ? median(boxes.map((box) => Math.min(...sides(box)))) : Math.min(photo.width, photo.height) / 14;
}

/** A box round a tapped place: as large and as turned as the nearest tiles, kept inside the photo. */
export function boxAround([x, y]: Point, boxes: readonly Corners[], photo: Size): Corners {
  const near = [...boxes].sort((a, b) => length(centre(a), [x, y]) - length(centre(b), [x, y])).slice(0, 5);
  const size = tileSize([], photo);
  const width = near.length > 0 ? median(near.map((box) => sides(box)[0])) : size;
  const height = near.length > 0 ? median(near.map((box) => sides(box)[1])) : size * 1.35;
  const turn = near.length > 0 ? median(near.map(angle)) : 0;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const corner = (dx: number, dy: number): Point => [
    clamp(x + (dx * width * cos - dy * height * sin) / 2, photo.width),
    clamp(y + (dx * width * sin + dy * height * cos) / 2, photo.height),
  ];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

const clamp = (value: number, most: number): number => round(Math.min(Math.max(value, 0), most));

/** The smallest upright rectangle round all boxes, with a margin of `pad`, inside the photo. */
export function around(boxes: readonly Corners[], pad: number, photo: Size): { x: number; y: number; width: number; height: number } {
  const xs = boxes.flatMap((box) => box.map((corner) => corner[0]));
  const ys = boxes.flatMap((box) => box.map((corner) => corner[1]));
  if (xs.length === 0) return { x: 0, y: 0, width: photo.width, height: photo.height };
  const [left, right] = [Math.max(0, Math.min(...xs) - pad), Math.min(photo.width, Math.max(...xs) + pad)];
  const [top, bottom] = [Math.max(0, Math.min(...ys) - pad), Math.min(photo.height, Math.max(...ys) + pad)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
