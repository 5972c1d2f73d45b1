import { describe, expect, it } from 'vitest';
import { asRuledOn, canPut, type Change, type Choice, choicesOf, costText, keysAsked, likelyText, type Scene, sentence, whyAsked } from './ask';
import { answeredIn, openAtSight } from './atSight';
import { changeFace, type Draft, draftFromReading, isClaimed, moveTile, shownOpen, winTile } from './draft';
import { addMeld } from './drafts.testing';
import { type Facts, NO_FACTS, openSeats } from './facts';
import { tileName } from './names';
import { correctionFromDraft } from './request';
import { sideOf } from './seats';
import { table } from './table.svelte';
import type { Corners, Cost, MeldType, Question, Reading, ReadTile, RulingAnswer, Side } from './types';

const at = (x: number): Corners => [[x, 0], [x + 10, 0], [x + 10, 14], [x, 14]];

const tile = (face: string, group: string, index: number): ReadTile => ({
  tile: face,
  confidence: 0.9,
  status: 'sure',
  alternatives: [],
  corners: at(index * 12),
  group,
  seat: 'self',
});

/** A hand 1m2m, the set 555p that shows no claim unless `from` says so, 6m to win; the questions are the reading's. */
function reading(questions: readonly Question[] = [], from: Side | null = null, type: MeldType = 'peng'): Reading {
  const faces = [['1m', 'hand'], ['2m', 'hand'], ['5p', 'meld:0'], ['5p', 'meld:0'], ['5p', 'meld:0'], ['6m', 'win']] as const;
  return {
    id: 'r',
    photo_id: 'p',
    revision: 1,
    parent_id: null,
    rules: 'jinzhou',
    width: 100,
    height: 60,
    tiles: faces.map(([face, group], index) => tile(face, group, index)),
    hand: '12m',
    hand_tiles: [0, 1],
    melds: [{ type, tiles: '555p', from, indices: [2, 3, 4] }],
    win_tile: 5,
    questions,
  };
}

const scene = (draft: Draft, facts: Partial<Facts> = {}): Scene => ({ draft, facts: { ...NO_FACTS, ...facts }, known: draft.tiles.map((_, index) => index) });
const read = (questions: readonly Question[] = []) => draftFromReading(reading(questions));
const cost = (change: Partial<Cost>): Cost => ({ valid: true, hu_class: 1, hu_label: null, low: [-8, 24, -8, -8], high: [-8, 24, -8, -8], ...change });

const byKey = (draft: Draft, key: number) => draft.tiles.find((each) => each.key === key);

function applied(choice: Choice | undefined, { draft, facts }: Scene): Scene {
  const change: Change = choice?.change ?? {};
  return scene(change.draft ? change.draft(draft) : draft, { ...facts, ...change.facts });
}

describe('tiles that the rules do not use', () => {
  const params = { ruleset: 'jinzhou', tiles: [{ tile: '1m', count: 1 }, { tile: '5p', count: 3 }], rulesets: [] };
  const asked: Question = { id: 'foreign_tiles', params, tiles: [0, 2, 3, 4] };

  it('are named with how many the hand has by now', () => {
    for (const each of [`${tileName('1m')} ×1`, `${tileName('5p')} ×3`]) expect(sentence(asked, scene(read()))).toContain(each);
    const fewer = moveTile(read(), 2, 'table');
    expect(sentence(asked, scene(fewer))).toContain(`${tileName('5p')} ×2`);
  });

  it('are told beside the photo until there are none, or other rules are played by', () => {
    const seen = reading([asked]);
    const now = (draft: Draft) => openAtSight(seen, { draft, known: draft.tiles.map((_, index) => index) }).map(({ id }) => id);
    expect(now(read())).toEqual(['foreign_tiles']);
    expect(now([0, 2, 3, 4].reduce((draft, key) => changeFace(draft, key, '9s'), read()))).toEqual([]);
    table.ruleset = 'mcr';
    expect(now(read())).toEqual([]);
    table.ruleset = 'jinzhou';
  });

  it('can be put right where no rules have them', () => {
    expect(canPut(asked, scene(read()))).toBe(true);
    expect(choicesOf(asked, scene(read()))).toEqual([]);
  });
});

