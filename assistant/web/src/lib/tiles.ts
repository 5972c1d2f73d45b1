/** The 42 faces and the back: codes, order and notation (MPSZ). Names are in `names.ts`. */

const SUITS: readonly (readonly [string, number])[] = [
  ['m', 9],
  ['p', 9],
  ['s', 9],
  ['z', 7],
  ['f', 4],
  ['g', 4],
];

const code = (suit: string, rank: number): string => ('fg'.includes(suit) ? `${suit}${rank}` : `${rank}${suit}`);

export const BACK = 'back';

/** Rows of the picker: one a suit, in class order. */
export const FACE_ROWS: readonly (readonly string[])[] = SUITS.map(([suit, ranks]) =>
  Array.from({ length: ranks }, (_, index) => code(suit, index + 1)),
);

export const FACES: readonly string[] = FACE_ROWS.flat();

const ORDER = new Map([...FACES, BACK].map((face, index) => [face, index]));

/** Place in class order; the back comes last. */
export function order(face: string): number {
  return ORDER.get(face) ?? ORDER.size;
}

export function suitOf(face: string): string {
  return face === BACK ? BACK : face.replace(/\d/, '');
}

export function rankOf(face: string): number {
  return Number(face.replace(/\D/g, '')) || 0;
}

/** Splits `123m55z` or `f1g2` into codes; anything else that stands in the text is left out. */
export function parseTiles(text: string): string[] {
  const tiles: string[] = [];
  for (const match of text.matchAll(/([1-9]+)([mpsz])|([fg][1-4])/g)) {
    if (match[3]) tiles.push(match[3]);
    else for (const digit of match[1] ?? '') tiles.push(`${digit}${match[2]}`);
  }
  return tiles;
}

/** MPSZ text of the tiles in the order given; neighbours of one suit share the letter. Backs have no notation. */
export function formatTiles(tiles: readonly string[]): string {
  let text = '';
  let digits = '';
  let suit = '';
  const flush = () => {
    if (digits) text += digits + suit;
    digits = '';
  };
  for (const tile of tiles) {
    if (tile === BACK) continue;
    const next = suitOf(tile);
    if (next !== suit || 'fg'.includes(next)) flush();
    suit = next;
    if ('fg'.includes(next)) text += tile;
    else digits += String(rankOf(tile));
  }
  flush();
  return text;
}
