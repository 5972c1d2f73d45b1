import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from './draft';
import { type Facts, NO_FACTS } from './facts';
import { locale, t } from './i18n.svelte';
import { figure, firm, headline, heldPayments, outcome, spoken, subline } from './summary';
import type { Ruling, RulingAnswer } from './types';

const PAYMENT = { payer: 1, payee: 0, amount: 64, account: 'hu', reason: 'share', key: 'page.done' } as const;
const RULING: Ruling = {
  valid: true,
  reasons: [],
  hu_class: 4,
  hu_label: '七对',
  class_points: 16,
  waits: [],
  shares: null,
  settlement_hu: null,
  settlement_kong: null,
  settlement_other: null,
  settlement: [64, -64, 0, 0],
  explanation: { label: null, conditions: [], lines: [], payments: [PAYMENT], faults: [], nearest: [], alternatives: [] },
};
const VERDICT = { valid: true, hu_class: 4, hu_label: '七对' };
const answered = (more: Partial<RulingAnswer> = {}): RulingAnswer => ({
  id: 'a',
  reading_id: null,
  ruling: RULING,
  settlement: [64, -64, 0, 0],
  certain: true,
  questions: [],
  range: null,
  ...more,
});
const open = answered({
  certain: false,
  questions: [{ id: 'winner' }, { id: 'method' }],
  conditional: [VERDICT, VERDICT],
  range: { low: [-96, -96, -96, 0], high: [192, 192, 192, 0] },
});
const WON: Facts = { ...NO_FACTS, winner: 0, dealer: 1, method: 'ron', discarder: 1, kongs: [], followed: [] };

beforeEach(() => {
  locale.lang = 'en';
});

describe('while it is open who pays', () => {
  it('no payment is told, only the range of each seat', () => {
    expect(firm(open, ['winner', 'method'])).toBe(false);
    expect(heldPayments(open, ['winner', 'method'])).toEqual([]);
    expect(figure(open, 0, ['winner', 'method'])).toMatchObject({ text: '−96…+192', span: true, sign: 0, caveat: '' });
    expect(figure(open, 3, ['winner', 'method'])).toMatchObject({ text: '0', span: false, caveat: 'provisional' });
  });

  it('nothing is told of a seat whose range is not known', () => {
    expect(figure({ ...open, range: null }, 0, ['winner']).text).toBe('?');
  });

  it('the hand is named only if it is the same whatever the answers', () => {
    expect(headline(open, NO_FACTS)).toBe('Seven pairs');
    expect(subline(open, EMPTY_DRAFT, NO_FACTS)).toContain('16');
    const differs = { ...open, conditional: [VERDICT, { valid: true, hu_class: 1, hu_label: '屁胡' }] };
    expect(headline(differs, NO_FACTS)).toBe(t('page.result.win'));
    expect(subline(differs, EMPTY_DRAFT, NO_FACTS)).toBe('');
    expect(outcome({ ...open, conditional: [VERDICT, { ...VERDICT, valid: false }] }, NO_FACTS)).toBe('unknown');
  });

  it('a tile in doubt keeps the payments back too', () => {
    expect(heldPayments(answered(), ['tile_doubt'])).toEqual([]);
  });

  it('payments that hold whatever the answers are told', () => {
    expect(heldPayments(answered(), [])).toEqual([PAYMENT]);
    expect(heldPayments(answered(), ['followed'])).toEqual([PAYMENT]);
  });
});

describe('read aloud', () => {
  it('an open settlement says first that it is provisional and what is open, and names no winner', () => {
    const text = spoken(open, EMPTY_DRAFT, NO_FACTS, ['winner', 'method']);
    expect(text).toMatch(/^Provisional\. Still open: Who won, How was it won\. The hand: Seven pairs/);
    expect(text).not.toContain('Winner');
    expect(text).not.toContain('from Right to Me');
    expect(text).toContain('Me: between −96 and +192');
  });

  it('with 跟庄 alone unanswered it is provisional and leaves 跟庄 out', () => {
    const text = spoken(answered(), EMPTY_DRAFT, { ...WON, followed: null }, ['followed']);
    expect(text).toContain('Provisional');
    expect(text).toContain('leave 跟庄');
    expect(text).toContain('from Right to Me: 64');
    expect(figure(answered(), 0, ['followed'])).toMatchObject({ text: '+64', caveat: 'without 跟庄' });
  });

  it('a settlement that is certain says who won and who pays, and nothing of being provisional', () => {
    const text = spoken(answered(), EMPTY_DRAFT, WON, []);
    expect(text).toMatch(/^Winner: Me\. Seven pairs, /);
    expect(text).toContain('from Right to Me: 64');
    expect(text).not.toContain('rovisional');
    expect(figure(answered(), 1, [])).toEqual({ text: '−64', span: false, sign: -1, caveat: '' });
  });

  it('in Chinese as well', () => {
    locale.lang = 'zh';
    expect(spoken(open, EMPTY_DRAFT, NO_FACTS, ['winner'])).toMatch(/^这是暂定的，还没确定：谁胡了。这手牌：七对/);
  });
});

describe('counts', () => {
  it('of one are in the singular', () => {
    expect(t('page.evening.title', { count: 1 })).toBe('This evening: 1 hand');
    expect(t('page.evening.title', { count: 2 })).toBe('This evening: 2 hands');
    expect(t('page.evening.title', { count: 0 })).toBe('This evening: 0 hands');
    expect(t('page.evening.title', { count: 1 }, 'zh')).toBe('今晚 1 把');
  });
});
