/** The hand being settled: photo, reading, corrections, facts and ruling. Survives a reload of the tab. */
import { Client } from './client';
import { type Change, openAtSight, type Scene } from './ask';
import { differs, type Draft, draftFromReading, EMPTY_DRAFT } from './draft';
import { type FactId, type Facts, NO_FACTS, openQuestions, winnerSeat } from './facts';
import { begin, type History, record, redo, undo } from './history';
import { locale } from './i18n.svelte';
import { fromDataUrl, shrink, toDataUrl } from './photo';
import { ledger } from './ledger.svelte';
import { Problem } from './problem';
import { caseFromDraft, correctionFromDraft, rulingRequest } from './request';
import { load, save, session } from './storage';
import { table } from './table.svelte';
import { tileSets } from './tileSets.svelte';
import type { Photo, Question, Reading, RulingAnswer } from './types';

export type Step = 'photo' | 'check' | 'facts' | 'result';
const STORED = 'paiyan.hand';
const STORED_PHOTO = 'paiyan.photo';

/** A reading with the keys its tiles have in the draft, in its own order. */
interface Keyed {
  readonly reading: Reading;
  readonly known: readonly number[];
}

/** An answer given by one tap, and what was there before it. */
interface Answered {
  readonly words: string;
  readonly history: History<Draft>;
  readonly facts: Facts;
}

interface Kept {
  step: Step;
  photo: Photo | null;
  reading: Reading | null;
  first?: Keyed | null;
  base: Draft;
  known: readonly number[];
  draft: Draft;
  facts: Facts;
  answer: RulingAnswer | null;
}

/** Facts the server takes for granted unless it is told, so the page minds them. */
const ONLY_HERE: readonly FactId[] = ['dealer', 'barred', 'liable', 'xuehui', 'followed', 'shaozhuang', 'early_draw'];
/** Questions of the server that the page asks under another name. */
const SAME_FACT: Readonly<Record<string, FactId>> = { bao_seat: 'liable', hubao_partner: 'liable' };

/** What is known of a hand before anybody was asked: by the evening's account, and as it was told while playing. */
const knownFacts = (): Facts => ({
  ...NO_FACTS,
  dealer: table.dealer,
  round: table.roundWind,
  noted: table.noted.kongs,
  ming: table.noted.ming,
});

export const client = new Client(() => locale.lang);

class Hand {
  step = $state<Step>('photo');
  photo = $state.raw<Photo | null>(null);
  reading = $state.raw<Reading | null>(null);
  facts = $state.raw<Facts>(NO_FACTS);
  answer = $state.raw<RulingAnswer | null>(null);
  /** The chosen photo until the server has read it: a lost connection must not cost it. */
  pending = $state.raw<Blob | null>(null);
  progress = $state<number | null>(null);
  ruling = $state(false);
  problem = $state.raw<Problem | null>(null);
  #history = $state.raw<History<Draft>>(begin(EMPTY_DRAFT));
  /** The draft as the server last knew it. */
  #base: Draft = EMPTY_DRAFT;
  /** Keys of the reading's tiles in its own order. */
  #known: readonly number[] = [];
  /** What the detector read: every correction is one of this, so that one taken back leaves nothing behind. */
  #first = $state.raw<Keyed | null>(null);
  /** Answers given by one tap since anything else was changed, the last one at the end. */
  #answered = $state.raw<readonly Answered[]>([]);
  /** Grows with every change: an answer to an older question is no answer. */
  #version = 0;
  #upload: AbortController | null = null;

  constructor() {
    const kept = load<Kept>(session, STORED);
    if (kept) {
      this.step = kept.step;
      this.photo = kept.photo;
      this.reading = kept.reading;
      this.facts = { ...NO_FACTS, ...kept.facts };
      this.answer = kept.answer;
      this.#base = kept.base;
      this.#known = kept.known;
      this.#first = kept.first ?? (kept.reading ? { reading: kept.reading, known: kept.known } : null);
      this.#history = begin(kept.draft);
    } else {
      this.facts = knownFacts();
    }
    const photo = load<string>(session, STORED_PHOTO);
    if (photo) this.pending = fromDataUrl(photo);
  }

