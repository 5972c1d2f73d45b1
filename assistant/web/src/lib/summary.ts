/** The outcome in words: what is read aloud and what the saved picture says. */
import { answerText, methodName } from './answers';
import type { Draft } from './draft';
import { debts, explained, handName } from './explain';
import { type Facts, winnerSeat } from './facts';
import { known, list, signed, t } from './i18n.svelte';
import { SEATS } from './seats';
import { decided } from './settled';
import { table } from './table.svelte';
import type { Payment, PerSeat, RulingAnswer, Seat, Verdict } from './types';

/** Whether the possible answers to what is open all have the same in this part of the verdict. */
const agreed = (answer: RulingAnswer, part: keyof Verdict): boolean =>
  (answer.conditional ?? []).every((verdict) => verdict[part] === answer.ruling?.[part]);

export const outcome = (answer: RulingAnswer, facts: Facts): 'win' | 'none' | 'draw' | 'unknown' => {
  if (facts.winner === 'none') return 'draw';
  if (!agreed(answer, 'valid')) return 'unknown';
  if (answer.ruling?.valid === true) return 'win';
  return answer.ruling?.valid === false ? 'none' : 'unknown';
};

/** Open facts that change who pays for the win itself though the server takes them for granted. */
const DECISIVE: readonly string[] = ['tile_doubt', 'which_hand', 'win_tile', 'barred', 'liable'];
/** Open facts that only add payments of their own. */
const ADDING: readonly string[] = ['followed', 'xuehui', 'shaozhuang', 'early_draw'];

/** Whether what is told of the hand's payments holds whatever the answers to `undecided`. */
export const firm = (answer: RulingAnswer, undecided: readonly string[]): boolean =>
  decided(answer) && !DECISIVE.some((id) => undecided.includes(id));

/** The payments that hold already. */
export const heldPayments = (answer: RulingAnswer, undecided: readonly string[]): readonly Payment[] =>
  firm(answer, undecided) ? (answer.ruling?.explanation?.payments ?? []) : [];

/** The hand's name in Chinese, if it is the same under all possible answers. */
export const handTerm = (answer: RulingAnswer): string | null => (agreed(answer, 'hu_label') ? (answer.ruling?.hu_label ?? null) : null);

