/** The answers given so far, in words. */
import type { Draft } from './draft';
import { allKongs, type FactId, type Facts, howMade, type Kong, losers, openSeats, redKong, type SeatOrNobody, winnerSeat } from './facts';
import { known, list, t } from './i18n.svelte';
import { tileName } from './names';
import { wildOf } from './systems';
import { table } from './table.svelte';
import { meldName } from './zones';

export function kongText(kong: Kong): string {
  const words = { name: table.name(kong.seat), kind: t(`page.kong.${kong.kind}`), tile: tileName(kong.tile) };
  const text = kong.from === undefined ? t('page.kong.line', words) : t('page.kong.line_from', { ...words, from: table.name(kong.from) });
  return kong.void ? t('page.kong.robbed', { kong: text }) : text;
}

/** What a way of winning is called, and what it means: rule systems differ in that. */
export const methodName = (method: string): string => ownOr(`page.method.${table.ruleset}.${method}`, `page.method.${method}`);
export const methodHint = (method: string): string => ownOr(`page.method_hint.${table.ruleset}.${method}`, `page.method_hint.${method}`);

const ownOr = (own: string, common: string): string => t(known(own) ? own : common);

/** 明牌五万，会是六万. */
export const mingText = (ming: string): string => t('page.ming.is', { ming: tileName(ming), wild: tileName(wildOf(ming)) });

const yes = (answer: boolean | null): string => (answer === null ? '' : t(answer ? 'page.yes' : 'page.no'));
const who = (seat: SeatOrNobody | null): string => (seat === null ? '' : seat === 'none' ? t('page.nobody') : table.name(seat));

export function answerText(id: FactId, draft: Draft, facts: Facts): string {
  const winner = winnerSeat(facts);
  switch (id) {
    case 'winner':
      return winner === null ? methodName('huangzhuang') : table.name(winner);
    case 'dealer':
      return facts.dealer === null ? '' : table.name(facts.dealer);
    case 'method':
      return facts.method === null ? '' : methodName(facts.method);
    case 'discarder':
      return facts.discarder === null ? '' : table.name(facts.discarder);
    case 'meld_kind':
      return list(draft.melds.filter((meld) => meld.type === 'minggang').map((meld) => meldName({ ...meld, ...howMade(draft, meld, facts) })));
    case 'kongs': {
      const kongs = allKongs(draft, facts);
      return kongs.length === 0 ? t('page.kong.none') : list(kongs.map(kongText));
    }
    case 'red_kong':
      return yes(redKong(draft, facts, table.system));
    case 'open': {
      const open = openSeats(draft, facts);
      const seats = losers(facts).filter((seat) => open[seat]);
      return seats.length === 0 ? t('page.open.nobody') : t('page.open.these', { names: list(seats.map((seat) => table.name(seat))) });
    }
    case 'followed':
      return facts.followed?.length ? t('page.followed.rounds', { count: facts.followed.length }) : t('page.followed.none');
    case 'ming':
      return facts.ming === null ? '' : mingText(facts.ming);
    case 'round':
      return facts.round === null ? '' : t(`ledger.round.${facts.round}`);
    case 'flowers':
      return facts.flowers?.length ? list(facts.flowers.map(tileName)) : t('page.flowers.none');
    case 'void_suit':
      return facts.voidSuit === null ? '' : t(`page.suit.${facts.voidSuit}`);
    case 'last_tile':
      return yes(facts.lastTile);
    case 'last_of_kind':
      return yes(facts.lastOfKind);
    case 'barred':
      return facts.barred?.length ? list(facts.barred.map((flag) => t(`page.barred.${flag}`))) : t('page.barred.none');
    case 'liable':
      return who(facts.liable);
    case 'xuehui':
      return who(facts.xuehui);
    case 'shaozhuang':
      return facts.shaozhuang ? t('page.shaozhuang.rounds', { count: facts.shaozhuang }) : t('page.shaozhuang.none');
    case 'early_draw':
      return facts.earlyDraws?.length ? list(facts.earlyDraws.map((seat) => table.name(seat))) : t('page.nobody');
  }
}
