/** What happened in a game and waits on this device until the server has taken it, in order. */
import type { Client } from './client';
import { Problem } from './problem';
import { load, local, save } from './storage';
import type { GameState, Params } from './types';

export interface Command {
  readonly game: string;
  /** The server takes a command sent twice once. */
  readonly client_id: string;
  readonly path: string;
  readonly body: Params;
  /** What to send instead where the server refuses the body for good. */
  readonly spare?: Params;
}

/** What follows from the server's answers. */
export interface Listener {
  answered: (command: Command, state: GameState) => void;
  /** The server does not know the game: everything to send from its beginning. */
  unknown: (game: string) => readonly Command[];
  refused: (command: Command, problem: Problem) => void;
  /** Another device of the table was first: what waits in this game waits on, until a person has said what to do. */
  asked: (command: Command, problem: Problem) => void;
}

const STORED = 'paiyan.outbox';
/** Not the fault of what was sent: it is sent again later. */
const PASSING: readonly number[] = [401, 403, 408, 425, 429];
/** Conflicts with what another device did: only a person knows how it was. */
const isAsked = (command: Command, code: string): boolean =>
  code === 'game_running' || (code === 'hand_entered' && command.body['type'] === 'game.hand');
let sending = false;

export const waiting = (): Command[] => (load<Command[]>(local, STORED) ?? []).filter((command) => 'path' in command);

export const waitsFor = (game: string): number => waiting().filter((command) => command.game === game).length;

export function post(...commands: readonly Command[]): void {
  save(local, STORED, [...waiting(), ...commands]);
}

/** Changes what waits in a game, or takes it back with null. */
export function rewrite(game: string, change: (command: Command) => Command | null): void {
  const changed = waiting().map((command) => (command.game === game ? change(command) : command));
  save(local, STORED, changed.filter((command) => command !== null));
}

/** Another tab of this browser may have sent it too, and changed what waits meanwhile. */
const replace = (sent: Command, ...commands: readonly Command[]): unknown =>
  save(local, STORED, [...commands, ...waiting().filter((command) => command.client_id !== sent.client_id)]);

/** Sends what waits; rejects where the server cannot take it now. Nothing leaves the device before it has arrived. */
export async function flush(client: Client, listener: Listener): Promise<void> {
  if (sending) return;
  sending = true;
  const begunAgain = new Set<string>();
  const held = new Set<string>();
  const first = () => waiting().find((command) => !held.has(command.game));
  try {
    for (let next = first(); next !== undefined; next = first()) {
      try {
        const state = await client.send(next.path, { ...next.body, client_id: next.client_id });
        replace(next);
        listener.answered(next, state);
      } catch (error) {
        if (!(error instanceof Problem) || error.status < 400 || error.status >= 500 || PASSING.includes(error.status)) throw error;
        if (error.status === 404 && !begunAgain.has(next.game)) {
          const game = next.game;
          begunAgain.add(game);
          save(local, STORED, [...listener.unknown(game), ...waiting().filter((command) => command.game !== game)]);
        } else if (isAsked(next, error.code)) {
          held.add(next.game);
          listener.asked(next, error);
        } else if (next.spare) {
          const { spare, ...rest } = next;
          replace(next, { ...rest, body: spare });
        } else {
          replace(next);
          listener.refused(next, error);
        }
      }
    }
  } finally {
    sending = false;
  }
}
