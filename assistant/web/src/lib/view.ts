/** The part of the photo on screen, as an SVG viewBox in the proportions of its frame. */
import type { Size } from './geometry';
import type { Point } from './types';

export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const CLOSEST = 12;

/** Width through height of the frame: the photo's own, but never so tall that it fills a phone. */
export const frameRatio = (photo: Size): number => Math.min(Math.max(photo.width / photo.height, 1), 2);

export const whole = (photo: Size): View => fitted({ x: 0, y: 0, ...photo }, photo);

/** The view that shows all of `part`. */
export function fitted(part: View, photo: Size): View {
  const ratio = frameRatio(photo);
  const width = Math.min(Math.max(part.width, part.height * ratio, widest(photo) / CLOSEST), widest(photo));
  const height = width / ratio;
  return inside({ x: part.x + (part.width - width) / 2, y: part.y + (part.height - height) / 2, width, height }, photo);
}

/** Zooms by `factor` (>1 comes closer) and leaves the photo's point `at` where it is on screen. */
export function zoomed(view: View, photo: Size, at: Point, factor: number): View {
  const width = Math.min(Math.max(view.width / factor, widest(photo) / CLOSEST), widest(photo));
  const scale = width / view.width;
  const [x, y] = [at[0] - (at[0] - view.x) * scale, at[1] - (at[1] - view.y) * scale];
  return inside({ x, y, width, height: view.height * scale }, photo);
}

export const panned = (view: View, photo: Size, dx: number, dy: number): View =>
  inside({ ...view, x: view.x + dx, y: view.y + dy }, photo);

export const isWhole = (view: View, photo: Size): boolean => view.width >= widest(photo) * 0.99;

/** Width of the view that holds the whole photo. */
const widest = (photo: Size): number => Math.max(photo.width, photo.height * frameRatio(photo));

/** Keeps the view on the photo; where the frame is the larger of the two, the photo stands in its middle. */
function inside(view: View, photo: Size): View {
  const along = (at: number, shown: number, full: number) =>
    shown >= full ? (full - shown) / 2 : Math.min(Math.max(at, 0), full - shown);
  return { ...view, x: along(view.x, view.width, photo.width), y: along(view.y, view.height, photo.height) };
}