describe('an answer by one tap', () => {
  it('changes the doubtful tile and marks it as said by a person', () => {
    const asked: Question = { id: 'tile_doubt', params: { index: 1, tile: '2m' }, choices: ['2m', '3m'] };
    const [same, other] = choicesOf(asked, scene(read()));
    expect(byKey(applied(other, scene(read())).draft, 1)).toMatchObject({ face: '3m', status: 'confirmed' });
    expect(byKey(applied(same, scene(read())).draft, 1)).toMatchObject({ face: '2m', status: 'confirmed' });
    expect(other?.face).toBe('3m');
  });

  it('plays by rules that have the tiles of the hand, of those the server knows', () => {
    table.rulesets = [{ id: 'mcr', zh: '国标', en: 'MCR', facts: table.system, options: [] }];
    const params = { ruleset: 'jinzhou', tiles: [{ tile: '1z', count: 2 }], rulesets: ['beijing', 'mcr'] };
    expect(choicesOf({ id: 'foreign_tiles', params, tiles: [] }, scene(read())).map(({ change }) => change)).toEqual([{ ruleset: 'mcr' }]);
  });

  it('finds its tile by its key once the tiles were moved', () => {
    const moved = moveTile(read(), 0, 'table');
    const asked: Question = { id: 'tile_doubt', params: { index: 0, tile: '1m' }, choices: ['1m', '9m'] };
    const now = applied(choicesOf(asked, scene(moved))[1], scene(moved)).draft;
    expect(byKey(now, 0)?.face).toBe('9m');
  });

  it('says which tile won and sends the other back to the hand', () => {
    const asked: Question = { id: 'win_tile', choices: ['6m', '2m'], tiles: [5, 1] };
    const now = applied(choicesOf(asked, scene(read()))[1], scene(read())).draft;
    expect(winTile(now)?.key).toBe(1);
    expect(byKey(now, 5)?.zone).toBe('hand');
    expect(now.said).toEqual(['win_tile']);
  });

  it('says how an open kong was made and from which side', () => {
    const draft = addMeld({ tiles: [], melds: [] }, ['7s', '7s', '7s', '7s']);
    const asked: Question = { id: 'meld_kind', params: { meld: 0, tile: '7s' }, choices: [{ kind: 'zhua' }, { kind: 'da', from: 3 }] };
    const choices = choicesOf(asked, scene(draft, { winner: 1 }));
    expect(applied(choices[0], scene(draft)).draft.melds[0]).toMatchObject({ made: 'zhua' });
    expect(applied(choices[1], scene(draft)).draft.melds[0]).toMatchObject({ made: 'da', from: 'across' });
  });

  it('answers the facts, with what follows from them', () => {
    const facts = { winner: 2, discarder: 1, method: 'dihu', dealer: 0 } as const;
    const winner: Question = { id: 'winner', choices: [0, 1, 2, 3] };
    expect(applied(choicesOf(winner, scene(read(), facts))[1], scene(read(), facts)).facts).toMatchObject({ winner: 1, discarder: null, method: 'dihu' });
    const red: Question = { id: 'red_kong', choices: [false, true] };
    expect(applied(choicesOf(red, scene(read()))[1], scene(read())).facts.redKong).toBe(true);
    const open: Question = { id: 'who_is_open', params: { seats: [0, 3] }, choices: [[], [0], [3], [0, 3]] };
    expect(applied(choicesOf(open, scene(read(), { winner: 2 }))[2], scene(read())).facts.open).toEqual([false, null, null, true]);
  });

  it('confirms a tile in which no other face was seen', () => {
    const asked: Question = { id: 'tile_doubt', params: { index: 1, tile: '2m' }, choices: ['2m'] };
    const [right] = choicesOf(asked, scene(read()));
    expect(byKey(applied(right, scene(read())).draft, 1)).toMatchObject({ face: '2m', status: 'confirmed' });
  });

  it('makes three tiles a kong with the fourth that is not seen, wherever they lie', () => {
    const set: Question = { id: 'fourth_tile', params: { tile: '5p' }, tiles: [2, 3, 4] };
    const loose = scene({ ...read(), melds: [], tiles: read().tiles.map((each) => (each.zone === 'meld:0' ? { ...each, zone: 'hand' } : each)) });
    const [peng, three, kong] = choicesOf(set, loose);
    expect(applied(peng, loose).draft.melds.map(({ type }) => type)).toEqual(['peng']);
    expect(applied(three, loose).draft.tiles).toEqual(loose.draft.tiles);
    const made = applied(kong, loose).draft;
    expect(made.melds).toHaveLength(1);
    expect(made.tiles.filter((each) => each.zone.startsWith('meld:'))).toHaveLength(4);
  });

  it('makes three tiles that look like a concealed kong whatever they are, its cost beside it', () => {
    const shapes = ['angang', 'minggang', 'peng', 'hand'];
    const set: Question = { id: 'short_kong', params: { tile: '5p' }, tiles: [2, 3, 4], choices: shapes, costs: [null, cost({}), null, cost({})] };
    const whole = draftFromReading(reading([], null, 'angang'));
    const before = scene({ ...whole, tiles: whole.tiles.map((each) => (each.key === 2 ? { ...each, face: 'back' } : each)) });
    const choices = choicesOf(set, before);
    expect(choices.map(({ cost: one }) => one !== null)).toEqual([false, true, false, true]);
    expect(new Set(choices.map(({ words }) => words)).size).toBe(4);
    const made = choices.map((choice) => applied(choice, before).draft);
    expect(made.map(({ melds }) => melds.map((meld) => [meld.type, meld.said ?? false]))).toEqual([[['angang', true]], [['minggang', true]], [['peng', true]], []]);
    const faces = (draft: Draft, zone: string) => draft.tiles.filter((each) => each.zone === zone && '5p back'.includes(each.face)).map((each) => each.face);
    expect(made.map((draft) => faces(draft, 'meld:0'))).toEqual([['back', '5p', '5p', '5p'], ['5p', '5p', '5p', '5p'], ['5p', '5p', '5p'], []]);
    expect(faces(made[3] as Draft, 'hand')).toEqual(['5p', '5p', '5p']);
    expect(sentence(set, before)).toContain(tileName('5p'));
    expect(choicesOf({ ...set, choices: [true, false] }, before)).toEqual([]);
  });

  it('is not offered where more has to be said than a tap can say', () => {
    expect(choicesOf({ id: 'kongs', choices: [[]] }, scene(read()))).toEqual([]);
    expect(choicesOf({ id: 'ming' }, scene(read()))).toEqual([]);
  });
});

