/** The evening's game: kept by the server, and on this device as long as the server is not reached. */
import type { Client } from './client';
import type { Kong } from './facts';
import { type HandRecord, isHand, recordsOf, repeatsOf, roundOf } from './evening';
import { type Command, flush, post, rewrite, waiting, waitsFor } from './outbox';
import { Problem } from './problem';
import { table } from './table.svelte';
import type { EnteredHand, GameState, GameSummary, Params } from './types';

const unique = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** What another device of the table did first, for a person to say how it was. */
export type Conflict = { readonly running: readonly GameSummary[] } | { readonly entered: EnteredHand };

const ABOUT_HAND: readonly string[] = ['game.kong', 'game.ming'];

class Ledger {
  /** Why the server did not take what was told of the hand being played. */
  refused = $state.raw<Problem | null>(null);
  conflict = $state.raw<Conflict | null>(null);
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
    this.#post(...before, ...this.#names(), entered(table.game, hand, `hand-${hand.ruling_id}-${unique()}`, handsIn(table.hands)));
  }

  /** Tells of a kong while the hand is played. */
  kong(kong: Kong): void {
    const before = table.begun ? [] : this.#fromTheStart();
    table.note({ kongs: [...table.noted.kongs, kong] });
    this.#post(...before, event(table.game, `kong-${unique()}`, 'game.kong', { ...kong }, handsIn(table.hands) + 1));
  }

  /** Tells which tile was turned up (明牌). */
  ming(tile: string): void {
    const before = table.begun ? [] : this.#fromTheStart();
    table.note({ ming: tile });
    this.#post(...before, event(table.game, `ming-${unique()}`, 'game.ming', { tile }, handsIn(table.hands) + 1));
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

  /** Goes by a game that is played on the server already; what waits on this device goes into it, or is in it. */
  join(state: GameState, own: 'add' | 'drop'): void {
    const mine = own === 'add' && this.#waiting > 0 ? table.hands : [];
    rewrite(table.game, (command) => (own === 'drop' || ABOUT_GAME.includes(kindOf(command)) ? null : movedTo(state.id, command)));
    table.join(state);
    table.take([...recordsOf(state), ...mine], state);
    this.conflict = null;
    this.#waiting = waitsFor(table.game);
    this.#state = state;
  }

  /** The games being played are those of other tables: this device's own is begun. */
  beginApart(running: readonly GameSummary[]): void {
    table.leave(running.map((game) => game.id));
    rewrite(table.game, (command) => ('apart_from' in command.body ? { ...command, body: { ...command.body, apart_from: table.left } } : command));
    this.conflict = null;
  }

  /** Says of the hand that is in question whether it is the one that was entered already. */
  sameHand(same: boolean): void {
    const first = waiting().find((command) => command.game === table.game);
    rewrite(table.game, (command) => (same && command.client_id === first?.client_id ? null : same ? command : unconditional(command)));
    this.conflict = null;
    this.#waiting = waitsFor(table.game);
    this.#state = null;
  }

  /** Takes over what another tab of this browser did, and asks the server again. */
  reload(): void {
    table.reload();
    this.#state = null;
    this.conflict = null;
    this.#waiting = waitsFor(table.game);
  }

  fresh(): void {
    // Nobody is there to be asked about it any more: it is kept as this device knew it.
    rewrite(table.game, unconditional);
    table.newEvening();
    this.#state = null;
    this.conflict = null;
    this.#waiting = 0;
  }

  /** Sends what waits and takes the server's word for the rest; rejects where the server cannot be asked now. */
  async sync(client: Client): Promise<void> {
    await flush(client, {
      answered: (command, state) => this.#answered(command, state),
      unknown: (game) => (game === table.game ? this.#fromTheStart() : []),
      refused: (command, problem) => this.#refused(command, problem),
      asked: (command, problem) => this.#asked(command, problem),
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

  /** Takes over what other devices of this table have entered meanwhile. */
  async refresh(client: Client): Promise<void> {
    const known = this.state;
    if (!known || table.apart) return;
    if ((await client.newest(known.id, known.last_seq)) === known.last_seq) return;
    const state = await client.game(known.id);
    if (this.state === known) this.#take(state);
  }

  #answered(command: Command, state: GameState): void {
    this.#waiting = waitsFor(table.game);
    if (command.game !== table.game) return;
    this.conflict = null;
    if (this.#waiting === 0) this.#take(state);
  }

  #take(state: GameState): void {
    if (state.id !== table.game || table.apart) return;
    if (this.#state?.id === state.id && this.#state.last_seq > state.last_seq) return;
    this.#state = state;
    table.take(recordsOf(state), state);
  }

  /** A step that the server finds nothing to do for leaves no trace; what it does not enter stays on this device. */
  #refused(command: Command, problem: Problem): void {
    if (command.game !== table.game) return;
    this.#state = null;
    if (problem.code === 'game_went_on') this.refused = problem;
    if (!command.path.endsWith('/events')) return;
    console.error(problem);
    // What was told of the hand being played is told again with the hand itself.
    if (ABOUT_HAND.includes(String(command.body['type']))) this.refused = problem;
    else table.setApart();
  }

  #asked(command: Command, problem: Problem): void {
    // An evening that was closed here has nobody to ask.
    if (command.game !== table.game) rewrite(command.game, unconditional);
    else if (problem.code === 'game_running') this.conflict = { running: problem.params['games'] as GameSummary[] };
    else this.conflict = { entered: problem.params as unknown as EnteredHand };
  }

  #step(step: 'undo' | 'redo'): void {
    this.refused = null;
    const before = table.begun ? [] : this.#fromTheStart();
    const last = [...waiting().filter((command) => command.game === table.game), ...before].at(-1)?.client_id ?? table.seen;
    const body = last === null ? {} : { after: last };
    this.#post(...before, { game: table.game, client_id: `${step}-${unique()}`, path: `${pathOf(table.game)}/${step}`, body });
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
      apart_from: table.left,
    };
    // The same in every tab of this browser: the game is begun once.
    const begin = { game: table.game, client_id: `begin-${table.game}`, path: 'games', body };
    // Another device of this table may tell it all again too: each hand is entered once.
    const again = table.hands.map((hand, index) => entered(table.game, hand, ['kept', table.game, index, hand.dealer, ...hand.settlement].join('-'), null));
    return [begin, ...again];
  }

  #names(): Command[] {
    const names = [...table.typedNames];
    if (!table.namesChanged()) return [];
    return [event(table.game, `names-${unique()}`, 'game.named', { names })];
  }
}

