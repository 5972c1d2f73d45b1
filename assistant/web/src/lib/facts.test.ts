import { describe, expect, it } from 'vitest';
import { addTile, type Draft, EMPTY_DRAFT, setMeld as setMeldByKey } from './draft';
import { addMeld, MCR, rules, WILD } from './drafts.testing';
import { caseFromDraft } from './request';
import { JINZHOU } from './systems';
import { allKongs, askedFacts, barsOf, type Facts, methodsOf, NO_FACTS, openQuestions, openSeats, redKong, stillHow } from './facts';
import { parseTiles } from './tiles';

const facts = (said: Partial<Facts>): Facts => ({ ...NO_FACTS, ...said });
const setMeld = (draft: Draft, index: number, change: Parameters<typeof setMeldByKey>[2]) =>
  setMeldByKey(draft, draft.melds[index]?.key ?? -1, change);
const closed = addTile(EMPTY_DRAFT, '9m', 'win');
const withMeld = (tiles: string) => addMeld(closed, parseTiles(tiles));
const kong = (tiles: string, made: 'da' | 'zhua') => setMeld(withMeld(tiles), 0, { type: 'minggang', made, from: 'across' });

describe('nothing is answered for the players', () => {
  it('asks who, dealer, how, kongs, who is open and 跟庄 at first', () => {
    expect(openQuestions(closed, NO_FACTS, rules())).toEqual(['winner', 'dealer', 'method', 'kongs', 'open', 'followed']);
  });

  it('asks who gave the tile only where somebody did', () => {
    expect(openQuestions(closed, facts({ winner: 1, method: 'ron' }), rules())).toContain('discarder');
    expect(openQuestions(closed, facts({ winner: 1, method: 'zimo' }), rules())).not.toContain('discarder');
  });

  it('takes "no kongs" and "nobody followed" for answers', () => {
    const said = facts({ winner: 1, dealer: 0, method: 'zimo', kongs: [], followed: [], open: [true, null, false, true] });
    expect(openQuestions(closed, said, rules())).toEqual([]);
  });

  it('asks only dealer, kongs and 跟庄 after a draw', () => {
    expect(openQuestions(EMPTY_DRAFT, facts({ winner: 'none' }), rules())).toEqual(['dealer', 'kongs', 'followed']);
  });

  it('asks how an open kong was made, and whose discard it was', () => {
    const unknown = setMeld(withMeld('5555p'), 0, { type: 'minggang' });
    expect(openQuestions(unknown, facts({ winner: 1 }), rules())).toContain('meld_kind');
    expect(openQuestions(setMeld(unknown, 0, { made: 'da' }), facts({ winner: 1 }), rules())).toContain('meld_kind');
    expect(openQuestions(kong('5555p', 'da'), facts({ winner: 1 }), rules())).not.toContain('meld_kind');
  });
});

describe('what follows is not asked', () => {
  it('the winner is open by melds, not by a concealed kong', () => {
    expect(openSeats(withMeld('555p'), facts({ winner: 2 }))[2]).toBe(true);
    expect(openSeats(setMeld(withMeld('5555p'), 0, { type: 'angang' }), facts({ winner: 2 }))[2]).toBe(false);
  });

  it('a loser is open by an open kong, also by the one that was robbed', () => {
    const said = facts({ winner: 1, kongs: [{ seat: 3, kind: 'zhua', tile: '2p' }] });
    expect(openSeats(closed, said)[3]).toBe(true);
    expect(openSeats(closed, facts({ winner: 1, method: 'rob_kong', discarder: 0 }))[0]).toBe(true);
  });

  it('nobody is open at 天胡', () => {
    expect(openSeats(closed, facts({ winner: 0, dealer: 0, method: 'tianhu' }))).toEqual([false, false, false, false]);
  });

  it('the robbed kong is listed and void', () => {
    expect(allKongs(closed, facts({ winner: 1, method: 'rob_kong', discarder: 0 }))).toEqual([
      { seat: 0, kind: 'zhua', tile: '9m', void: true },
    ]);
  });

  it('an open kong on a discard is paid by the seat across', () => {
    expect(allKongs(kong('5555p', 'da'), facts({ winner: 3 }))).toEqual([{ seat: 3, kind: 'da', tile: '5p', from: 1 }]);
  });

  it('whether the kong was red follows from the kongs, and is asked where it does not', () => {
    const after = facts({ winner: 1, method: 'kong_open' });
    expect(redKong(setMeld(withMeld('7777z'), 0, { type: 'angang' }), after, JINZHOU)).toBe(true);
    expect(redKong(setMeld(withMeld('5555p'), 0, { type: 'angang' }), after, JINZHOU)).toBe(false);
    expect(redKong(withMeld('7777z'), after, JINZHOU), 'however it was made').toBe(true);
    const both = addMeld(setMeld(withMeld('7777z'), 0, { type: 'angang' }), parseTiles('5555p'));
    expect(redKong(setMeld(both, 1, { type: 'angang' }), after, JINZHOU)).toBeNull();
    expect(redKong(closed, facts({ winner: 1, method: 'kong_leak', discarder: 2 }), JINZHOU)).toBeNull();
  });
});

