/** Whether the hand on the table is one in play, to be advised on, instead of one that won. Survives a reload. */
import { load, save, session } from './storage';

const STORED = 'paiyan.advising';

class Advising {
  #on = $state(load<boolean>(session, STORED) ?? false);

  get on(): boolean {
    return this.#on;
  }

  set on(on: boolean) {
    this.#on = on;
    save(session, STORED, on || null);
  }
}

export const advising = new Advising();
