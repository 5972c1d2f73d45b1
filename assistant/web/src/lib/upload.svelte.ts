/** A chosen photo until the server has read it: neither a lost connection nor a reload must cost it. */
import { client } from './api';
import { fromDataUrl, shrink, toDataUrl } from './photo';
import { load, save, session } from './storage';
import { table } from './table.svelte';
import { tileSets } from './tileSets.svelte';
import type { Photo, Reading } from './types';

const STORED = 'paiyan.photo';

class Upload {
  pending = $state.raw<Blob | null>(null);
  /** The share of it that was sent; null while it is not being read. */
  progress = $state<number | null>(null);
  #sending: AbortController | null = null;

  constructor() {
    const photo = load<string>(session, STORED);
    if (photo) this.pending = fromDataUrl(photo);
  }

  async take(file: Blob): Promise<void> {
    this.progress = 0;
    this.pending = await shrink(file);
    save(session, STORED, await toDataUrl(this.pending).catch(() => null));
  }

  /** Has the photo read by the rules of the table; null where there is none. Rejects with the `Problem` there was. */
  async send(): Promise<{ photo: Photo; reading: Reading } | null> {
    if (!this.pending) return null;
    this.progress = 0;
    this.#sending = new AbortController();
    try {
      const reading = { rules: table.ruleset, tile_set: tileSets.chosen ?? undefined };
      return await client.upload(this.pending, reading, (share) => (this.progress = share), this.#sending.signal);
    } catch (error) {
      tileSets.refused(error);
      throw error;
    } finally {
      this.progress = null;
      this.#sending = null;
    }
  }

  cancel(): void {
    this.#sending?.abort();
  }

  /** Forgets the photo. */
  drop(): void {
    this.pending = null;
    save(session, STORED, null);
  }
}

export const upload = new Upload();
