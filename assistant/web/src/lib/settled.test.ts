import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from './draft';
import { NO_FACTS } from './facts';
import { recordOf, undecided } from './settled';
import { JINZHOU, type Rules } from './systems';
import type { RulingAnswer } from './types';

const rules: Rules = { ruleset: 'jinzhou', options: {}, system: JINZHOU, setting: () => undefined };
const answer: RulingAnswer = { id: 'a', reading_id: null, ruling: null, settlement: [-8, 24, -8, -8], certain: true, questions: [] };

describe('what keeps a ruling provisional', () => {
  it('is what the server asks, what lies open on the photo, and what only the page minds, each once', () => {
    const asked = { ...answer, questions: [{ id: 'bao_seat' }, { id: 'winner' }] };
    const atSight = [{ id: 'which_hand' }, { id: 'tile_doubt' }];
    expect(undecided({ answer: asked, facts: NO_FACTS, atSight, untold: ['liable', 'method', 'followed'] })).toEqual(['liable', 'winner', 'which_hand', 'followed']);
  });

  it('is nothing of the photo where nobody won', () => {
    const facts = { ...NO_FACTS, winner: 'none' as const };
    expect(undecided({ answer, facts, atSight: [{ id: 'which_hand' }], untold: [] })).toEqual([]);
  });
});

describe('the record of a settled hand', () => {
  it('tells who won and how; after a draw neither', () => {
    const facts = { ...NO_FACTS, winner: 1 as const, dealer: 0 as const, method: 'zimo' };
    expect(recordOf(answer, EMPTY_DRAFT, facts, rules)).toMatchObject({ winner: 1, dealer: 0, method: 'zimo', settlement: [-8, 24, -8, -8] });
    expect(recordOf(answer, EMPTY_DRAFT, { ...facts, winner: 'none' }, rules)).toMatchObject({ winner: null, method: null });
  });

  it('waits for a settlement and a dealer', () => {
    expect(recordOf(answer, EMPTY_DRAFT, NO_FACTS, rules)).toBeNull();
    expect(recordOf({ ...answer, settlement: null }, EMPTY_DRAFT, { ...NO_FACTS, dealer: 0 }, rules)).toBeNull();
  });

  it('is nothing for anybody where the rules say nothing of payments', () => {
    const facts = { ...NO_FACTS, winner: 1 as const, dealer: 0 as const };
    const unpaid = { ...rules, system: { ...JINZHOU, pays_wins: false } };
    expect(recordOf({ ...answer, settlement: null }, EMPTY_DRAFT, facts, unpaid)).toMatchObject({ winner: 1, settlement: [0, 0, 0, 0] });
    expect(recordOf({ ...answer, settlement: null, certain: false }, EMPTY_DRAFT, facts, unpaid)).toBeNull();
  });
});
