/** Words in two languages from the one catalogue that the CLI and the API use too. */
import type { Lang } from './types';

type Entry = Readonly<Record<Lang, string>>;

const files = import.meta.glob<Record<string, Entry>>('@catalogue/*.json', { eager: true, import: 'default' });
const catalogue: Readonly<Record<string, Entry>> = Object.assign({}, ...Object.values(files));

const STORED = 'paiyan.lang';

function firstLanguage(): Lang {
  const stored = globalThis.localStorage?.getItem(STORED);
  if (stored === 'zh' || stored === 'en') return stored;
  const wanted = globalThis.navigator?.languages ?? [];
  return wanted.length > 0 && !wanted.some((language) => language.toLowerCase().startsWith('zh')) ? 'en' : 'zh';
}

class Locale {
  #lang = $state<Lang>(firstLanguage());

  get lang(): Lang {
    return this.#lang;
  }

  set lang(lang: Lang) {
    this.#lang = lang;
    globalThis.localStorage?.setItem(STORED, lang);
  }
}

export const locale = new Locale();

export const keys = (prefix: string): string[] => Object.keys(catalogue).filter((key) => key.startsWith(prefix));

export const known = (key: string): boolean => key in catalogue;

/**
 * The text of a catalogue key; `{name}` is filled from `params`. An unknown key shows as itself, never as nothing.
 * Where `count` is 1 the key's `.one` is taken if there is one.
 */
export function t(key: string, params: Readonly<Record<string, unknown>> = {}, lang: Lang = locale.lang): string {
  const text = (params.count === 1 ? catalogue[`${key}.one`] : undefined)?.[lang] ?? catalogue[key]?.[lang] ?? key;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => (name in params ? String(params[name]) : hole));
}

/** A list in the language's own manner. */
export function list(items: readonly string[]): string {
  return items.join(locale.lang === 'zh' ? '、' : ', ');
}

/** Points with their sign; zero has none. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0';
}