  get draft(): Draft {
    return this.#history.now;
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  get questions() {
    return openQuestions(this.draft, this.facts, table.rules);
  }

  get scene(): Scene {
    return { draft: this.draft, facts: this.facts, known: this.#known };
  }

  /** What the photo itself showed, before anybody corrected it. */
  get firstReading(): Reading | null {
    return this.#first?.reading ?? null;
  }

  /** What a question is put about: one of the first reading counts the tiles as that did. */
  sceneOf(question: Question): Scene {
    const first = this.#first;
    return { ...this.scene, known: first?.reading.questions.includes(question) ? first.known : this.#known };
  }

  /** What the reading itself leaves open and nobody has answered. */
  get atSight(): readonly Question[] {
    const first = this.#first;
    return first ? openAtSight(first.reading, { ...this.scene, known: first.known }) : [];
  }

  /** The answer given by one tap that can be taken back, in words. */
  get lastAnswer(): string | null {
    return this.#answered.at(-1)?.words ?? null;
  }

  get answersGiven(): number {
    return this.#answered.length;
  }

  /** Takes the answer to a question; on the result the hand is ruled on again at once. */
  tell({ draft, facts }: Change, words: string): void {
    const answered = [...this.#answered, { words, history: this.#history, facts: this.facts }];
    if (draft) this.#history = record(this.#history, draft(this.draft));
    if (facts) this.facts = { ...this.facts, ...facts };
    this.#changed();
    this.#answered = answered;
    if (this.step === 'result') void this.rule();
  }

  /** Everything as it was before the last answer. */
  takeBack(): void {
    const last = this.#answered.at(-1);
    if (!last) return;
    const rest = this.#answered.slice(0, -1);
    this.#history = last.history;
    this.facts = last.facts;
    this.#changed();
    this.#answered = rest;
    if (this.step === 'result') void this.rule();
  }

  #keep(): void {
    save(session, STORED, {
      step: this.step,
      photo: this.photo,
      reading: this.reading,
      first: this.#first,
      base: this.#base,
      known: this.#known,
      draft: this.draft,
      facts: this.facts,
      answer: this.answer,
    } satisfies Kept);
  }

  go(step: Step): void {
    this.step = step;
    this.problem = null;
    this.#keep();
    if (step === 'result') void this.rule();
  }

  edit(change: (draft: Draft) => Draft): void {
    this.#history = record(this.#history, change(this.draft));
    this.#changed();
  }

  undo(): void {
    this.#history = undo(this.#history);
    this.#changed();
  }

  redo(): void {
    this.#history = redo(this.#history);
    this.#changed();
  }

  answerFacts(change: Partial<Facts>): void {
    this.facts = { ...this.facts, ...change };
    this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    this.answer = null;
    this.#answered = [];
    this.#keep();
  }

  /** Takes a chosen photo, keeps it safe and has it read. */
  async choose(file: Blob): Promise<void> {
    this.problem = null;
    this.progress = 0;
    this.pending = await shrink(file);
    save(session, STORED_PHOTO, await toDataUrl(this.pending).catch(() => null));
    await this.read();
  }

  async read(): Promise<void> {
    const photo = this.pending;
    if (!photo) return;
    this.problem = null;
    this.progress = 0;
    this.#upload = new AbortController();
    try {
      const { photo: stored, reading } = await client.upload(photo, { rules: table.ruleset, tile_set: tileSets.chosen ?? undefined }, (share) => (this.progress = share), this.#upload.signal);
      this.photo = stored;
      this.reading = reading;
      this.#base = draftFromReading(reading);
      this.#known = reading.tiles.map((_, index) => index);
      this.#first = { reading, known: this.#known };
      this.#history = begin(this.#base);
      this.facts = knownFacts();
      this.dropPhoto();
      this.go('check');
    } catch (error) {
      tileSets.refused(error);
      this.#fail(error);
    } finally {
      this.progress = null;
      this.#upload = null;
    }
  }

  cancelUpload(): void {
    this.#upload?.abort();
  }

  /** Forgets the photo that is waiting to be sent. */
  dropPhoto(): void {
    this.pending = null;
    save(session, STORED_PHOTO, null);
  }

  /** Starts without a photo: the tiles are picked by hand, or nobody won. */
  startWithout(facts: Partial<Facts>, step: Step): void {
    this.#reset();
    this.facts = { ...this.facts, ...facts };
    this.go(step);
  }

  /** Asks for the ruling on what is known now; corrections go first, so they are kept as labels. */
  async rule(): Promise<void> {
    if (this.answer || this.ruling) return;
    this.ruling = true;
    this.problem = null;
    try {
      for (let asked = -1; asked !== this.#version && this.step === 'result'; ) {
        asked = this.#version;
        const answer = await this.#ask(this.draft, this.facts);
        if (asked === this.#version) this.answer = answer;
      }
      this.#keep();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.ruling = false;
    }
  }

  /** Tells the server what was corrected, so that it is kept as labels. */
  async tellCorrections(draft = this.draft): Promise<void> {
    if (this.#first && differs(this.#base, draft)) await this.#correct(this.#first, draft);
  }

  async #ask(draft: Draft, facts: Facts): Promise<RulingAnswer> {
    await this.tellCorrections(draft);
    return client.rule(rulingRequest(this.reading?.id ?? null, draft, facts, table.rules));
  }

  async #correct({ reading, known }: Keyed, draft: Draft): Promise<void> {
    const { correction, sent } = correctionFromDraft(draft, known);
    try {
      this.reading = await client.correct(reading.id, correction);
    } catch (error) {
      // What does not do as a label can still be ruled on: the case says it all.
      if (error instanceof Problem && error.status === 422) return console.warn(error);
      throw error;
    }
    this.#base = draft;
    this.#known = sent;
  }

  /** Other house rules make another ruling. */
  rulesChanged(): void {
    this.#changed();
    if (this.step === 'result') void this.rule();
  }

  #fail(error: unknown): void {
    const problem = error instanceof Problem ? error : null;
    if (problem?.code === 'aborted') return;
    this.problem = problem ?? new Problem('failed', 0, '', '');
    if (!problem) console.error(error);
  }

  /** What keeps the ruling provisional: what the server asks, and what it cannot know of. */
  get undecided(): string[] {
    const asked = (this.answer?.questions ?? []).map((question) => SAME_FACT[question.id] ?? question.id);
    if (this.facts.winner !== 'none') for (const { id } of this.atSight) if (id !== 'tile_doubt') asked.push(id);
    for (const id of this.questions) if (ONLY_HERE.includes(id)) asked.push(id);
    return [...new Set(asked)];
  }

  /** Whether nothing open can change the result. */
  get settled(): boolean {
    return this.answer?.certain === true && this.answer.settlement !== null && this.undecided.length === 0;
  }

  /** Whether the hand is over and can go into the evening's account: after a hand that does not win, play goes on. */
  get over(): boolean {
    return this.settled && this.answer?.ruling?.valid !== false;
  }

  /** Enters the hand and clears the table for the next one. */
  next(): void {
    const { answer, facts } = this;
    if (!this.over || !answer?.settlement || facts.dealer === null) return;
    const winner = winnerSeat(facts);
    const ruling = answer.ruling;
    ledger.enter({
      ruling_id: answer.id,
      at: new Date().toISOString(),
      dealer: facts.dealer,
      winner,
      label: ruling?.hu_label ?? null,
      settlement: answer.settlement,
      hu_class: ruling?.hu_class ?? null,
      points: ruling?.class_points ?? ruling?.points ?? null,
      method: winner === null ? null : facts.method,
      payments: ruling?.explanation?.payments ?? [],
      case: caseFromDraft(this.draft, facts, table.rules),
    });
    this.#reset();
    this.go('photo');
    void ledger.sync(client).catch((error: unknown) => this.#fail(error));
  }

  discard(): void {
    this.#reset();
    this.dropPhoto();
    this.go('photo');
  }

  /** What the account says of a hand nobody has begun to settle. */
  refresh(): void {
    const { dealer, round, noted, ming } = knownFacts();
    this.answerFacts({ dealer, round, noted, ming });
  }

  #reset(): void {
    this.photo = null;
    this.reading = null;
    this.answer = null;
    this.problem = null;
    this.#base = EMPTY_DRAFT;
    this.#known = [];
    this.#first = null;
    this.#answered = [];
    this.#version += 1;
    this.#history = begin(EMPTY_DRAFT);
    this.facts = knownFacts();
  }
}

export const hand = new Hand();
