import { describe, expect, it, vi } from 'vitest';
import { addTile, EMPTY_DRAFT } from './draft';
import { Edits } from './edits.svelte';
import { NO_FACTS } from './facts';

function begun() {
  const changed = vi.fn();
  const edits = new Edits(changed);
  edits.begin(addTile(EMPTY_DRAFT, '1m', 'hand'), NO_FACTS);
  return { edits, changed };
}
const faces = (edits: Edits) => edits.draft.tiles.map((tile) => tile.face);
const add = (face: string) => (draft: Edits['draft']) => addTile(draft, face, 'hand');

describe('edits of a hand', () => {
  it('tell of every change, each under another version', () => {
    const { edits, changed } = begun();
    const versions = [edits.version];
    for (const step of [() => edits.edit(add('2m')), () => edits.undo(), () => edits.redo(), () => edits.answerFacts({ dealer: 2 })]) {
      step();
      versions.push(edits.version);
    }
    expect(changed).toHaveBeenCalledTimes(4);
    expect(new Set(versions).size).toBe(5);
    expect(faces(edits)).toEqual(['1m', '2m']);
    expect(edits.facts.dealer).toBe(2);
  });

  it('take back the answers given by one tap, the last one first', () => {
    const { edits } = begun();
    edits.tell({ facts: { winner: 1 } }, 'Right');
    edits.tell({ draft: add('9s') }, '9s');
    expect([edits.lastAnswer, edits.answersGiven]).toEqual(['9s', 2]);
    edits.takeBack();
    expect([faces(edits), edits.facts.winner, edits.lastAnswer]).toEqual([['1m'], 1, 'Right']);
    edits.takeBack();
    expect([edits.facts.winner, edits.lastAnswer]).toEqual([null, null]);
  });

  it('leave no answer to take back once anything else was changed', () => {
    const { edits } = begun();
    edits.tell({ facts: { winner: 1 } }, 'Right');
    edits.answerFacts({ dealer: 0 });
    edits.takeBack();
    expect([edits.lastAnswer, edits.facts.winner]).toEqual([null, 1]);
  });

  it('have nothing behind the beginning', () => {
    const { edits } = begun();
    edits.edit(add('2m'));
    edits.begin(EMPTY_DRAFT, NO_FACTS);
    expect([edits.canUndo, edits.canRedo, edits.answersGiven]).toEqual([false, false, 0]);
  });
});
