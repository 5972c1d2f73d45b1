import { describe, expect, it } from 'vitest';
import { adviceBody, onDiscard, type Wait } from './advice';
import { addTile, type Draft, draftFaults, EMPTY_DRAFT, setMeld } from './draft';
import { addMeld, MCR, rules } from './drafts.testing';
import { inWords } from './explain';
import { locale } from './i18n.svelte';
import { parseTiles } from './tiles';

const lay = (draft: Draft, notation: string, zone: 'hand' | 'win' | 'table'): Draft =>
  parseTiles(notation).reduce((now, face) => addTile(now, face, zone), draft);

const UNSAID = { dealer: null, ming: null, round: null, voidSuit: null };

describe('a hand in play', () => {
  const thirteen = lay(EMPTY_DRAFT, '45m123m678s99s555p', 'hand');

  it('is whole with 13 tiles and, after a draw, with 14', () => {
    expect(draftFaults(thirteen, true)).toEqual([]);
    expect(draftFaults(lay(thirteen, '1m', 'hand'), true)).toEqual([]);
    expect(draftFaults(lay(thirteen, '1m', 'win'), true)).toEqual([]);
    expect(draftFaults(lay(thirteen, '1m2m', 'hand'), true)).toEqual([{ id: 'too_many', count: 1 }]);
    expect(draftFaults(lay(EMPTY_DRAFT, '123m678s99s55p4m2p', 'hand'), true)).toEqual([{ id: 'too_few', count: 2 }]);
  });

  it('is sent with its melds as the asker sees them and with everything else that lies open', () => {
    const kong = addMeld(EMPTY_DRAFT, parseTiles('5555p'));
    const melded = setMeld(kong, kong.melds[0]?.key ?? -1, { type: 'minggang', made: 'da', from: 'left' });
    const draft = lay(lay(lay(melded, '99s45m', 'hand'), '1m', 'win'), '3m', 'table');
    expect(adviceBody(draft, rules({}, MCR, 'mcr'), UNSAID)).toEqual({
      ruleset: 'mcr',
      options: {},
      hand: '145m99s',
      melds: [{ type: 'minggang_da', tiles: '5555p', from: 3 }],
      seen: '3m',
      seat: 0,
    });
    expect(adviceBody(draft, rules({}, MCR, 'mcr'), { ...UNSAID, dealer: 2, round: 1 })).toMatchObject({ dealer: 2, round: 1 });
  });
});

it('a wait tells the least and the most a discard brings, or that none may be won on', () => {
  const wait = { ron: { '1': [16, -16, 0, 0], '2': [32, 0, -32, 0] } } as unknown as Wait;
  expect(onDiscard(wait)).toEqual([16, 32]);
  expect(onDiscard({ ...wait, ron: {} })).toBeNull();
});

it('the fan that covers another is named in the language of the reader', () => {
  locale.lang = 'en';
  const text = inWords('alternative.fan_implied', { label: '无字', reading: '', by: '抢杠和' });
  expect(text).toContain('robbing the kong includes it');
});
