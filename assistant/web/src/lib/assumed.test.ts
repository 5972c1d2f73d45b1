import { describe, expect, it } from 'vitest';
import { asKong, assumedBy } from './assumed';
import type { Draft } from './draft';
import { addMeld } from './drafts.testing';
import { NO_FACTS } from './facts';
import { keys, known } from './i18n.svelte';
import type { RulingAnswer } from './types';

const answer = (assumed: readonly string[], may_be_kongs: readonly string[] = []): RulingAnswer =>
  ({ id: 'r', reading_id: null, ruling: null, settlement: [0, 0, 0, 0], certain: true, questions: [], assumed, may_be_kongs }) as RulingAnswer;
const draft: Draft = addMeld(addMeld({ tiles: [], melds: [] }, ['5p', '5p', '5p']), ['7z', '7z', '7z']);
const HIDDEN = answer(['no_hidden_fourth'], ['5p', '7z']);

describe('what is taken for granted', () => {
  it('has words of the page for whatever a ruling can take for granted', () => {
    const ids = keys('score.assumed.');
    expect(ids.length).toBeGreaterThan(5);
    expect(ids.filter((key) => !known(`page.${key}`))).toEqual([]);
  });

  it('is nothing that a person has answered', () => {
    const all = answer(['no_genzhuang', 'not_barred', 'sets_concealed']);
    expect(assumedBy(all, draft, NO_FACTS, []).ids).toEqual(['no_genzhuang', 'not_barred', 'sets_concealed']);
    expect(assumedBy(all, draft, { ...NO_FACTS, followed: [], barred: [] }, []).ids).toEqual(['sets_concealed']);
  });

  it('is told of each set that may hide a fourth tile, unless the photo itself asks about it', () => {
    expect(assumedBy(HIDDEN, draft, NO_FACTS, []).hidden.map(({ tile }) => tile)).toEqual(['5p', '7z']);
    const asked = [{ id: 'fourth_tile', params: { tile: '5p' } }];
    expect(assumedBy(HIDDEN, draft, NO_FACTS, asked).hidden.map(({ tile }) => tile)).toEqual(['7z']);
  });

  it('is not that a kong was seen as three tiles where the photo asked about just that', () => {
    const told = answer(['kong_of_three']);
    const kong = assumedBy(HIDDEN, draft, NO_FACTS, []).hidden.slice(0, 1).reduce<Draft>((now, one) => asKong(one).draft?.(now) ?? now, draft);
    expect(assumedBy(told, kong, NO_FACTS, []).ids).toEqual(['kong_of_three']);
    expect(assumedBy(told, kong, NO_FACTS, [{ id: 'fourth_tile', params: { tile: '5p' } }]).ids).toEqual([]);
  });

  it('makes a kong of the one set that is meant, and leaves open how it was made', () => {
    const [, second] = assumedBy(HIDDEN, draft, NO_FACTS, []).hidden;
    const now = second && asKong(second).draft?.(draft);
    expect(now?.melds.map(({ type, made }) => [type, made])).toEqual([['peng', null], ['minggang', null]]);
  });
});