export function headline(answer: RulingAnswer, facts: Facts): string {
  switch (outcome(answer, facts)) {
    case 'draw':
      return methodName('huangzhuang');
    case 'none':
      return t('page.result.no_win');
    case 'win':
      return capital(handName(handTerm(answer) ?? '') || t('page.result.win'));
    default:
      return t('page.result.open');
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a hand is worth: 四类 · 16 分, or 14 番 where there are no classes. */
export function worthText(worth: { hu_class: number | null; class_points?: number | null; points?: number | null }, ruleset: string): string {
  if (worth.hu_class !== null) return t('page.result.class', { number: t(`page.rank.${worth.hu_class}`), points: worth.class_points ?? worth.points ?? '' });
  if (worth.points == null) return '';
  const own = `page.result.points.${ruleset}`;
  return t(known(own) ? own : 'page.systems.points', { points: worth.points, count: worth.points });
}

/** 四类 · 16 分 · 自摸, or nothing where it does not apply. */
export function subline(answer: RulingAnswer, draft: Draft, facts: Facts): string {
  const ruling = answer.ruling;
  if (outcome(answer, facts) !== 'win' || !ruling) return '';
  const parts = [
    agreed(answer, 'hu_class') && (ruling.hu_class !== null || answer.certain) ? worthText(ruling, table.ruleset) : '',
    answerText('method', draft, facts),
  ];
  return parts.filter(Boolean).join(' · ');
}

export interface Figure {
  readonly text: string;
  readonly span: boolean;
  /** Which way the money goes, where that is known. */
  readonly sign: number;
  /** What the figure leaves open, in a word. */
  readonly caveat: string;
}

/** What a seat gains: one number, −40…−8 while it is open, ? while nothing can be said; and how far it can be relied on. */
export function figure(answer: RulingAnswer, seat: Seat, undecided: readonly string[]): Figure {
  const points = answer.settlement?.[seat] ?? 0;
  const known = answer.certain || answer.range;
  const [low, high] = [answer.range?.low[seat] ?? points, answer.range?.high[seat] ?? points];
  const span = low !== high;
  const text = !known ? '?' : span ? `${signed(low)}…${signed(high)}` : signed(low);
  const sign = !known || Math.sign(low) !== Math.sign(high) ? 0 : Math.sign(low);
  return { text, span, sign, caveat: caveat(undecided, !span) };
}

function caveat(undecided: readonly string[], plain: boolean): string {
  const left = ADDING.filter((id) => undecided.includes(id));
  if (left.length > 0) return t('page.result.without', { what: list(left.map((id) => t(`page.result.without.${id}`))) });
  return plain && undecided.length > 0 ? t('page.result.if') : '';
}

export function spoken(answer: RulingAnswer, draft: Draft, facts: Facts, undecided: readonly string[]): string {
  const sentences = [...provisional(answer, undecided), ...verdict(answer, draft, facts), ...money(answer, undecided)];
  return sentences.map((sentence) => sentence.replace(/[。.]$/, '')).join(t('page.say.stop')) + t('page.say.end');
}

function provisional(answer: RulingAnswer, undecided: readonly string[]): string[] {
  if (undecided.length === 0) return [];
  const open = list(undecided.map((id) => t(`page.question.${id}`).replace(/[？?]$/, '')));
  const left = ADDING.filter((id) => undecided.includes(id)).map((id) => t(`page.result.without.${id}`));
  const without = answer.settlement && left.length > 0 ? [t('page.say.without', { what: list(left) })] : [];
  return [t('page.say.conditional', { open }), ...without];
}

function verdict(answer: RulingAnswer, draft: Draft, facts: Facts): string[] {
  const winner = winnerSeat(facts);
  const kind = outcome(answer, facts);
  if (kind === 'win') {
    const what = list([headline(answer, facts), subline(answer, draft, facts)].filter(Boolean));
    return [winner === null ? t('page.say.hand', { what }) : t('page.say.win', { name: table.name(winner), what })];
  }
  if (kind !== 'none') return [headline(answer, facts)];
  return [
    winner === null ? t('page.result.no_win') : t('page.say.no_win', { name: table.name(winner) }),
    ...(answer.ruling?.explanation?.faults ?? []).map(explained),
    ...(answer.ruling?.explanation?.nearest ?? []).slice(0, 1).map(explained),
  ];
}

function money(answer: RulingAnswer, undecided: readonly string[]): string[] {
  if (!answer.settlement) return [];
  const owed = debts(heldPayments(answer, undecided)).map((debt) =>
    t('page.say.pays', { payer: table.name(debt.payer), payee: table.name(debt.payee), amount: debt.amount }),
  );
  if (owed.length > 0) return [list(owed)];
  const each = answer.range ? ranges(answer.range) : answer.certain ? balance(answer.settlement) : [];
  return each.length > 0 ? [list(each)] : [];
}

const ranges = ({ low, high }: NonNullable<RulingAnswer['range']>): string[] =>
  SEATS.flatMap((seat) =>
    low[seat] === high[seat]
      ? change(seat, low[seat])
      : [t('page.say.between', { name: table.name(seat), low: signed(low[seat]), high: signed(high[seat]) })],
  );

const balance = (settlement: PerSeat<number>): string[] => SEATS.flatMap((seat) => change(seat, settlement[seat]));

const change = (seat: Seat, points: number): string[] =>
  points === 0 ? [] : [t(points > 0 ? 'page.say.gains' : 'page.say.loses', { name: table.name(seat), amount: Math.abs(points) })];
