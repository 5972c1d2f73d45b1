/** What the photo showed, and how far the server was told of corrections to it. */
import { client } from './api';
import { answeredIn } from './atSight';
import { type Draft, differs, draftFromReading, EMPTY_DRAFT } from './draft';
import { Problem } from './problem';
import { correctionFromDraft } from './request';
import type { Photo, Question, Reading } from './types';

/** A reading with the keys its tiles have in the draft, in its own order. */
interface Keyed {
  readonly reading: Reading;
  readonly known: readonly number[];
}

/** As it is kept through a reload. */
export interface KeptSeen {
  photo: Photo | null;
  reading: Reading | null;
  first?: Keyed | null;
  base: Draft;
  known: readonly number[];
}

export class Seen {
  photo = $state.raw<Photo | null>(null);
  /** With the corrections the server knows of. */
  reading = $state.raw<Reading | null>(null);
  /** What the detector read: every correction is one of this, so that one taken back leaves nothing behind. */
  #first = $state.raw<Keyed | null>(null);
  /** The draft as the server last knew it. */
  #base: Draft = EMPTY_DRAFT;
  /** Keys of the reading's tiles in its own order. */
  #known: readonly number[] = [];

  restore({ photo, reading, first, base, known }: KeptSeen): void {
    this.photo = photo;
    this.reading = reading;
    this.#base = base;
    this.#known = known;
    this.#first = first ?? (reading ? { reading, known } : null);
  }

  get kept(): KeptSeen {
    return { photo: this.photo, reading: this.reading, first: this.#first, base: this.#base, known: this.#known };
  }

  /** Takes a photo just read; gives the draft it shows. */
  take(photo: Photo, reading: Reading): Draft {
    const known = reading.tiles.map((_, index) => index);
    this.restore({ photo, reading, base: draftFromReading(reading), known });
    return this.#base;
  }

  clear(): void {
    this.restore({ photo: null, reading: null, base: EMPTY_DRAFT, known: [] });
  }

  /** What the photo itself showed, before anybody corrected it. */
  get first(): Reading | null {
    return this.#first?.reading ?? null;
  }

  /** The keys by which a question counts its tiles: one of the first reading counts them as that did. */
  keysOf(question?: Question): readonly number[] {
    const first = this.#first;
    return question && first?.reading.questions.includes(question) ? first.known : this.#known;
  }

  get firstKeys(): readonly number[] {
    return this.#first?.known ?? [];
  }

  /** Tells the server what was corrected, so that it is kept as labels. */
  async tell(draft: Draft): Promise<void> {
    if (!this.#first || !differs(this.#base, draft)) return;
    const { reading, known } = this.#first;
    const { correction, sent } = correctionFromDraft(draft, known, answeredIn(reading, { draft, known }));
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
}
