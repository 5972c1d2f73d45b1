/** What a ruling takes for granted because nobody said anything of it. */
import type { Change } from './ask';
import { addTile, type Draft, type DraftMeld, isKong, meldFaces, meldZone, tilesIn } from './draft';
import type { Facts } from './facts';
import type { Question, RulingAnswer } from './types';

/** The fact by which a person says it: answered, nothing of it is taken for granted. */
const SAID_BY: Readonly<Record<string, keyof Facts>> = {
  no_genzhuang: 'followed',
  no_xuehui: 'xuehui',
  no_shaozhuang: 'shaozhuang',
  no_early_draw: 'earlyDraws',
  not_barred: 'barred',
};
const HIDDEN = 'no_hidden_fourth';
const OF_THREE = 'kong_of_three';

/** A 碰 under which a fourth tile would not show. */
export interface Hidden {
  readonly meld: DraftMeld;
  readonly tile: string;
}

export interface Assumed {
  /** Ids of the texts, without those of sets. */
  readonly ids: readonly string[];
  readonly hidden: readonly Hidden[];
}

/** What holds only because nobody said otherwise; `asked` are the reading's own questions, put elsewhere. */
export function assumedBy(answer: RulingAnswer, draft: Draft, facts: Facts, asked: readonly Question[]): Assumed {
  const assumed = answer.settlement ? (answer.assumed ?? []) : [];
  const about = asked.filter(({ id }) => id === 'fourth_tile').map(({ params }) => params?.tile);
  const unsaid = assumed.filter((id) => {
    const fact = SAID_BY[id];
    if (id === OF_THREE) return draft.melds.some((meld) => hasAdded(draft, meld) && !about.includes(meldFaces(draft, meld)[0]));
    return id !== HIDDEN && (fact === undefined || facts[fact] === null);
  });
  const tiles = assumed.includes(HIDDEN) ? (answer.may_be_kongs ?? []).filter((tile) => !about.includes(tile)) : [];
  const hidden = tiles.flatMap((tile) => {
    const meld = draft.melds.find((one) => one.type === 'peng' && meldFaces(draft, one)[0] === tile);
    return meld ? [{ meld, tile }] : [];
  });
  return { ids: unsaid, hidden };
}

/** Whether a tile of a kong is none of the photo: a person put it there. */
const hasAdded = (draft: Draft, meld: DraftMeld): boolean => isKong(meld) && tilesIn(draft, meldZone(meld)).some(({ corners }) => corners === null);

/** The set with its fourth tile; how the kong was made is asked next, as of any other. */
export const asKong = ({ meld, tile }: Hidden): Change => ({ draft: (draft) => addTile(draft, tile, meldZone(meld)) });
