/** Whether the Paiyan server can be reached; asked again on its own until it answers. */
import { client } from './api';
import { ledger } from './ledger.svelte';
import { Problem } from './problem';
import { table } from './table.svelte';

const EVERY_MS = 5000;

class Server {
  lost = $state(false);
  /** Whether this page has heard of the rule systems; what it kept may be of an older server. */
  #told = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Asks the server once; keeps asking while it stays silent. */
  async ask(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      if (this.#told) await client.health();
      else table.rulesets = await client.rulesets();
      this.#told = true;
      await ledger.sync(client);
    } catch (error) {
      this.lost = error instanceof Problem && error.code === 'lost_connection';
      if (this.lost) this.#timer = setTimeout(() => void this.ask(), EVERY_MS);
    }
  }

  /** Somebody found the server silent. */
  noticed(): void {
    clearTimeout(this.#timer);
    this.lost = true;
    this.#timer = setTimeout(() => void this.ask(), EVERY_MS);
  }
}

export const server = new Server();

client.onreached = () => {
  server.lost = false;
};