describe('sets that lie apart', () => {
  const asked: Question = { id: 'who_is_open', params: { seats: [1] }, choices: [[1], []] };

  it('leave it open whether the winner is open, unless a tile is turned or a person made them', () => {
    expect(shownOpen(read())).toBe(null);
    expect(openSeats(read(), { ...NO_FACTS, winner: 1 })[1]).toBe(null);
    expect(shownOpen(draftFromReading(reading([], 'left')))).toBe(true);
    expect(shownOpen(addMeld({ tiles: [], melds: [] }, ['5p', '5p', '5p']))).toBe(true);
  });

  it('are concealed where they are concealed kongs alone', () => {
    expect(shownOpen(draftFromReading(reading([], null, 'angang')))).toBe(false);
    expect(shownOpen({ tiles: [], melds: [] })).toBe(false);
  });

  it('become melds or tiles of the hand by one tap', () => {
    const before = scene(read(), { winner: 1 });
    const [melds, hand] = choicesOf(asked, before).map((choice) => applied(choice, before).draft);
    expect(melds?.melds.every(isClaimed)).toBe(true);
    expect(hand?.melds).toEqual([]);
    expect(hand?.tiles.filter((each) => each.zone === 'hand')).toHaveLength(5);
    expect(sentence(asked, before)).not.toBe(sentence({ ...asked, params: { seats: [0, 1] } }, before));
  });
});

describe('what is open at sight', () => {
  const doubt: Question = { id: 'tile_doubt', params: { index: 1, tile: '2m' }, choices: ['2m', '3m'] };
  const hands: Question = { id: 'which_hand', params: { hand: '12m' } };
  const rivals: Question = { id: 'win_tile', choices: ['6m', '2m'], tiles: [5, 1] };
  const all = reading([hands, doubt, rivals]);
  const open = (draft: Draft) => openAtSight(all, scene(draft)).map(({ id }) => id);

  it('is asked until it is answered', () => {
    let now = scene(draftFromReading(all));
    expect(open(now.draft)).toEqual(['which_hand', 'tile_doubt', 'win_tile']);
    for (const question of [hands, doubt, rivals]) now = applied(choicesOf(question, now)[0], now);
    expect(open(now.draft)).toEqual([]);
    expect(answeredIn(all, now)).toEqual([{ id: 'which_hand', tiles: [] }]);
  });

  it('is asked for every set of three that may hide a fourth, until it is said that there are three', () => {
    const sets: Question[] = [[0, 1, 2], [3, 4, 5]].map((tiles) => ({ id: 'fourth_tile', params: { tile: '1m' }, tiles }));
    const two = reading(sets);
    let now = scene(draftFromReading(two));
    const asked = () => openAtSight(two, now).map(({ tiles }) => tiles?.[0]);
    expect(asked()).toEqual([0, 3]);
    now = applied(choicesOf(sets[0] as Question, now)[0], now);
    expect(asked()).toEqual([3]);
    expect(answeredIn(two, now)).toEqual([{ id: 'fourth_tile', tiles: [0, 1, 2] }]);
  });

  it('is asked of a kong whose fourth tile lies under another: it is one, or only three', () => {
    const tiles = [0, 1, 2, 3].map((place): ReadTile => ({ ...tile('6p', 'meld:0', place), status: place === 3 ? 'inferred' : 'sure' }));
    const kong: Question = { id: 'fourth_tile', params: { tile: '6p' }, tiles: [0, 1, 2, 3] };
    const four: Reading = { ...reading([kong]), tiles, melds: [{ type: 'minggang', tiles: '6666p', from: null, indices: [0, 1, 2, 3] }] };
    const before = scene(draftFromReading(four));
    expect(openAtSight(four, before)).toEqual([kong]);
    const [yes = before, three = before] = choicesOf(kong, before).map((choice) => applied(choice, before));
    expect(openAtSight(four, yes)).toEqual([]);
    expect(openAtSight(four, three)).toEqual([]);
    expect(three.draft.melds.map(({ type }) => type)).toEqual(['peng']);
  });

  it('is put as the ruling puts it, with what each answer would cost, whatever the tiles are counted by there', () => {
    const set: Question = { id: 'fourth_tile', params: { tile: '5p' }, tiles: [2, 3, 4] };
    const now = scene(draftFromReading(reading([set])));
    const ruled: Question = { ...set, tiles: [4, 1, 2], choices: [false, true], costs: [cost({}), cost({ high: [-24, 72, -24, -24] })] };
    const later = { ...now, known: [5, 3, 4, 0, 2] };
    expect(asRuledOn(set, now, [ruled], later)).toBe(ruled);
    expect(asRuledOn(set, now, [{ ...ruled, tiles: [0, 1, 2] }], later)).toBe(set);
    expect(choicesOf(ruled, later as typeof now).map((choice) => choice.cost?.high[1])).toEqual([24, 72]);
  });

  it('is answered by whoever moves or changes the tile in another way', () => {
    expect(open(moveTile(draftFromReading(all), 0, 'win'))).toEqual(['which_hand', 'tile_doubt']);
    expect(open(moveTile(draftFromReading(all), 1, 'table'))).toEqual(['which_hand', 'win_tile']);
  });
});

