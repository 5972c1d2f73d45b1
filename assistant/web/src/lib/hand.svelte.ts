/** The hand being settled, from the photo to the ruling. Survives a reload of the tab. */
import { client } from './api';
import { keysAsked, type Scene } from './ask';
import { openAtSight } from './atSight';
import { type Draft, EMPTY_DRAFT } from './draft';
import { Edits } from './edits.svelte';
import { type Facts, NO_FACTS, openQuestions } from './facts';
import { ledger } from './ledger.svelte';
import { Problem } from './problem';
import { rulingRequest } from './request';
import { type KeptSeen, Seen } from './seen.svelte';
import { decided, recordOf, undecided } from './settled';
import { load, save, session } from './storage';
import { table } from './table.svelte';
import type { Photo, Question, Reading, RulingAnswer } from './types';
import { upload } from './upload.svelte';

export type Step = 'photo' | 'check' | 'facts' | 'result';
const STORED = 'paiyan.hand';

interface Kept extends KeptSeen {
  step: Step;
  draft: Draft;
  facts: Facts;
  answer: RulingAnswer | null;
}

/** What is known of a hand before anybody was asked: by the evening's account, and as it was told while playing. */
const knownFacts = (): Facts => ({
  ...NO_FACTS,
  dealer: table.dealer,
  round: table.roundWind,
  noted: table.noted.kongs,
  ming: table.noted.ming,
});

class Hand {
  step = $state<Step>('photo');
  answer = $state.raw<RulingAnswer | null>(null);
  problem = $state.raw<Problem | null>(null);
  readonly edits = new Edits(() => this.#changed());
  readonly #seen = new Seen();
  /** Keys of the tiles that the last ruling asked about. */
  #asked = $state.raw<readonly number[]>([]);
  #ruling = false;

  constructor() {
    const kept = load<Kept>(session, STORED);
    if (kept) {
      this.step = kept.step;
      this.answer = kept.answer;
      this.#seen.restore(kept);
      this.edits.begin(kept.draft, { ...NO_FACTS, ...kept.facts });
      this.#noteAsked();
    } else {
      this.edits.begin(EMPTY_DRAFT, knownFacts());
    }
  }

  get draft(): Draft {
    return this.edits.draft;
  }

  get facts(): Facts {
    return this.edits.facts;
  }

  get photo(): Photo | null {
    return this.#seen.photo;
  }

  get reading(): Reading | null {
    return this.#seen.reading;
  }

  /** What the photo itself showed, before anybody corrected it. */
  get firstReading(): Reading | null {
    return this.#seen.first;
  }

  get questions() {
    return openQuestions(this.draft, this.facts, table.rules);
  }

  /** What a question is put about. */
  sceneOf(question?: Question): Scene {
    return { draft: this.draft, facts: this.facts, known: this.#seen.keysOf(question) };
  }

  /** What the reading itself leaves open and nobody has answered. */
  get atSight(): readonly Question[] {
    const first = this.#seen.first;
    return first ? openAtSight(first, { draft: this.draft, known: this.#seen.firstKeys }) : [];
  }

  /** Keys of the tiles that a ruling asked about and nobody has confirmed. */
  get askedAbout(): ReadonlySet<number> {
    const open = this.draft.tiles.filter(({ key, status }) => status !== 'confirmed' && this.#asked.includes(key));
    return new Set(open.map(({ key }) => key));
  }

  #keep(): void {
    const { step, draft, facts, answer } = this;
    save(session, STORED, { ...this.#seen.kept, step, draft, facts, answer } satisfies Kept);
  }

  go(step: Step): void {
    this.step = step;
    this.problem = null;
    this.#keep();
    if (step === 'result') void this.rule();
  }

  /** On the result the hand is ruled on again at once. */
  #changed(): void {
    this.answer = null;
    this.#keep();
    if (this.step === 'result') void this.rule();
  }

  /** Takes a chosen photo, keeps it safe and has it read. */
  async choose(file: Blob): Promise<void> {
    this.problem = null;
    await upload.take(file);
    await this.read();
  }

  async read(): Promise<void> {
    this.problem = null;
    try {
      const found = await upload.send();
      if (!found) return;
      this.#asked = [];
      this.edits.begin(this.#seen.take(found.photo, found.reading), knownFacts());
      this.answer = null;
      upload.drop();
      this.go('check');
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Forgets the photo that is waiting to be sent. */
  dropPhoto(): void {
    upload.drop();
    this.problem = null;
  }

  /** Starts without a photo: the tiles are picked by hand, or nobody won. */
  startWithout(facts: Partial<Facts>, step: Step): void {
    this.#reset(facts);
    this.go(step);
  }

  /** Asks for the ruling on what is known now; corrections go first, so they are kept as labels. */
  async rule(): Promise<void> {
    if (this.answer || this.#ruling) return;
    this.#ruling = true;
    this.problem = null;
    try {
      for (let asked = -1; asked !== this.edits.version && this.step === 'result'; ) {
        asked = this.edits.version;
        const answer = await this.#ask(this.draft, this.facts);
        if (asked === this.edits.version) this.answer = answer;
      }
      this.#noteAsked();
      this.#keep();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#ruling = false;
    }
  }

  async #ask(draft: Draft, facts: Facts): Promise<RulingAnswer> {
    await this.#seen.tell(draft);
    return client.rule(rulingRequest(this.reading, { draft, facts, known: this.#seen.keysOf() }, table.rules));
  }

  #noteAsked(): void {
    if (this.answer) this.#asked = keysAsked(this.answer, this.sceneOf());
  }

  /** Tells the server what was corrected, so that it is kept as labels. */
  tellCorrections(): Promise<void> {
    return this.#seen.tell(this.draft);
  }

  /** Other house rules make another ruling. */
  rulesChanged(): void {
    this.edits.outdated();
  }

  #fail(error: unknown): void {
    const problem = error instanceof Problem ? error : null;
    if (problem?.code === 'aborted') return;
    this.problem = problem ?? new Problem('failed', 0, '', '');
    if (!problem) console.error(error);
  }

  /** What keeps the ruling provisional. */
  get undecided(): string[] {
    return undecided({ answer: this.answer, facts: this.facts, atSight: this.atSight, untold: this.questions });
  }

  /** Whether nothing open can change the result. */
  get settled(): boolean {
    return this.answer !== null && decided(this.answer) && this.undecided.length === 0;
  }

  /** Whether the hand is over and can go into the evening's account: after a hand that does not win, play goes on. */
  get over(): boolean {
    return this.settled && this.answer?.ruling?.valid !== false;
  }

  /** Enters the hand and clears the table for the next one. */
  next(): void {
    const record = this.over && this.answer ? recordOf(this.answer, this.draft, this.facts, table.rules) : null;
    if (!record) return;
    ledger.enter(record);
    this.#reset();
    this.go('photo');
    void ledger.sync(client).catch((error: unknown) => this.#fail(error));
  }

  discard(): void {
    this.#reset();
    upload.drop();
    this.go('photo');
  }

  /** What the account says of a hand nobody has begun to settle. */
  refresh(): void {
    const { dealer, round, noted, ming } = knownFacts();
    this.edits.answerFacts({ dealer, round, noted, ming });
  }

  #reset(facts: Partial<Facts> = {}): void {
    this.#seen.clear();
    this.#asked = [];
    this.answer = null;
    this.problem = null;
    this.edits.begin(EMPTY_DRAFT, { ...knownFacts(), ...facts });
  }
}

export const hand = new Hand();
