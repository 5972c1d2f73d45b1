/** What tiles are called: in full for people and screen readers, in short on the photo. */
import { t } from './i18n.svelte';
import { rankOf, suitOf } from './tiles';

export const tileName = (face: string): string => t(`tile.${face}`);

export function tileShort(face: string): string {
  const suit = suitOf(face);
  return ['m', 'p', 's'].includes(suit) ? t(`page.short.${suit}`, { rank: rankOf(face) }) : t(`page.short.${face}`);
}
