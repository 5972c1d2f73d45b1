/** The outcome in words: what is read aloud and what the saved picture says. */
import { answerText } from './answers';
import type { Draft } from './draft';
import { debts, explained, handName } from './explain';
import { type Facts, winnerSeat } from './facts';
import { list, signed, t } from './i18n.svelte';
import { SEATS } from './seats';
import { table } from './table.svelte';
import type { RulingAnswer, Seat } from './types';

export const outcome = (answer: RulingAnswer, facts: Facts): 'win' | 'none' | 'draw' | 'unknown' => {
  if (facts.winner === 'none') return 'draw';
  if (answer.ruling?.valid === true) return 'win';
  return answer.ruling?.valid === false ? 'none' : 'unknown';
};

export function headline(answer: RulingAnswer, facts: Facts): string {
  switch (outcome(answer, facts)) {
    case 'draw':
      return t('page.method.huangzhuang');
    case 'none':
      return t('page.result.no_win');
    case 'win':
      return capital(answer.ruling?.hu_label ? handName(answer.ruling.hu_label) : t('page.result.win'));
    default:
      return t('page.result.open');
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** 四类 · 16 分 · 自摸, or nothing where it does not apply. */
export function subline(answer: RulingAnswer, draft: Draft, facts: Facts): string {
  const ruling = answer.ruling;
  if (outcome(answer, facts) !== 'win' || !ruling) return '';
  const parts = [
    ruling.hu_class === null ? '' : t('page.result.class', { number: t(`page.rank.${ruling.hu_class}`), points: ruling.class_points }),
    answerText('method', draft, facts),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** −40…−8 while it is open what a seat gains; null where it is one number after all. */
export function gains(answer: RulingAnswer, seat: Seat): string | null {
  const [low, high] = [answer.range?.low[seat], answer.range?.high[seat]];
  return low === undefined || high === undefined || low === high ? null : `${signed(low)}…${signed(high)}`;
}

export function spoken(answer: RulingAnswer, draft: Draft, facts: Facts): string {
  const winner = winnerSeat(facts);
  const sentences: string[] = [];
  const kind = outcome(answer, facts);
  const name = winner === null ? '' : table.name(winner);
  if (kind === 'win') {
    sentences.push(t('page.say.win', { name, label: headline(answer, facts), detail: subline(answer, draft, facts) }));
  } else if (kind === 'none') {
    sentences.push(t('page.say.no_win', { name }));
    sentences.push(...(answer.ruling?.explanation?.faults ?? []).map(explained));
    sentences.push(...(answer.ruling?.explanation?.nearest ?? []).slice(0, 1).map(explained));
  } else sentences.push(headline(answer, facts));
  const payments = answer.ruling?.explanation?.payments ?? [];
  const owed = debts(payments).map((debt) =>
    t('page.say.pays', { payer: table.name(debt.payer), payee: table.name(debt.payee), amount: debt.amount }),
  );
  if (owed.length > 0) sentences.push(list(owed));
  else if (answer.settlement) sentences.push(list(balance(answer.settlement)));
  if (!answer.certain) sentences.push(t('page.say.conditional'));
  return sentences.map((sentence) => sentence.replace(/[。.]$/, '')).join(t('page.say.stop')) + t('page.say.end');
}

const balance = (settlement: readonly number[]): string[] =>
  SEATS.filter((seat) => settlement[seat] !== 0).map((seat: Seat) => {
    const points = settlement[seat] ?? 0;
    return t(points > 0 ? 'page.say.gains' : 'page.say.loses', { name: table.name(seat), amount: Math.abs(points) });
  });
