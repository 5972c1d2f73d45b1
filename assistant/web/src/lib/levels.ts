/** Makes the part of a dark photo that is shown light enough to see; the photo itself stays as it is. */
import type { Size } from './geometry';

/** What a channel is multiplied with, and what is added to it after (channels from 0 to 1). */
export interface Levels {
  readonly slope: number;
  readonly intercept: number;
}

export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A part whose light tiles are at least so bright (of 255) is shown as it is. */
const LIGHT_ENOUGH = 140;
const WANTED = 225;
/** Beyond this only noise would show. */
const STEEPEST = 14;
const SIDE = 48;
const DARKEST = 0.02;
const BRIGHTEST = 0.97;

/** How pixels (RGBA, four values each) are to be stretched; null where they are light enough. */
export function stretched(pixels: ArrayLike<number>): Levels | null {
  const light: number[] = [];
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    light.push(0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0));
  }
  light.sort((a, b) => a - b);
  const at = (share: number) => light[Math.min(light.length - 1, Math.floor(share * light.length))] ?? 0;
  const [low, high] = [at(DARKEST), at(BRIGHTEST)];
  if (light.length === 0 || high >= LIGHT_ENOUGH) return null;
  const slope = Math.min(STEEPEST, WANTED / Math.max(high - low, 1));
  return { slope, intercept: (-slope * low) / 255 };
}

/** How a part of a photo is to be stretched; null where it is light enough, or the browser cannot show it. */
export async function levelsOf(url: string, photo: Size, part: Part): Promise<Levels | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIDE;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (!pen) return null;
    const [across, down] = [image.naturalWidth / photo.width, image.naturalHeight / photo.height];
    pen.drawImage(image, part.x * across, part.y * down, part.width * across, part.height * down, 0, 0, SIDE, SIDE);
    return stretched(pen.getImageData(0, 0, SIDE, SIDE).data);
  } catch {
    return null;
  }
}
