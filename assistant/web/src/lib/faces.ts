/** Addresses of the tile pictures the project drew itself. */

const files = import.meta.glob<string>('@faces/*.svg', { eager: true, query: '?url', import: 'default' });

const addresses = new Map(
  Object.entries(files).map(([path, address]) => [path.replace(/^.*\/|\.svg$/g, ''), address]),
);

/** null where there is no picture: the tile then shows its name. */
export const faceUrl = (face: string): string | null => addresses.get(face) ?? null;
