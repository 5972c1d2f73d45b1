/** Drafts for tests. */
import { addTile, type Draft, moveToNewMeld, type Zone } from './draft';

/** The draft with one more meld of these tiles, laid down one after the other. */
export function addMeld(draft: Draft, faces: readonly string[]): Draft {
  const [first = 'back', ...rest] = faces;
  const started = addTile(draft, first, 'table');
  const opened = moveToNewMeld(started, started.tiles.at(-1)?.key ?? -1);
  const zone: Zone = `meld:${opened.melds.at(-1)?.key ?? -1}`;
  return rest.reduce((grown, face) => addTile(grown, face, zone), opened);
}
