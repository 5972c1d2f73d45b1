/** The tile sets enrolled on the server, and the one this table plays with. */
import { Problem } from './problem';
import { load, local, save } from './storage';
import type { ReadTile, TileSet } from './types';

const STORED = 'paiyan.tile_set';

class TileSets {
  /** As the server told last; null until it did. */
  known = $state.raw<readonly TileSet[] | null>(null);
  #chosen = $state<string | null>(load<string>(local, STORED));

  /** Id of the set photos are read with. */
  get chosen(): string | null {
    return this.#chosen;
  }

  set chosen(id: string | null) {
    this.#chosen = id;
    save(local, STORED, id);
  }

  get current(): TileSet | undefined {
    return this.known?.find((each) => each.id === this.#chosen);
  }

  /** Takes over what the server told; a set that is gone is no longer played with. */
  take(sets: readonly TileSet[]): void {
    this.known = sets;
    if (this.#chosen !== null && !this.current) this.chosen = null;
  }

  /** The server knows a set no more: photos are read without it from now on. */
  refused(error: unknown): void {
    if (error instanceof Problem && error.code === 'tile_set_not_found') this.chosen = null;
  }
}

export const tileSets = new TileSets();

/** Rows from the top, each from the left: the order in which a person reads the faces laid out. */
export function inRows(tiles: readonly ReadTile[]): number[][] {
  const middle = (index: number): { x: number; y: number } => {
    const corners = tiles[index]?.corners ?? [];
    const sum = corners.reduce(([x, y], [a, b]) => [x + a / corners.length, y + b / corners.length] as const, [0, 0] as const);
    return { x: sum[0], y: sum[1] };
  };
  const placed = tiles.flatMap((tile, index) => (tile.corners ? [index] : []));
  const heights = placed.map((index) => Math.max(...ys(tiles[index])) - Math.min(...ys(tiles[index]))).sort((a, b) => a - b);
  const height = heights[heights.length >> 1] ?? 0;
  const rows: number[][] = [];
  for (const index of [...placed].sort((a, b) => middle(a).y - middle(b).y)) {
    const at = middle(index);
    const row = rows.find((each) => {
      // Against the neighbour, not the first tile: rows run aslant in a photo taken aslant.
      const near = each.reduce((best, other) => (Math.abs(middle(other).x - at.x) < Math.abs(middle(best).x - at.x) ? other : best));
      return Math.abs(middle(near).y - at.y) < height / 2;
    });
    if (row) row.push(index);
    else rows.push([index]);
  }
  return rows.map((row) => row.sort((a, b) => middle(a).x - middle(b).x));
}

const ys = (tile: ReadTile | undefined): number[] => (tile?.corners ?? []).map(([, y]) => y);
