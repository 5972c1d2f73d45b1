/** House rules of a rule system as the table plays them, and presets: house rules of one table under a name. */
import type { Lang, Preset, Ruleset, RulesetOption } from './types';

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

/** House rules that were agreed on; what is missing follows the rule system's default. */
export type Agreed = Readonly<Record<string, OptionValue>>;

/** What holds at the table: what was agreed on, otherwise the default. */
export const inForce = (option: RulesetOption, chosen: Agreed): unknown => (option.id in chosen ? chosen[option.id] : option.default);

export function valueName(option: RulesetOption, value: unknown, lang: Lang): string {
  return option.value_names?.find((each) => each.value === value)?.[lang] ?? String(value);
}

/** The least number of an option that takes any whole number; null if it takes one of a few values. */
export function leastNumber(option: RulesetOption): number | null {
  if (option.values?.includes('int>0')) return 1;
  return option.values?.includes('int>=0') ? 0 : null;
}

const valueIn = (preset: Preset, option: RulesetOption): unknown =>
  preset.options.find((each) => each.id === option.id)?.value ?? option.default;

/** The preset that says in everything what the table plays; null for a mix of its own. */
export function presetInForce(system: Ruleset, chosen: Agreed): Preset | null {
  const same = (preset: Preset) => system.options.every((option) => valueIn(preset, option) === inForce(option, chosen));
  return presetsOf(system).find(same) ?? null;
}

/** The text itself first, then the tables that differ from it. */
export const presetsOf = (system: Ruleset): readonly Preset[] =>
  [...(system.presets ?? [])].sort((a, b) => Number(a.options.length > 0) - Number(b.options.length > 0));

/** The table's house rules once it takes over a preset; answers that agree with it remain answers. */
export function withPreset(system: Ruleset, preset: Preset, chosen: Agreed): Agreed {
  const kept = system.options.filter((option) => option.id in chosen && chosen[option.id] === valueIn(preset, option));
  return Object.fromEntries([
    ...kept.map((option) => [option.id, chosen[option.id]]),
    ...preset.options.map((option) => [option.id, option.value]),
  ]) as Agreed;
}

/** Every house rule as a preset has it. */
export const wholePreset = (system: Ruleset, preset: Preset): Record<string, OptionValue> =>
  Object.fromEntries(system.options.map((option) => [option.id, valueIn(preset, option) as OptionValue]));