describe('what an answer would cost', () => {
  it('is told in figures for the winner, as a range where more is open', () => {
    expect(costText(cost({}), 1)).toContain('+24');
    expect(costText(cost({ high: [-8, 48, -8, -8] }), 1)).toContain('+24…+48');
    expect(costText(cost({}), null)).not.toContain('24');
    expect(costText(cost({ valid: false }), 1)).not.toMatch(/\d/);
  });

  it('names the others whose points it changes where the winner gets the same either way', () => {
    const [one, other] = [cost({}), cost({ low: [-12, 24, -4, -8], high: [-12, 24, -4, -8] })];
    expect(costText(one, 1, [one, other]).match(/[+−]\d+/g)).toEqual(['+24', '−8', '−8']);
    expect(costText(other, 1, [one, other]).match(/[+−]\d+/g)).toEqual(['+24', '−12', '−4']);
    expect(costText(one, 1, [one, one]).match(/[+−]\d+/g)).toEqual(['+24']);
  });

  it('never claims certainty of what is only likely', () => {
    expect(likelyText(cost({ likely: 0.999 }))).toContain('99');
    expect(likelyText(cost({ likely: 0.001 }))).toContain('1');
    expect(likelyText(cost({}))).toBe('');
  });
});

describe('a correction', () => {
  it('vouches only for the tiles a person said something of', () => {
    const before = scene(read());
    const asked: Question = { id: 'tile_doubt', params: { index: 1, tile: '2m' }, choices: ['2m', '3m'] };
    const { correction } = correctionFromDraft(applied(choicesOf(asked, before)[1], before).draft, [0, 1, 2, 3, 4, 5]);
    expect(correction.tiles.filter((each) => each.confirmed).map((each) => each.tile)).toEqual(['3m']);
  });
});

describe('a seat', () => {
  it('is on the side where play has it', () => {
    expect([0, 1, 2, 3].map((seat) => sideOf(1, seat as 0 | 1 | 2 | 3))).toEqual(['left', null, 'right', 'across']);
  });
});

describe('a tile read clearly that a ruling asks about', () => {
  const about = (index: number): Question => ({ id: 'tile_doubt', params: { index, tile: '1m' }, choices: ['1m', '9m'] });
  const answer = (valid: boolean, ...questions: Question[]) => ({ questions, ruling: { valid } }) as unknown as RulingAnswer;

  it('is named by its key, and the question says why', () => {
    const one = answer(true, { id: 'winner' }, about(1));
    expect(keysAsked(one, scene(read()))).toEqual([1]);
    expect(whyAsked(about(1), scene(read()), one)).toContain('decides the score');
    expect(whyAsked({ id: 'winner' }, scene(read()), one)).toBe('');
  });

  it('needs no reason once it is in doubt anyway', () => {
    const doubtful = { ...read(), tiles: read().tiles.map((each) => ({ ...each, status: 'doubtful' as const })) };
    expect(whyAsked(about(1), scene(doubtful), answer(true, about(1)))).toBe('');
  });

  it('stands for the whole hand where that does not win as read', () => {
    const none = answer(false, about(0), about(1));
    expect(keysAsked(none, scene(read()))).toEqual([]);
    expect(whyAsked(about(0), scene(read()), none)).toContain('does not win');
  });
});
