/** What the places of the hand are called, and the order the keyboard walks them in. */
import { type Draft, type DraftMeld, type DraftTile, meldZone, type Zone } from './draft';
import { t } from './i18n.svelte';
import { table } from './table.svelte';
import { BACK } from './tiles';

/** 碰, 暗杠 …; an open kong names how it was made once somebody said. */
export function meldName(meld: DraftMeld): string {
  return t(meld.type === 'minggang' && meld.made ? `page.meld.minggang_${meld.made}` : `page.meld.${meld.type}`);
}

export function zoneName(draft: Draft, zone: Zone): string {
  const index = draft.melds.findIndex((meld) => meldZone(meld) === zone);
  const meld = draft.melds[index];
  return meld ? t('page.zone.meld', { number: index + 1, name: meldName(meld) }) : t(`page.zone.${zone}`);
}

export const zonesOf = (draft: Draft): Zone[] => [...draft.melds.map(meldZone), 'hand', 'win', 'table'];

/** `decides`: read clearly, but a question was put about it; `foreign`: read clearly, but the rules have no such tile. */
export type TileState = DraftTile['status'] | 'decides' | 'foreign';

export function stateOf({ key, face, zone, status }: DraftTile, asked: ReadonlySet<number>): TileState {
  if (status !== 'sure') return status;
  if (zone !== 'table' && face !== BACK && !table.system.tiles.includes(face)) return 'foreign';
  return asked.has(key) ? 'decides' : status;
}

/** The sign beside a face: not by colour alone is doubt told from certainty. */
export function statusSign(status: TileState): string {
  return { sure: '', inferred: '≈', doubtful: '?', decides: '?', foreign: '!', confirmed: '✓' }[status];
}