const ABOUT_GAME: readonly string[] = ['begin', 'game.named'];

const handsIn = (records: readonly HandRecord[]): number => records.filter(isHand).length;

const pathOf = (game: string): string => `games/${encodeURIComponent(game)}`;

const kindOf = (command: Command): string => (command.path === 'games' ? 'begin' : String(command.body['type'] ?? ''));

/** The same for another game, whichever hand it is there. */
const movedTo = (game: string, command: Command): Command => ({
  ...unconditional(command),
  game,
  path: command.path.replace(pathOf(command.game), pathOf(game)),
});

/** The same, whatever other devices did before. */
function unconditional(command: Command): Command {
  const { hand: _hand, apart_from: _apart, ...body } = command.body;
  const { hand: _same, ...spare } = command.spare ?? {};
  return { ...command, body, ...(command.spare ? { spare } : {}) };
}

/** `hand` is its number among the hands of the game, where another device may have entered that one. */
const event = (game: string, client_id: string, type: string, payload: Params, hand: number | null = null): Command => ({
  game,
  client_id,
  path: `${pathOf(game)}/events`,
  body: { type, payload, ...(hand === null ? {} : { hand }) },
});

/** A hand, or points passed, as the server takes it. */
function entered(game: string, record: HandRecord, id: string, hand: number | null): Command {
  if (record.note !== undefined) {
    const payment = record.payments?.[0];
    return event(game, id, 'game.points', { payer: payment?.payer, payee: payment?.payee, amount: payment?.amount, note: record.note });
  }
  const points = { settlement: record.settlement, dealer: record.dealer, winner: record.winner, label: record.label ?? '' };
  if (!record.case) return event(game, id, 'game.hand', points, hand);
  const ruled = record.ruling_id.startsWith('seq-') ? {} : { ruling_id: record.ruling_id };
  const whole = event(game, id, 'game.hand', { case: record.case, ...ruled }, hand);
  return { ...whole, spare: event(game, id, 'game.hand', points, hand).body };
}

export const ledger = new Ledger();
