/** Events for the server's log that wait on this device until the server has taken them. */
import type { Client } from './client';
import { Problem } from './problem';
import { load, local, save } from './storage';
import type { Params } from './types';

export interface GameEvent {
  readonly type: string;
  readonly game_id: string;
  /** The server keeps an event sent twice once. */
  readonly client_id: string;
  readonly payload: Params;
}

const STORED = 'paiyan.outbox';
let sending = false;

const waiting = (): GameEvent[] => load<GameEvent[]>(local, STORED) ?? [];

export function post(event: GameEvent): void {
  save(local, STORED, [...waiting(), event]);
}

/** Sends what waits, in order. Stops where the server cannot be reached; drops what it refuses for good. */
export async function flush(client: Client): Promise<void> {
  if (sending) return;
  sending = true;
  try {
    for (let next = waiting()[0]; next !== undefined; next = waiting()[0]) {
      try {
        await client.logEvent(next);
      } catch (error) {
        if (!(error instanceof Problem) || error.status < 400 || error.status >= 500 || error.status === 401) return;
      }
      save(local, STORED, waiting().slice(1));
    }
  } finally {
    sending = false;
  }
}
