/** What stays the same from hand to hand: names, rules, the evening's account. Kept on this device. */
import { type Account, asTold, broughtBack, entered, newAccount, type Noted, takenBack } from './account';
import { type HandRecord, roundNow, totals } from './evening';
import { type Agreed, HOUSE_RULES, type HouseRuleId, type OptionValue } from './houseRules';
import { t } from './i18n.svelte';
import { freshTable, keepTable, type KeptTable, keptTable } from './keptTable';
import { load, local, save } from './storage';
import { JINZHOU, repeatOf, type Rules, type SystemFacts } from './systems';
import type { GameState, PerSeat, Ruleset, RulesetOption, Seat } from './types';

const STORED_SYSTEMS = 'paiyan.rulesets';
const MOST_LEFT = 20;

class Table {
  #kept = $state<KeptTable>(freshTable());
  /** Rule systems the server knows, as it told last; empty until it ever did. */
  #rulesets = $state.raw<readonly Ruleset[]>(load<readonly Ruleset[]>(local, STORED_SYSTEMS) ?? []);

  constructor() {
    const kept = keptTable();
    if (kept) this.#kept = kept;
    // Kept at once, so that every tab of this browser goes by the same game.
    else this.#keep();
  }

  #keep(): void {
    keepTable(this.#kept);
  }

  /** Takes over what another tab of this browser has kept. */
  reload(): void {
    this.#kept = keptTable() ?? this.#kept;
  }

  get rulesets(): readonly Ruleset[] {
    return this.#rulesets;
  }

  set rulesets(told: readonly Ruleset[]) {
    this.#rulesets = told;
    save(local, STORED_SYSTEMS, told);
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

  get ruleset(): string {
    return this.#kept.ruleset;
  }

  set ruleset(id: string) {
    this.#kept.ruleset = id;
    this.#keep();
  }

  #described(id: string): Ruleset | undefined {
    return this.#rulesets.find((each) => each.id === id);
  }

  /** The facts that the rule system in use has to be told. */
  get system(): SystemFacts {
    return this.#described(this.ruleset)?.facts ?? JINZHOU;
  }

  /** The rules of the table. */
  get rules(): Rules {
    return this.rulesOf(this.ruleset);
  }

  /** A rule system with the house rules the table agreed on for it. */
  rulesOf(id: string): Rules {
    const described = this.#described(id);
    const options = this.#agreedFor(id);
    const setting = (option: string) =>
      option in options ? options[option] : described?.options.find((each) => each.id === option)?.default;
    return { ruleset: id, options, system: described?.facts ?? JINZHOU, setting };
  }

  /** The house rules of the rule system in use. */
  get houseRules(): readonly RulesetOption[] {
    return this.#described(this.ruleset)?.options ?? [];
  }

  /** Whether the rule system in use knows this house rule; as long as the server has not said, it may. */
  has(option: string): boolean {
    const system = this.#described(this.ruleset);
    return system === undefined || system.options.some((each) => each.id === option);
  }

  #agreedFor(id: string): Agreed {
    return this.#kept.agreed[id] ?? {};
  }

  /** House rules the table agreed on; what is missing follows the rule system's default. */
  get options(): Agreed {
    return Object.fromEntries(Object.entries(this.#agreedFor(this.ruleset)).filter(([id]) => this.has(id)));
  }

  agree(id: string, value: OptionValue): void {
    this.#kept.agreed = { ...this.#kept.agreed, [this.ruleset]: { ...this.#agreedFor(this.ruleset), [id]: value } };
    this.#keep();
  }

  /** Back to "not agreed". */
  forget(id: string): void {
    const { [id]: _gone, ...rest } = this.#agreedFor(this.ruleset);
    this.#kept.agreed = { ...this.#kept.agreed, [this.ruleset]: rest };
    this.#keep();
  }

  get unasked(): HouseRuleId[] {
    return HOUSE_RULES.map((rule) => rule.id).filter((id) => this.has(id) && !(id in this.options));
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

  /** Points each player began with. */
  get start(): number {
    return this.#kept.start ?? this.system.start_points;
  }

  /** 圈 of the game; null where it has no end. */
  get rounds(): number | null {
    return this.#kept.start === null ? this.system.rounds : this.#kept.rounds;
  }

  get totals(): PerSeat<number> {
    return totals(this.#kept.hands, this.start);
  }

  /** 圈风 of the hand to come, as the hands before it tell; null before the first. */
  get roundWind(): number | null {
    return roundNow(this.#kept.hands, this.#kept.dealer);
  }

  /** What was told of the hand that is being played. */
  get noted(): Noted {
    return this.#kept.noted;
  }

  note(told: Partial<Noted>): void {
    this.#kept.noted = { ...this.#kept.noted, ...told };
    this.#keep();
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

  get seen(): number | null {
    return this.#kept.seen;
  }

  /** Games that are not this table's: another's, or evenings that this device has closed. */
  get left(): readonly string[] {
    return this.#kept.left;
  }

  leave(games: readonly string[]): void {
    this.#kept.left = [...this.#kept.left.filter((game) => !games.includes(game)), ...games].slice(-MOST_LEFT);
    this.#keep();
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
    this.#step(entered(this.#kept, hand, repeatOf(this.rules)));
  }

  /** Takes back what was told last: of the hand being played, else the last hand, whose dealer deals once more. */
  undo(): void {
    this.#step(takenBack(this.#kept));
  }

  /** Brings back what was taken out last. */
  redo(): void {
    this.#step(broughtBack(this.#kept, repeatOf(this.rules)));
  }

  /** The account as the server keeps it. */
  take(hands: readonly HandRecord[], state: GameState): void {
    Object.assign(this.#kept, asTold(this.#kept, hands, state));
    // What was typed here and not told yet stays.
    if (JSON.stringify(this.#kept.names) === this.#kept.toldNames) this.#call(state.names);
    this.#keep();
  }

  #step(account: Partial<Account>): void {
    Object.assign(this.#kept, account);
    this.#keep();
  }

  /** Goes by a game that is played on the server already. */
  join(state: GameState): void {
    const agreed = { ...this.#kept.agreed, [state.ruleset]: state.options as Agreed };
    this.#kept = { ...this.#kept, ...newAccount(), ruleset: state.ruleset, agreed, game: state.id, begun: state.id };
    this.#call(state.names);
    this.#keep();
  }

  /** What the server calls the players. */
  #call(names: readonly string[]): void {
    this.#kept.names = [names[0] ?? '', names[1] ?? '', names[2] ?? '', names[3] ?? ''];
    this.#kept.toldNames = JSON.stringify(this.#kept.names);
  }

  /** A new evening: names and rules stay. */
  newEvening(): void {
    this.leave([this.#kept.game]);
    this.#kept = { ...this.#kept, ...newAccount() };
    this.#keep();
  }
}

export const table = new Table();
