/** The evening's game: kept by the server, and on this device as long as the server is not reached. */
import type { Client } from './client';
import type { Kong } from './facts';
import { type HandRecord, recordsOf, repeatsOf, roundOf } from './evening';
import { type Command, flush, post, waitsFor } from './outbox';
import { Problem } from './problem';
import { table } from './table.svelte';
import type { GameState, Params } from './types';

const unique = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

const ABOUT_HAND: readonly string[] = ['game.kong', 'game.ming'];

class Ledger {
  /** Why the server did not take what was told of the hand being played. */
  refused = $state.raw<Problem | null>(null);
  /** The game as the server last told it; null as long as it has not. */
  #state = $state.raw<GameState | null>(null);
  #waiting = $state(waitsFor(table.game));

  /** How much the server has not been told yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The server's game, where it is all that happened. */
  get state(): GameState | null {
    return this.#waiting === 0 && this.#state?.id === table.game ? this.#state : null;
  }

  get round(): number {
    return this.state?.round ?? roundOf(table.hands, table.dealer);
  }

  get repeats(): number {
    return this.state?.repeats ?? repeatsOf(table.hands, table.dealer);
  }

  /** Whether all 圈 of a game with an end have been played. */
  get over(): boolean {
    return this.state?.over ?? (table.rounds !== null && this.round >= table.rounds);
  }

  get canUndo(): boolean {
    return this.state?.can_undo ?? (table.hands.length > 0 || table.noted.kongs.length > 0 || table.noted.ming !== null);
  }

  get canRedo(): boolean {
    return this.state?.can_redo ?? table.undone.length > 0;
  }

  /** Enters a settled hand and moves the dealer on. */
  enter(hand: HandRecord): void {
    const before = table.begun ? [] : this.#fromTheStart();
    table.enter(hand);
    this.#post(...before, ...this.#names(), entered(table.game, hand));
  }

  /** Tells of a kong while the hand is played. */
  kong(kong: Kong): void {
    const before = table.begun ? [] : this.#fromTheStart();
    table.note({ kongs: [...table.noted.kongs, kong] });
    this.#post(...before, event(table.game, `kong-${unique()}`, 'game.kong', { ...kong }));
  }

  /** Tells which tile was turned up (明牌). */
  ming(tile: string): void {
    const before = table.begun ? [] : this.#fromTheStart();
    table.note({ ming: tile });
    this.#post(...before, event(table.game, `ming-${unique()}`, 'game.ming', { tile }));
  }

  undo(): void {
    if (!this.canUndo) return;
    this.#step('undo');
    table.undo();
  }

  redo(): void {
    if (!this.canRedo) return;
    this.#step('redo');
    table.redo();
  }

  /** Tells the server what the players are called now. */
  rename(): void {
    if (table.begun) this.#post(...this.#names());
  }

  /** Goes by a game that is played on the server already. */
  join(state: GameState): void {
    table.join(state);
    this.#take(state);
  }

  /** Takes over what another tab of this browser did, and asks the server again. */
  reload(): void {
    table.reload();
    this.#state = null;
    this.#waiting = waitsFor(table.game);
  }

  fresh(): void {
    table.newEvening();
    this.#state = null;
    this.#waiting = 0;
  }

  /** Sends what waits and takes the server's word for the rest; rejects where the server cannot be asked now. */
  async sync(client: Client): Promise<void> {
    await flush(client, {
      answered: (command, state) => this.#answered(command, state),
      unknown: (game) => (game === table.game ? this.#fromTheStart() : []),
      refused: (command, problem) => this.#refused(command, problem),
    });
    this.#waiting = waitsFor(table.game);
    if (!table.begun || table.apart || this.#waiting > 0 || this.#state) return;
    try {
      this.#take(await client.game(table.game));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error;
      // Another server, or its data were cleared: it is told everything this device knows.
      this.#post(...this.#fromTheStart());
      await this.sync(client);
    }
  }

  #answered(command: Command, state: GameState): void {
    this.#waiting = waitsFor(table.game);
    if (command.game === table.game && this.#waiting === 0) this.#take(state);
  }

  #take(state: GameState): void {
    if (state.id !== table.game || table.apart) return;
    this.#state = state;
    table.take(recordsOf(state), state);
  }

  /** A step that the server finds nothing to do for leaves no trace; what it does not enter stays on this device. */
  #refused(command: Command, problem: Problem): void {
    if (command.game !== table.game) return;
    this.#state = null;
    if (!command.path.endsWith('/events')) return;
    console.error(problem);
    // What was told of the hand being played is told again with the hand itself.
    if (ABOUT_HAND.includes(String(command.body['type']))) this.refused = problem;
    else table.setApart();
  }

  #step(step: 'undo' | 'redo'): void {
    const before = table.begun ? [] : this.#fromTheStart();
    this.#post(...before, { game: table.game, client_id: `${step}-${unique()}`, path: `games/${encodeURIComponent(table.game)}/${step}`, body: {} });
  }

  #post(...commands: readonly Command[]): void {
    if (table.apart) return;
    post(...commands);
    this.#waiting = waitsFor(table.game);
  }

  /** The whole game as this device knows it. */
  #fromTheStart(): Command[] {
    table.setBegun();
    const body = {
      id: table.game,
      ruleset: table.ruleset,
      options: table.options,
      names: [...table.typedNames],
      dealer: table.hands[0]?.dealer ?? table.dealer,
    };
    // The same in every tab of this browser: the game is begun once.
    const begin = { game: table.game, client_id: `begin-${table.game}`, path: 'games', body };
    return [begin, ...table.hands.map((hand) => entered(table.game, hand))];
  }

  #names(): Command[] {
    const names = [...table.typedNames];
    if (!table.namesChanged()) return [];
    return [event(table.game, `names-${unique()}`, 'game.named', { names })];
  }
}

const event = (game: string, client_id: string, type: string, payload: Params): Command => ({
  game,
  client_id,
  path: `games/${encodeURIComponent(game)}/events`,
  body: { type, payload },
});

/** A hand, or points passed, as the server takes it. */
function entered(game: string, record: HandRecord): Command {
  const id = `hand-${record.ruling_id}-${unique()}`;
  if (record.note !== undefined) {
    const payment = record.payments?.[0];
    return event(game, id, 'game.points', { payer: payment?.payer, payee: payment?.payee, amount: payment?.amount, note: record.note });
  }
  const points = { settlement: record.settlement, dealer: record.dealer, winner: record.winner, label: record.label ?? '' };
  if (!record.case) return event(game, id, 'game.hand', points);
  const whole = event(game, id, 'game.hand', { case: record.case, ...(record.ruling_id.startsWith('seq-') ? {} : { ruling_id: record.ruling_id }) });
  return { ...whole, spare: { type: 'game.hand', payload: points } };
}

export const ledger = new Ledger();
