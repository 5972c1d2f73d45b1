/** Puts the engine's ids and params into the reader's words; what the catalogue does not know shows its id. */
import { keys, known, list, locale, t } from './i18n.svelte';
import { tileName, tileShort } from './names';
import { table } from './table.svelte';
import { FACES, parseTiles } from './tiles';
import type { Explained, Params, Payment, Seat } from './types';

const SEAT_PARAMS = new Set(['seat', 'payer', 'payee', 'winner', 'dealer', 'discarder', 'from', 'konger', 'seats', 'losers']);

/** Names of winning hands by the Chinese term the engine uses for them. */
const hands = new Map(keys('hu.').map((key) => [plain(t(key, {}, 'zh')), key]));

function plain(term: string): string {
  return term.replace('（', '(').replace('）', ')');
}

/** Where a line may break. */
const BREAK = '\u200b';
/** Tiles of the largest set that stays in one line; 十三幺 is a set of fourteen. */
const LARGEST = 4;

/** `555p 123m` as people write it: 555饼 123万; the words that honours are in English stand apart. */
function reading(groups: string): string {
  return groups.replace(/([1-9]+)([mpsz])/g, (_, digits: string, suit: string) => {
    if (suit !== 'z') return t(`page.short.${suit}`, { rank: digits }) + BREAK;
    const apart = (locale.lang === 'zh' ? '' : '·') + (digits.length > LARGEST ? BREAK : '');
    return [...digits].map((digit) => tileShort(`${digit}z`)).join(apart);
  });
}

function word(name: string, value: unknown): string {
  if (Array.isArray(value)) return list(value.map((each) => word(name, each)));
  if (SEAT_PARAMS.has(name) && typeof value === 'number') return table.name(value as Seat);
  if (typeof value === 'string') {
    if (name === 'label' || name === 'by') return handName(value);
    if (name === 'reading') return reading(value);
    if (FACES.includes(value)) return tileName(value);
    const tiles = /^[1-9mpszfg]+$/.test(value) ? parseTiles(value) : [];
    return tiles.length > 0 ? list(tiles.map(tileName)) : value;
  }
  return String(value ?? '');
}

export function inWords(key: string, params: Params = {}): string {
  return t(key, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, word(name, value)])));
}

/** The text of anything the engine explains: it brings its own catalogue key; the page may have a warmer one. */
export const explained = (item: Explained): string => inWords(known(`page.${item.key}`) ? `page.${item.key}` : item.key, item.params);

/** Name of a winning hand, given its id or the Chinese term. */
export function handName(label: string): string {
  const key = known(`hu.${label}`) ? `hu.${label}` : hands.get(plain(label));
  return key === undefined ? label : t(key);
}


/** Tiles in a param: notation or a list of codes; none if it is something else. */
export function tilesOf(value: unknown): string[] {
  if (typeof value === 'string') return parseTiles(value);
  return Array.isArray(value) ? value.filter((each): each is string => FACES.includes(String(each))) : [];
}

/** What each pair of players owes in sum, the larger debts first: the arrows on the table. */
export function debts(payments: readonly Payment[]): { payer: Seat; payee: Seat; amount: number }[] {
  const net = new Map<string, number>();
  for (const { payer, payee, amount } of payments) {
    const [low, high] = payer < payee ? [payer, payee] : [payee, payer];
    net.set(`${low}${high}`, (net.get(`${low}${high}`) ?? 0) + (payer === low ? amount : -amount));
  }
  return [...net]
    .filter(([, amount]) => amount !== 0)
    .map(([pair, amount]) => {
      const [low, high] = [Number(pair[0]) as Seat, Number(pair[1]) as Seat];
      return amount > 0 ? { payer: low, payee: high, amount } : { payer: high, payee: low, amount: -amount };
    })
    .sort((a, b) => b.amount - a.amount);
}
