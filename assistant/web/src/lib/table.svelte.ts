/** What stays the same from hand to hand: names, rules, the evening's account. Kept on this device. */
import { type HandRecord, isHand, nextDealer, totals } from './evening';
import { t } from './i18n.svelte';
import { load, local, save } from './storage';
import type { GameState, PerSeat, Ruleset, Seat } from './types';

const STORED = 'paiyan.table';

/** The rule systems whose facts this page knows how to ask for. */
const ASKED_FOR: readonly string[] = ['jinzhou'];

/** The five things tables differ on. */
export const HOUSE_RULES = [
  { id: 'discard_double_scope', values: ['all_shares', 'discarder_only'] },
  { id: 'nobetan_is_danzhan', values: [true, false] },
  { id: 'menqing_scope', values: ['winner_and_each_loser', 'winner_only', 'either_once'] },
  { id: 'haidilao_total', values: [4, 2, 8] },
  { id: 'score_cap', values: [null, 100, 150, 200, 300] },
] as const;

export type HouseRuleId = (typeof HOUSE_RULES)[number]['id'];
export type OptionValue = string | number | boolean | null;

interface Stored {
  names: [string, string, string, string];
  ruleset: string;
  options: Record<string, OptionValue>;
  dealer: Seat | null;
  hands: HandRecord[];
  /** Taken back, the next to bring again last. */
  undone: HandRecord[];
  /** Points each player began with. */
  start: number;
  game: string;
  /** The game the server was last told to begin, and the names it was told last. */
  begun: string | null;
  toldNames: string;
  /** The server refused something for good: the evening stays on this device. */
  apart: boolean;
}

// Plain HTTP on the LAN is no secure context, so there is no crypto.randomUUID there.
const newGame = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

const newAccount = () => ({ dealer: null, hands: [], undone: [], start: 0, game: newGame(), begun: null, toldNames: '', apart: false });

const fresh = (): Stored => ({ names: ['', '', '', ''], ruleset: 'jinzhou', options: {}, ...newAccount() });

class Table {
  #kept = $state<Stored>({ ...fresh(), ...load<Partial<Stored>>(local, STORED) });
  /** Rule systems the server knows; empty until it answered. */
  rulesets = $state<readonly Ruleset[]>([]);

  #keep(): void {
    save(local, STORED, this.#kept);
  }

  /** The names as typed; an empty one falls back to the place at the table. */
  get typedNames(): readonly string[] {
    return this.#kept.names;
  }

  name(seat: Seat): string {
    return this.#kept.names[seat].trim() || t(`page.seat.${seat}`);
  }

  rename(seat: Seat, name: string): void {
    this.#kept.names[seat] = name.slice(0, 12);
    this.#keep();
  }

  /** The rule systems to choose from. */
  get choices(): readonly Ruleset[] {
    return this.rulesets.filter((each) => ASKED_FOR.includes(each.id));
  }

  get ruleset(): string {
    return ASKED_FOR.includes(this.#kept.ruleset) ? this.#kept.ruleset : 'jinzhou';
  }

  set ruleset(id: string) {
    this.#kept.ruleset = id;
    this.#keep();
  }

  /** Whether the rule system in use knows this house rule; as long as the server has not said, it may. */
  has(option: string): boolean {
    const system = this.rulesets.find((each) => each.id === this.ruleset);
    return system === undefined || system.options.some((each) => each.id === option);
  }

  /** House rules the table agreed on; what is missing follows the rule system's default. */
  get options(): Readonly<Record<string, OptionValue>> {
    return Object.fromEntries(Object.entries(this.#kept.options).filter(([id]) => this.has(id)));
  }

  agree(id: string, value: OptionValue): void {
    this.#kept.options = { ...this.#kept.options, [id]: value };
    this.#keep();
  }

  /** Back to "not agreed". */
  forget(id: string): void {
    const { [id]: _gone, ...rest } = this.#kept.options;
    this.#kept.options = rest;
    this.#keep();
  }

  get unasked(): HouseRuleId[] {
    return HOUSE_RULES.map((rule) => rule.id).filter((id) => this.has(id) && !(id in this.#kept.options));
  }

  get dealer(): Seat | null {
    return this.#kept.dealer;
  }

  get hands(): readonly HandRecord[] {
    return this.#kept.hands;
  }

  get undone(): readonly HandRecord[] {
    return this.#kept.undone;
  }

  get start(): number {
    return this.#kept.start;
  }

  get totals(): PerSeat<number> {
    return totals(this.#kept.hands, this.#kept.start);
  }

  get game(): string {
    return this.#kept.game;
  }

  get begun(): boolean {
    return this.#kept.begun === this.#kept.game;
  }

  setBegun(): void {
    this.#kept.begun = this.#kept.game;
    this.#kept.toldNames = JSON.stringify(this.#kept.names);
    this.#keep();
  }

  /** Whether the server does not know the names yet; from then on it counts as told. */
  namesChanged(): boolean {
    const names = JSON.stringify(this.#kept.names);
    if (names === this.#kept.toldNames) return false;
    this.#kept.toldNames = names;
    this.#keep();
    return true;
  }

  get apart(): boolean {
    return this.#kept.apart;
  }

  setApart(): void {
    this.#kept.apart = true;
    this.#keep();
  }

  /** Enters a settled hand and moves the dealer on. */
  enter(hand: HandRecord): void {
    this.#kept.undone = [];
    this.#add(hand);
  }

  #add(hand: HandRecord): void {
    this.#kept.hands = [...this.#kept.hands, hand];
    if (isHand(hand)) this.#kept.dealer = nextDealer(hand.dealer, hand.winner, this.#kept.options.dealer_repeat_on_win !== false, this.ruleset);
    this.#keep();
  }

  /** Takes the last hand out again; its dealer deals once more. */
  undo(): void {
    const last = this.#kept.hands.at(-1);
    if (!last) return;
    this.#kept.hands = this.#kept.hands.slice(0, -1);
    this.#kept.undone = [...this.#kept.undone, last];
    if (isHand(last)) this.#kept.dealer = last.dealer;
    this.#keep();
  }

  /** Brings back what was taken out last. */
  redo(): void {
    const next = this.#kept.undone.at(-1);
    if (!next) return;
    this.#kept.undone = this.#kept.undone.slice(0, -1);
    this.#add(next);
  }

  /** The account as the server keeps it. */
  take(hands: readonly HandRecord[], state: GameState): void {
    this.#kept.hands = [...hands];
    this.#kept.dealer = state.dealer;
    this.#kept.start = state.start_points;
    if (!state.can_redo) this.#kept.undone = [];
    this.#keep();
  }

  /** A new evening: names and rules stay. */
  newEvening(): void {
    this.#kept = { ...this.#kept, ...newAccount() };
    this.#keep();
  }
}

export const table = new Table();
