import { describe, expect, it } from 'vitest';
import { rules } from './drafts.testing';
import { nextDealer, repeatsOf, roundNow, roundOf, totals } from './evening';
import { around, boxAround, centre } from './geometry';
import { begin, record, redo, undo } from './history';
import { asProblem, furtherFaults } from './problem';
import { PLACES, seatAt, windOf } from './seats';
import { repeatOf, wildOf } from './systems';
import { FACES, formatTiles, parseTiles } from './tiles';
import type { Corners, Seat } from './types';
import { fitted, panned, whole, zoomed } from './view';

const PHOTO = { width: 1600, height: 1200 };
const box = (x: number, y: number): Corners => [
  [x, y],
  [x + 60, y],
  [x + 60, y + 80],
  [x, y + 80],
];

describe('tiles', () => {
  it('are 42 faces in class order', () => {
    expect(FACES).toHaveLength(42);
    expect([FACES[0], FACES[9], FACES[27], FACES[33], FACES[34], FACES[41]]).toEqual(['1m', '1p', '1z', '7z', 'f1', 'g4']);
  });

  it.each(['123m55z', '19m19p19s7z', 'f1g4', ''])('%s survives being read and written', (text) => {
    expect(formatTiles(parseTiles(text))).toBe(text);
  });
});

it('the wild tile follows the one turned up in its suit, 红中 makes itself', () => {
  expect(['5m', '9p', '7z'].map(wildOf)).toEqual(['6m', '1p', '7z']);
});

describe('seats', () => {
  it('go round anticlockwise: the next player sits on the right', () => {
    expect(PLACES).toEqual(['bottom', 'right', 'top', 'left']);
    expect([seatAt(3, 'right'), seatAt(3, 'across'), seatAt(3, 'left')]).toEqual([0, 1, 2]);
  });

  it('have their wind by the dealer', () => {
    expect(windOf(2, 2)).toBe('1z');
    expect(windOf(1, 2)).toBe('4z');
  });
});

describe('the evening', () => {
  it('lets the dealer stay after winning and after a draw, else passes on anticlockwise', () => {
    expect(nextDealer(3, 3, 'dealer_win_or_draw')).toBe(3);
    expect(nextDealer(3, null, 'dealer_win_or_draw')).toBe(3);
    expect(nextDealer(3, 1, 'dealer_win_or_draw')).toBe(0);
  });

  it('lets the dealer stay only after what the table plays', () => {
    expect([nextDealer(3, 3, 'draw_only'), nextDealer(3, null, 'draw_only')]).toEqual([0, 3]);
    expect([nextDealer(3, 3, 'dealer_win_only'), nextDealer(3, null, 'dealer_win_only')]).toEqual([3, 0]);
    expect(repeatOf(rules({ dealer_repeat_on_win: false }))).toBe('draw_only');
    expect(repeatOf(rules({ dealer_repeat: 'dealer_win_only' }))).toBe('dealer_win_only');
    expect(repeatOf(rules({}))).toBe('never');
  });

  it('adds up the hands', () => {
    const hand = { ruling_id: 'a', at: '', dealer: 0 as const, winner: 1 as const, label: null };
    expect(totals([{ ...hand, settlement: [-8, 16, -4, -4] }, { ...hand, settlement: [24, -8, -8, -8] }])).toEqual([16, 8, -12, -12]);
  });
});

describe('the place in the evening', () => {
  const dealt = (dealer: Seat, more = {}) => ({ ruling_id: 'a', at: '', dealer, winner: null, label: null, settlement: [0, 0, 0, 0] as const, ...more });

  it('is the next round once all four have dealt, however often somebody dealt again', () => {
    const hands = ([2, 2, 3, 0, 0, 1] as const).map((dealer) => dealt(dealer));
    expect(roundOf(hands, 1)).toBe(0);
    expect(roundOf(hands, 2)).toBe(1);
  });

  it('counts how often the dealer has dealt in a row, points passed aside', () => {
    const hands = [dealt(0), dealt(1), dealt(1), dealt(0, { note: 'x' })];
    expect(repeatsOf(hands, 1)).toBe(2);
    expect(repeatsOf(hands, 2)).toBe(0);
  });

  it('never keeps the dealer where the rules have no repeats', () => {
    expect(nextDealer(1, 1, 'never')).toBe(2);
    expect(nextDealer(1, null, 'never')).toBe(2);
  });

  it('knows the wind of the round from the hand in which it was said', () => {
    const said = (dealer: Seat, round: number) => dealt(dealer, { case: { round } });
    expect(roundNow([], 0)).toBeNull();
    expect(roundNow([said(2, 1), said(3, 1)], 0)).toBe(1);
    expect(roundNow([said(2, 1), dealt(3), dealt(0), dealt(1)], 2)).toBe(2);
  });
});

