/** When a hand is settled, what still keeps it from that, and what the evening's account has of it then. */
import type { Draft } from './draft';
import type { HandRecord } from './evening';
import { type FactId, type Facts, winnerSeat } from './facts';
import { caseFromDraft } from './request';
import type { Rules, SystemFacts } from './systems';
import { table } from './table.svelte';
import type { PerSeat, Question, RulingAnswer } from './types';

const NOTHING: PerSeat<number> = [0, 0, 0, 0];

/** Facts the server takes for granted unless it is told, so the page minds them. */
const ONLY_HERE: readonly FactId[] = ['dealer', 'barred', 'liable', 'xuehui', 'followed', 'shaozhuang', 'early_draw'];
/** Questions of the server that the page asks under another name. */
const SAME_FACT: Readonly<Record<string, FactId>> = { bao_seat: 'liable', hubao_partner: 'liable' };

interface Open {
  readonly answer: RulingAnswer | null;
  readonly facts: Facts;
  /** What the reading itself leaves open. */
  readonly atSight: readonly Question[];
  /** Facts nobody has told. */
  readonly untold: readonly FactId[];
}

/** Whether the ruling holds whatever the answers to what the server asks. Fragments say who wins, and settle nothing. */
export const decided = (answer: RulingAnswer, system: SystemFacts = table.system): boolean =>
  answer.certain && (answer.settlement !== null || !system.pays_wins);

/** What keeps the ruling provisional: what the server asks, and what it cannot know of. */
export function undecided({ answer, facts, atSight, untold }: Open): string[] {
  const asked = (answer?.questions ?? []).map((question) => SAME_FACT[question.id] ?? question.id);
  const seen = facts.winner === 'none' ? [] : atSight.map(({ id }) => id).filter((id) => id !== 'tile_doubt');
  return [...new Set([...asked, ...seen, ...untold.filter((id) => ONLY_HERE.includes(id))])];
}

/** A settled hand as it goes into the evening's account; null as long as it cannot. */
export function recordOf(answer: RulingAnswer, draft: Draft, facts: Facts, rules: Rules): HandRecord | null {
  const settlement = answer.settlement ?? (decided(answer, rules.system) ? NOTHING : null);
  if (!settlement || facts.dealer === null) return null;
  const winner = winnerSeat(facts);
  const ruling = answer.ruling;
  return {
    ruling_id: answer.id,
    at: new Date().toISOString(),
    dealer: facts.dealer,
    winner,
    label: ruling?.hu_label ?? null,
    settlement,
    hu_class: ruling?.hu_class ?? null,
    points: ruling?.class_points ?? ruling?.points ?? null,
    method: winner === null ? null : facts.method,
    payments: ruling?.explanation?.payments ?? [],
    case: caseFromDraft(draft, facts, rules),
  };
}
