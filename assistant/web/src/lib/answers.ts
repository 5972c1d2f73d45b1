/** The answers given so far, in words. */
import type { Draft } from './draft';
import { allKongs, type FactId, type Facts, type Kong, losers, openSeats, redKong, winnerSeat } from './facts';
import { list, t } from './i18n.svelte';
import { tileName } from './names';
import { table } from './table.svelte';
import { meldName } from './zones';

export function kongText(kong: Kong): string {
  const words = { name: table.name(kong.seat), kind: t(`page.kong.${kong.kind}`), tile: tileName(kong.tile) };
  const text = kong.from === undefined ? t('page.kong.line', words) : t('page.kong.line_from', { ...words, from: table.name(kong.from) });
  return kong.void ? t('page.kong.robbed', { kong: text }) : text;
}

export function answerText(id: FactId, draft: Draft, facts: Facts): string {
  const winner = winnerSeat(facts);
  switch (id) {
    case 'winner':
      return winner === null ? t('page.method.huangzhuang') : table.name(winner);
    case 'dealer':
      return facts.dealer === null ? '' : table.name(facts.dealer);
    case 'method':
      return facts.method === null ? '' : t(`page.method.${facts.method}`);
    case 'discarder':
      return facts.discarder === null ? '' : table.name(facts.discarder);
    case 'meld_kind':
      return list(draft.melds.filter((meld) => meld.type === 'minggang').map(meldName));
    case 'kongs': {
      const kongs = allKongs(draft, facts);
      return kongs.length === 0 ? t('page.kong.none') : list(kongs.map(kongText));
    }
    case 'red_kong':
      return t(redKong(draft, facts) ? 'page.yes' : 'page.no');
    case 'open': {
      const open = openSeats(draft, facts);
      const seats = losers(facts).filter((seat) => open[seat]);
      return seats.length === 0 ? t('page.open.nobody') : t('page.open.these', { names: list(seats.map((seat) => table.name(seat))) });
    }
    case 'followed':
      return facts.followed?.length ? t('page.followed.rounds', { count: facts.followed.length }) : t('page.followed.none');
  }
}
