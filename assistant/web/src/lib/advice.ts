/** Waits and discards of a hand in play: what is asked and what the server answers. */
import { type Draft, meldFaces, tilesIn } from './draft';
import { handName, inWords } from './explain';
import { list, t } from './i18n.svelte';
import { seatAt } from './seats';
import { worthText } from './summary';
import type { Rules } from './systems';
import { table } from './table.svelte';
import { formatTiles, order } from './tiles';
import type { Explained, Params, PerSeat, Seat } from './types';

/** The person who asks sits nearest. */
export const ME: Seat = 0;

interface TileLeft {
  readonly tile: string;
  readonly left: number;
}

export interface Wait extends TileLeft {
  readonly hu_class: number | null;
  readonly hu_label: string | null;
  readonly class_points: number | null;
  readonly points: number | null;
  readonly zimo: PerSeat<number>;
  /** By the seat that discards it; a seat it may not be won from is missing. */
  readonly ron: Readonly<Record<string, PerSeat<number>>>;
}

export interface AdvisedChoice {
  readonly discard: string | null;
  readonly shanten: number;
  readonly win_shanten: number | null;
  readonly expected: number | null;
  readonly copies: number;
  readonly useful: readonly TileLeft[];
  readonly waits: readonly Wait[];
  readonly blocked: readonly (TileLeft & { readonly faults: readonly Explained[] })[];
  readonly risks: readonly Explained[];
}

export interface Advised {
  readonly ruleset: string;
  readonly tiles: number;
  readonly shanten: number;
  readonly win_shanten: number | null;
  readonly unseen: number;
  readonly rounds: number;
  readonly assumed: Params;
  readonly method: Explained;
  readonly wins: readonly Wait[];
  readonly choices: readonly AdvisedChoice[];
}

/** What is known beside the tiles; null where nobody said. */
export interface AdviceFacts {
  readonly dealer: Seat | null;
  readonly ming: string | null;
  readonly round: number | null;
  readonly voidSuit: string | null;
}

/** The draft as `POST /advice` takes it: whatever else the photo shows has been seen and cannot be drawn. */
export function adviceBody(draft: Draft, { ruleset, options, system }: Rules, said: AdviceFacts): Params {
  const faces = [...tilesIn(draft, 'hand'), ...tilesIn(draft, 'win')].map((tile) => tile.face);
  const seen = tilesIn(draft, 'table').map((tile) => tile.face).filter((face) => system.tiles.includes(face));
  return {
    ruleset,
    options,
    hand: formatTiles(faces.sort((a, b) => order(a) - order(b))),
    melds: draft.melds.map((meld) => ({
      // How a kong was made is settled apart from the win, so an unanswered one may stand as either.
      type: meld.type === 'minggang' ? `minggang_${meld.made ?? 'zhua'}` : meld.type,
      tiles: formatTiles(meldFaces(draft, meld)),
      from: meld.from === null ? null : seatAt(ME, meld.from),
    })),
    ...(seen.length > 0 ? { seen: formatTiles(seen) } : {}),
    seat: ME,
    ...(said.dealer === null ? {} : { dealer: said.dealer }),
    ...(system.wild && said.ming !== null ? { wild: { ming: said.ming } } : {}),
    ...(system.winds && said.round !== null ? { round: said.round } : {}),
    ...(system.void_suit && said.voidSuit !== null ? { void_suit: said.voidSuit } : {}),
  };
}

/** How far the hand is, for any shape and for one that wins. */
export function distance(kind: 'shanten' | 'win_shanten', draws: number | null): string {
  if (draws === null) return t('advice.win_shanten.none');
  return draws > 0 ? t(`advice.${kind}`, { count: draws }) : t(`advice.${kind}.${draws === 0 ? 'waiting' : 'complete'}`);
}

/** What was taken for granted because nobody said it. */
export function assumptions(assumed: Params): string {
  return list(
    Object.entries(assumed).map(([id, value]) => {
      if (id === 'dealer') return t('page.advise.assumed_dealer', { name: table.name(value as Seat) });
      return inWords(`advice.assumed.${id}`, { value });
    }),
  );
}

/** 夹 · 二类 4 分, or the points where there are no classes. */
export const waitWorth = (wait: Wait, ruleset: string): string =>
  [wait.hu_label === null ? '' : handName(wait.hu_label), worthText(wait, ruleset)].filter(Boolean).join(' · ');

/** What the asker gains on discards, least and most; null where no discard may be won on. */
export function onDiscard(wait: Wait): readonly [number, number] | null {
  const gains = Object.values(wait.ron).map((settlement) => settlement[ME]);
  return gains.length === 0 ? null : [Math.min(...gains), Math.max(...gains)];
}
