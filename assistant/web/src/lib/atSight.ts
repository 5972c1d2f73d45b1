/** What a reading itself asks, and which of it a person has answered by now. */
import { aboutSet, foreignNow, isCovered, isLoose, type Laid, tileOf } from './ask';
import type { AnsweredQuestion } from './client';
import { meldZone, winTile } from './draft';
import { table } from './table.svelte';
import type { Question, Reading } from './types';

/** Whether the tiles of the set asked about lie in a kong by now. */
const hasFourth = (question: Question, scene: Laid): boolean => {
  const zone = tileOf(scene, question.tiles?.[0])?.zone;
  return scene.draft.melds.some((meld) => meldZone(meld) === zone && meld.type.endsWith('gang'));
};

/** What of the reading's own questions is still open in the draft: shown beside the photo before anything is settled. */
export function openAtSight(reading: Reading, scene: Laid): Question[] {
  const won = reading.win_tile === null ? undefined : scene.known[reading.win_tile];
  return reading.questions.filter((question) => {
    if (question.id === 'foreign_tiles') return question.params?.ruleset === table.ruleset && foreignNow(question, scene).size > 0;
    if (question.id === 'which_hand') return !scene.draft.said?.includes(question.id);
    if (question.id === 'fourth_tile') return !scene.draft.said?.includes(aboutSet(question, scene)) && hasFourth(question, scene) === isCovered(question);
    // Whoever put another tile there has answered it.
    if (question.id === 'win_tile') return !scene.draft.said?.includes(question.id) && winTile(scene.draft)?.key === won;
    if (question.id !== 'tile_doubt') return false;
    const tile = tileOf(scene, question.params?.index);
    return tile !== undefined && tile.zone !== 'table' && tile.face === question.params?.tile && tile.status !== 'confirmed';
  });
}

/** The reading's questions about the photo as a whole, or about a set, that a person has answered. */
export function answeredIn(reading: Reading, scene: Laid): AnsweredQuestion[] {
  const open = openAtSight(reading, scene);
  const answered = reading.questions.filter((question) => ['which_hand', 'fourth_tile'].includes(question.id) && !open.includes(question));
  return answered.map((question): AnsweredQuestion => {
    const ofHand = question.id === 'fourth_tile' && isLoose(question, scene);
    return { id: question.id, tiles: question.tiles ?? [], ...(ofHand ? { choice: 'hand' } : {}) };
  });
}