describe('the request', () => {
  it('leaves unanswered facts null', () => {
    expect(caseFromDraft(closed, NO_FACTS, rules())).toMatchObject({
      winner: null,
      dealer: null,
      win_method: null,
      kongs: null,
      open: [null, null, null, null],
    });
  });

  it('turns a draw into an event without method or open seats', () => {
    const body = caseFromDraft(EMPTY_DRAFT, facts({ winner: 'none', dealer: 2, kongs: [], followed: ['1m', '7z'] }), rules());
    expect(body.events).toEqual([{ type: 'genzhuang', tiles: ['1m', '7z'] }, { type: 'huangzhuang' }]);
    expect(body).not.toHaveProperty('win_method');
    expect(body).not.toHaveProperty('open');
  });
});

describe('what a rule system asks', () => {
  it('is flowers, winds and the last of its kind in 国标, and no kongs', () => {
    const mcr = rules({}, MCR, 'mcr');
    expect(askedFacts(closed, NO_FACTS, mcr)).toEqual(['winner', 'dealer', 'round', 'method', 'flowers', 'last_of_kind']);
    expect(askedFacts(closed, facts({ method: 'kong_open' }), mcr)).toContain('last_tile');
    expect(askedFacts(closed, facts({ method: 'rob_kong' }), mcr)).not.toContain('last_of_kind');
    expect(askedFacts(addTile(closed, '9m', 'hand'), NO_FACTS, mcr)).not.toContain('last_of_kind');
  });

  it('is the tile turned up, what bars the winner and 血会 in 带会', () => {
    const wild = rules({ louhu: 'until_own_draw' }, WILD, 'jinzhou_wild');
    expect(askedFacts(closed, facts({ winner: 1, method: 'ron' }), wild)).toEqual(expect.arrayContaining(['ming', 'barred', 'xuehui']));
    expect(barsOf(facts({ method: 'ron' }), wild)).toEqual(['wild_discarded', 'wild_claimed', 'louhu_blocked']);
    expect(barsOf(facts({ method: 'zimo' }), wild), 'the own draw is free').toEqual(['wild_discarded', 'wild_claimed']);
    expect(askedFacts(EMPTY_DRAFT, facts({ winner: 'none' }), wild)).toEqual(['winner', 'dealer', 'ming', 'kongs', 'xuehui', 'followed']);
  });

  it('is who pays for all where three sets were claimed and the tile was drawn', () => {
    const guangdong = rules({}, { ...MCR, flags: ['bao_seat', 'louhe_blocked'], flowers: false }, 'guangdong_jipinghu');
    const three = ['111m', '222m', '333m'].reduce((draft, tiles) => addMeld(draft, parseTiles(tiles)), closed);
    expect(askedFacts(three, facts({ winner: 1, method: 'zimo' }), guangdong)).toContain('liable');
    expect(askedFacts(three, facts({ winner: 1, method: 'ron' }), guangdong)).not.toContain('liable');
    expect(askedFacts(closed, facts({ winner: 1, method: 'zimo' }), guangdong)).not.toContain('liable');
  });

  it('is nothing that the table does not pay', () => {
    expect(askedFacts(closed, NO_FACTS, rules({ genzhuang_base: 0 }))).not.toContain('followed');
  });

  it('offers the dealt hand to the dealer only', () => {
    const methods = (dealer: 0 | 1) => methodsOf(JINZHOU, facts({ winner: 0, dealer }));
    expect([methods(0).includes('tianhu'), methods(1).includes('tianhu')]).toEqual([true, false]);
    expect(stillHow('dihe', 0, 0)).toBeNull();
  });
});
