import { describe, expect, it } from 'vitest';
import { addTile, type Draft, EMPTY_DRAFT, setMeld } from './draft';
import { addMeld, MCR, rules, WILD } from './drafts.testing';
import { NO_FACTS } from './facts';
import { caseFromDraft, correctionFromDraft } from './request';
import { parseTiles } from './tiles';
import type { Corners } from './types';

const PLACE: Corners = [
  [0, 0],
  [2, 0],
  [2, 3],
  [0, 3],
];
const placed = (draft: Draft): Draft => ({ ...draft, tiles: draft.tiles.map((tile) => ({ ...tile, corners: PLACE })) });
const keys = (draft: Draft) => draft.tiles.map((tile) => tile.key);

describe('the case of a draft', () => {
  const kong = addMeld(EMPTY_DRAFT, parseTiles('5555p'));
  const draft = addTile(setMeld(kong, kong.melds[0]?.key ?? -1, { type: 'minggang', made: 'da', from: 'left' }), '6m', 'win');

  it('names the seats as the winner sees them', () => {
    const said = { ...NO_FACTS, winner: 1 as const, dealer: 0 as const, method: 'zimo' as const };
    expect(caseFromDraft(draft, said, rules())).toMatchObject({
      kind: 'win',
      winner: 1,
      melds: [{ type: 'minggang_da', tiles: '5555p', from: 0 }],
      win_tile: '6m',
      win_method: 'zimo',
      kongs: null,
    });
  });

  it('is about events alone when nobody won', () => {
    expect(caseFromDraft(draft, { ...NO_FACTS, winner: 'none', kongs: [] }, rules())).toMatchObject({
      kind: 'events_only',
      kongs: [],
      events: [{ type: 'huangzhuang' }],
    });
  });

  it('leaves what nobody answered null, and what the rules do not look at out', () => {
    const said = { ...NO_FACTS, winner: 1 as const, dealer: 0 as const, method: 'zimo' };
    const mcr = caseFromDraft(draft, said, rules({}, MCR, 'mcr'));
    expect(mcr).toMatchObject({ round: null, flowers: null, flags: { last_of_kind: null }, kongs: [], open: null });
    expect(mcr).not.toHaveProperty('wild');
    expect(caseFromDraft(draft, { ...said, ming: '5m' }, rules({}, WILD, 'jinzhou_wild'))).toMatchObject({ wild: { ming: '5m' }, kongs: null });
    expect(caseFromDraft(draft, said, rules({}, WILD, 'jinzhou_wild'))).toMatchObject({ wild: null });
  });

  it('tells what bars the winner, who pays for all and what is paid beside the win', () => {
    const said = { ...NO_FACTS, winner: 1 as const, dealer: 0 as const, method: 'ron', discarder: 2 as const };
    const wild = caseFromDraft(draft, { ...said, barred: ['wild_discarded'], xuehui: 3 }, rules({}, WILD, 'jinzhou_wild'));
    expect(wild).toMatchObject({ flags: { wild_discarded: true }, events: [{ type: 'xuehui', seat: 3 }] });
    const beijing = rules({}, { ...MCR, flags: ['hubao_partner'], events: ['shaozhuang', 'early_draw'] }, 'beijing');
    const told = { ...said, liable: 3 as const, shaozhuang: 2, earlyDraws: [0 as const] };
    expect(caseFromDraft(draft, told, beijing)).toMatchObject({
      flags: { hubao_partner: 3 },
      events: [{ type: 'shaozhuang', rounds: 2 }, { type: 'early_draw', seat: 0 }],
    });
    expect(caseFromDraft(draft, { ...told, liable: 'none' }, beijing)).toMatchObject({ flags: {} });
  });

  it('counts a kong told while playing once, also where it lies among the melds', () => {
    const said = { ...NO_FACTS, winner: 1 as const, dealer: 0 as const, method: 'zimo', kongs: [] };
    const noted = [{ seat: 1 as const, kind: 'da' as const, tile: '5p', from: 0 as const }, { seat: 2 as const, kind: 'an' as const, tile: '7z' }];
    const unsaid = setMeld(draft, draft.melds[0]?.key ?? -1, { made: null });
    expect(caseFromDraft(unsaid, { ...said, noted }, rules())).toMatchObject({
      kongs: noted,
      melds: [{ type: 'minggang_da', tiles: '5555p', from: 0 }],
    });
  });
});

describe('the correction of a reading', () => {
  it('sends every tile with its place, its source and its group', () => {
    const seen = placed(addMeld(addTile(EMPTY_DRAFT, '1m', 'hand'), parseTiles('555p')));
    const { correction, sent } = correctionFromDraft(addTile(seen, '6m', 'win', PLACE), keys(seen));
    expect(correction.tiles.map((tile) => tile.group)).toEqual(['hand', 'meld:0', 'meld:0', 'meld:0', 'win']);
    expect(correction.tiles.map((tile) => tile.source)).toEqual([0, 1, 2, 3, undefined]);
    expect(correction.melds).toEqual([{ type: 'peng', tiles: '555p', from: null }]);
    expect(correction.win_tile).toBe(4);
    expect(sent).toHaveLength(5);
  });

  it('keeps back what has no place in the photo', () => {
    const seen = placed(addTile(EMPTY_DRAFT, '1m', 'hand'));
    expect(correctionFromDraft(addTile(seen, '2m', 'hand'), keys(seen)).correction.tiles).toHaveLength(1);
  });

  it('sends what is no meld as loose tiles', () => {
    const { correction } = correctionFromDraft(placed(addMeld(EMPTY_DRAFT, parseTiles('55p7p'))), []);
    expect(correction.melds).toEqual([]);
    expect(correction.tiles.map((tile) => tile.group)).toEqual(['other', 'other', 'other']);
  });

  it('sends a concealed kong of which a tile was not seen as the meld it is', () => {
    const short = addMeld(EMPTY_DRAFT, ['back', '6p', '6p']);
    const kong = { ...short, melds: short.melds.map((meld) => ({ ...meld, type: 'angang' as const })) };
    expect(correctionFromDraft(placed(kong), []).correction.tiles.map((tile) => tile.group)).toEqual(['meld:0', 'meld:0', 'meld:0']);
  });

  it('does not call a tile lying face down a tile of the hand', () => {
    const { correction } = correctionFromDraft(placed(addTile(EMPTY_DRAFT, 'back', 'hand')), []);
    expect(correction.tiles[0]).toMatchObject({ tile: 'back', group: 'back' });
  });
});
