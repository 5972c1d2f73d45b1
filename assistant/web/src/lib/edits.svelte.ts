/** The tiles and the facts of a hand as a person changes them; what was changed or answered can be taken back. */
import type { Change } from './ask';
import { type Draft, EMPTY_DRAFT } from './draft';
import { type Facts, NO_FACTS } from './facts';
import { begin, type History, record, redo, undo } from './history';
import { table } from './table.svelte';

/** An answer given by one tap, and what was there before it. */
interface Answered {
  readonly words: string;
  readonly history: History<Draft>;
  readonly facts: Facts;
  readonly ruleset: string;
}

export class Edits {
  #history = $state.raw<History<Draft>>(begin(EMPTY_DRAFT));
  #facts = $state.raw<Facts>(NO_FACTS);
  /** Answers given by one tap since anything else was changed, the last one at the end. */
  #answered = $state.raw<readonly Answered[]>([]);
  #version = 0;
  readonly #onchange: () => void;

  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  /** Starts anew from here: nothing before it can be brought back. */
  begin(draft: Draft, facts: Facts): void {
    this.#history = begin(draft);
    this.#facts = facts;
    this.#answered = [];
    this.#version += 1;
  }

  get draft(): Draft {
    return this.#history.now;
  }

  get facts(): Facts {
    return this.#facts;
  }

  /** Grows with every change: an answer to an older question is no answer. */
  get version(): number {
    return this.#version;
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  edit(change: (draft: Draft) => Draft): void {
    this.#become(record(this.#history, change(this.draft)), this.#facts);
  }

  undo(): void {
    this.#become(undo(this.#history), this.#facts);
  }

  redo(): void {
    this.#become(redo(this.#history), this.#facts);
  }

  answerFacts(change: Partial<Facts>): void {
    this.#become(this.#history, { ...this.#facts, ...change });
  }

  /** Something else was changed that they are settled by. */
  outdated(): void {
    this.#become(this.#history, this.#facts);
  }

  /** The answer given by one tap that can be taken back, in words. */
  get lastAnswer(): string | null {
    return this.#answered.at(-1)?.words ?? null;
  }

  get answersGiven(): number {
    return this.#answered.length;
  }

  /** Takes the answer to a question. */
  tell({ draft, facts, ruleset }: Change, words: string): void {
    const answered = [...this.#answered, { words, history: this.#history, facts: this.#facts, ruleset: table.ruleset }];
    if (ruleset !== undefined) table.ruleset = ruleset;
    const history = draft ? record(this.#history, draft(this.draft)) : this.#history;
    this.#become(history, { ...this.#facts, ...facts }, answered);
  }

  /** Everything as it was before the last answer. */
  takeBack(): void {
    const last = this.#answered.at(-1);
    if (last && last.ruleset !== table.ruleset) table.ruleset = last.ruleset;
    if (last) this.#become(last.history, last.facts, this.#answered.slice(0, -1));
  }

  #become(history: History<Draft>, facts: Facts, answered: readonly Answered[] = []): void {
    this.#history = history;
    this.#facts = facts;
    this.#answered = answered;
    this.#version += 1;
    this.#onchange();
  }
}
