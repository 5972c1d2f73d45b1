import { describe, expect, it } from 'vitest';
import { type Account, broughtBack, entered, newAccount, takenBack } from './account';
import type { HandRecord } from './evening';

const won = (dealer: 0 | 1 | 2 | 3, winner: 0 | 1 | 2 | 3): HandRecord => ({ ruling_id: `${dealer}${winner}`, at: '', dealer, winner, label: null, settlement: [0, 0, 0, 0] });
const after = (account: Account, step: Partial<Account>): Account => ({ ...account, ...step });
const begun = (): Account => after(newAccount(), { dealer: 0, noted: { ming: '3p', kongs: [{ seat: 2, kind: 'an', tile: '7z' }] } });

describe('the account of an evening', () => {
  it('passes the deal on with a hand and forgets what was told while it was played', () => {
    const account = after(begun(), entered(begun(), won(0, 1), 'never'));
    expect(account).toMatchObject({ dealer: 1, noted: { ming: null, kongs: [] }, undone: [] });
    expect(account.hands).toHaveLength(1);
  });

  it('leaves the deal where it is when points are passed outside a hand', () => {
    const passed = { ...won(0, 1), winner: null, note: 'a round of tea' };
    expect(after(begun(), entered(begun(), passed, 'never'))).toMatchObject({ dealer: 0, noted: { ming: '3p' } });
  });

  it('takes back the kong told last, then the tile turned up, then the last hand', () => {
    const account = after(after(newAccount(), entered(newAccount(), won(3, 1), 'never')), { noted: begun().noted });
    const withoutKong = after(account, takenBack(account));
    expect(withoutKong.noted).toEqual({ ming: '3p', kongs: [] });
    const withoutMing = after(withoutKong, takenBack(withoutKong));
    expect(withoutMing).toMatchObject({ noted: { ming: null }, dealer: 0 });
    const withoutHand = after(withoutMing, takenBack(withoutMing));
    expect(withoutHand).toMatchObject({ dealer: 3, hands: [] });
    expect(takenBack(withoutHand)).toEqual({});
    expect(after(withoutHand, broughtBack(withoutHand, 'never'))).toMatchObject({ dealer: 0, undone: [] });
  });

  it('brings nothing back once another hand was entered', () => {
    const one = after(newAccount(), entered(newAccount(), won(0, 1), 'never'));
    const none = after(one, takenBack(one));
    expect(broughtBack(after(none, entered(none, won(0, 2), 'never')), 'never')).toEqual({});
  });
});
