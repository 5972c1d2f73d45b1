/** House rules of a rule system as the table plays them, and presets: house rules of one table under a name. */
import type { OptionValue } from './table.svelte';
import type { Lang, Preset, Ruleset, RulesetOption } from './types';

export type Chosen = Readonly<Record<string, OptionValue>>;

/** What holds at the table: what was agreed on, otherwise the default. */
export const inForce = (option: RulesetOption, chosen: Chosen): unknown => (option.id in chosen ? chosen[option.id] : option.default);

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
export function presetInForce(system: Ruleset, chosen: Chosen): Preset | null {
  const same = (preset: Preset) => system.options.every((option) => valueIn(preset, option) === inForce(option, chosen));
  return presetsOf(system).find(same) ?? null;
}

/** The text itself first, then the tables that differ from it. */
export const presetsOf = (system: Ruleset): readonly Preset[] =>
  [...(system.presets ?? [])].sort((a, b) => Number(a.options.length > 0) - Number(b.options.length > 0));

/** The table's house rules once it takes over a preset; answers that agree with it remain answers. */
export function withPreset(system: Ruleset, preset: Preset, chosen: Chosen): Chosen {
  const kept = system.options.filter((option) => option.id in chosen && chosen[option.id] === valueIn(preset, option));
  return Object.fromEntries([
    ...kept.map((option) => [option.id, chosen[option.id]]),
    ...preset.options.map((option) => [option.id, option.value]),
  ]) as Chosen;
}

/** Every house rule as a preset has it. */
export const wholePreset = (system: Ruleset, preset: Preset): Record<string, OptionValue> =>
  Object.fromEntries(system.options.map((option) => [option.id, valueIn(preset, option) as OptionValue]));