describe('undo', () => {
  it('goes back and forth and forgets the future after a new change', () => {
    let history = record(record(begin(1), 2), 3);
    history = undo(history);
    expect(history.now).toBe(2);
    expect(redo(history).now).toBe(3);
    expect(redo(record(history, 9)).now).toBe(9);
    expect(undo(undo(undo(history))).now).toBe(1);
  });
});

describe('a box round a tapped place', () => {
  it('is as large as its neighbours and centred there', () => {
    const added = boxAround([500, 400], [box(100, 400), box(160, 400)], PHOTO);
    expect(centre(added)).toEqual([500, 400]);
    expect(added[1][0] - added[0][0]).toBe(60);
  });

  it('stays inside the photo', () => {
    for (const [x, y] of boxAround([1599, 2], [box(100, 400)], PHOTO)) {
      expect(x).toBeLessThanOrEqual(1600);
      expect(y).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('the view of the photo', () => {
  it('fits the tiles and never leaves the photo', () => {
    const view = fitted(around([box(100, 1100), box(700, 1100)], 40, PHOTO), PHOTO);
    expect(view.x).toBeLessThanOrEqual(100);
    expect(view.x + view.width).toBeGreaterThanOrEqual(760);
    expect(view.y + view.height).toBeLessThanOrEqual(1200);
  });

  it('keeps the place under the fingers when zooming', () => {
    const view = zoomed(whole(PHOTO), PHOTO, [800, 600], 2);
    expect((800 - view.x) / view.width).toBeCloseTo(0.5);
    expect(view.width).toBe(800);
  });

  it('cannot be zoomed out or panned beyond the photo', () => {
    expect(zoomed(whole(PHOTO), PHOTO, [0, 0], 0.1)).toEqual(whole(PHOTO));
    expect(panned(zoomed(whole(PHOTO), PHOTO, [0, 0], 4), PHOTO, -500, 0).x).toBe(0);
  });

  it('shows all of a tall photo in a frame that leaves room on a phone', () => {
    const tall = { width: 900, height: 1600 };
    const view = whole(tall);
    expect(view.height).toBeGreaterThanOrEqual(1600);
    expect(view.width).toBe(view.height);
    expect(view.x).toBeLessThan(0);
  });
});

describe('problems', () => {
  it('are taken in the words of the server', () => {
    const problem = asProblem(422, JSON.stringify({ title: '照片读不了', detail: '请换一张。', code: 'unreadable_photo', status: 422 }));
    expect(problem).toMatchObject({ code: 'unreadable_photo', status: 422, title: '照片读不了', detail: '请换一张。' });
  });

  it('say the reason once, and name further fields in words', () => {
    const faults = [{ field: 'case.win_tile', detail: 'Not a tile.' }, { field: 'wall[0]', detail: 'Not known.' }];
    const of = (errors: typeof faults) => asProblem(422, JSON.stringify({ title: 'No', code: 'invalid_request', errors }));
    expect(furtherFaults(of(faults.slice(0, 1)), 'The field win_tile cannot be used: Not a tile. Correct it.')).toEqual([]);
    expect(furtherFaults(of(faults), 'These cannot be used:')).toEqual(['winning tile: Not a tile.', 'wall[0]: Not known.']);
  });

  it('are called unreadable when something else answers', () => {
    expect(asProblem(502, '<html>bad gateway</html>').code).toBe('unreadable_answer');
  });
});
