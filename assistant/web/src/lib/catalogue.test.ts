import { describe, expect, it } from 'vitest';

const files = import.meta.glob<Record<string, Record<string, string>>>('@catalogue/*.json', { eager: true, import: 'default' });
const catalogue: Record<string, Record<string, string>> = Object.assign({}, ...Object.values(files));
const sources = import.meta.glob<string>('../**/*.{ts,svelte}', { eager: true, query: '?raw', import: 'default' });
const code = Object.entries(sources)
  .filter(([path]) => !/\.test(ing)?\.ts$/.test(path))
  .map(([, text]) => text)
  .join('\n');

const holes = (text: string | undefined) => [...(text ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const own = Object.keys(catalogue).filter((key) => key.startsWith('page.'));
const exact = new Set([...code.matchAll(/'(page\.[\w.]+)'/g)].map((match) => match[1] ?? ''));
// `page.method.${method}` and the like: the literal text before the first hole.
const prefixes = [...code.matchAll(/`(page\.[\w.]*)\$\{/g)].map((match) => match[1] ?? '');

describe('the catalogue', () => {
  it('has every text the page names', () => {
    expect([...exact].filter((key) => !(key in catalogue))).toEqual([]);
    expect(prefixes.filter((prefix) => prefix !== 'page.' && !own.some((key) => key.startsWith(prefix)))).toEqual([]);
  });

  it('has no text of the page that nothing shows', () => {
    const used = (key: string) =>
      exact.has(key) ||
      prefixes.some((prefix) => prefix !== 'page.' && key.startsWith(prefix)) ||
      key.slice('page.'.length) in catalogue;
    // `page.payment.…` words a text of the engine for people at the table; `.one` is its key for a count of one.
    expect(own.filter((key) => !used(key.replace(/\.one$/, '')))).toEqual([]);
  });

  it('fills the same places in both languages', () => {
    expect(own.filter((key) => holes(catalogue[key]?.zh).join() !== holes(catalogue[key]?.en).join())).toEqual([]);
  });
});
