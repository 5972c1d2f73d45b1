/** The same hand where something else holds: one house rule changed, or another rule system. */
import { handName, inWords } from './explain';
import { known, list, t } from './i18n.svelte';
import { tileName } from './names';
import { worthText } from './summary';
import type { Explained, Params, PerSeat, Ruling } from './types';

interface EngineError {
  readonly code: string;
  readonly params: Params;
}

/** The settlement where one house rule is another. */
export interface Variant {
  readonly option: string;
  readonly value: unknown;
  readonly default: boolean;
  readonly valid: boolean | null;
  readonly hu_label: string | null;
  readonly settlement: PerSeat<number> | null;
  readonly error: EngineError | null;
}

export interface Variants {
  readonly settlement: PerSeat<number> | null;
  readonly certain: boolean;
  readonly variants: readonly Variant[];
}

export interface Compared {
  readonly ruleset: string;
  readonly status: 'ruled' | 'no_such_tiles' | 'fact_missing' | 'impossible';
  readonly tiles: readonly string[];
  readonly notes: readonly Explained[];
  readonly ruling: (Ruling & { readonly fans?: unknown }) | null;
  readonly error: EngineError | null;
}

export interface Comparison {
  readonly certain: boolean;
  readonly systems: readonly Compared[];
}

/** Variants of one house rule stand together. */
export function byOption(variants: readonly Variant[]): [string, Variant[]][] {
  const groups = new Map<string, Variant[]>();
  for (const variant of variants) groups.set(variant.option, [...(groups.get(variant.option) ?? []), variant]);
  return [...groups];
}

const field = (name: unknown): string => (known(`page.systems.field.${name}`) ? t(`page.systems.field.${name}`) : String(name));
const method = (id: unknown): string => (known(`page.method.${id}`) ? t(`page.method.${id}`) : known(`method.${id}`) ? t(`method.${id}`) : String(id));

export function errorText(error: EngineError): string {
  const name = error.params['name'];
  if (error.code === 'missing_field') return t('page.systems.missing', { field: field(name) });
  const tile = error.params['tile'];
  const named = typeof tile === 'string' ? { tile_name: tileName(tile) } : {};
  return known(`error.${error.code}`) ? inWords(`error.${error.code}`, { ...error.params, ...named }) : error.code;
}

/** What was left out or changed before another rule system could look at the hand. */
function noteText(note: Explained): string {
  const params = Object.entries(note.params ?? {}).map(([name, value]): [string, unknown] => {
    if (name === 'method' || name === 'as_method') return [name, method(value)];
    return [name, name === 'name' || name === 'event' ? field(value) : value];
  });
  return inWords(note.key, Object.fromEntries(params));
}

/** Why a rule system has no ruling on the hand. */
export function refusal(one: Compared): string {
  if (one.status === 'fact_missing' && one.error) return errorText(one.error);
  return t(`compare.${one.status}`, { tiles: list(one.tiles.map(tileName)) });
}

/** What stands under the verdict: what was left out, and what keeps such a hand from being. */
export const remarks = (one: Compared): string[] => [...one.notes.map(noteText), ...(one.status === 'impossible' && one.error ? [errorText(one.error)] : [])];

/** Whether the rules say what a hand is worth; of some only the conditions of a win are handed down. */
export const pays = (ruling: Ruling): boolean => ruling.valid !== true || Object.keys(ruling.shares ?? {}).length > 0;

/** 二类 · 4 分 of Jinzhou; the points and the fans elsewhere. */
export function worth(ruling: NonNullable<Compared['ruling']>, ruleset: string): string {
  const fans = ruling.fans;
  const named = typeof fans === 'object' && fans !== null && !Array.isArray(fans);
  const terms = named ? list(Object.entries(fans).map(([term, fan]) => (fan === null ? handName(term) : `${handName(term)} ${fan}`))) : '';
  return [worthText(ruling, ruleset), terms].filter(Boolean).join(' · ');
}
