import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './client';
import { type Command, flush, type Listener, post, rewrite, waiting, waitsFor } from './outbox';
import { lostConnection, Problem } from './problem';
import type { GameState, Params } from './types';

const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
});

const command = (id: string, more: Partial<Command> = {}): Command => ({ game: 'g', client_id: id, path: 'games/g/events', body: { id }, ...more });
const problem = (status: number, code = 'x') => new Problem(code, status, '', '');

/** A server that answers as `answer` says; `sent` is what it was sent. */
function server(answer: (body: Params) => unknown) {
  const sent: Params[] = [];
  const client = {
    send: (_path: string, body: Params) => {
      sent.push(body);
      const said = answer(body);
      return said instanceof Error ? Promise.reject(said) : Promise.resolve({ id: 'g' } as GameState);
    },
  } as unknown as Client;
  return { client, sent };
}
const heard: string[] = [];
const listener: Listener = {
  answered: (each) => heard.push(`answered ${each.client_id}`),
  unknown: () => [command('begin'), command('all')],
  refused: (each) => heard.push(`refused ${each.client_id}`),
  asked: (each, why) => heard.push(`asked ${each.client_id}: ${why.code}`),
};

beforeEach(() => {
  kept.clear();
  heard.length = 0;
});

describe('what waits for the server', () => {
  it('stays on the device in order while the server is not reached, and is sent once it is', async () => {
    post(command('a'), command('b'));
    await expect(flush(server(() => lostConnection()).client, listener)).rejects.toThrow();
    expect(waiting().map((each) => each.client_id)).toEqual(['a', 'b']);
    const { client, sent } = server(() => null);
    await flush(client, listener);
    expect(sent.map((body) => body.client_id)).toEqual(['a', 'b']);
    expect(heard).toEqual(['answered a', 'answered b']);
    expect(waitsFor('g')).toBe(0);
  });

  it('goes in its spare form where the server refuses it', async () => {
    post(command('a', { spare: { plain: true } }), command('b'));
    const { client, sent } = server((body) => (body.id === 'a' ? problem(422) : null));
    await flush(client, listener);
    expect(sent.map((body) => body.plain ?? body.id)).toEqual(['a', true, 'b']);
    expect(heard).toEqual(['answered a', 'answered b']);
  });

  it('is told to be refused where there is no other form', async () => {
    post(command('a'), command('b'));
    await flush(server((body) => (body.id === 'a' ? problem(409) : null)).client, listener);
    expect(heard).toEqual(['refused a', 'answered b']);
  });

  it('is sent from the beginning of the game to a server that does not know it', async () => {
    post(command('late'), command('other', { game: 'h' }));
    const { client, sent } = server((body) => (body.id === 'late' ? problem(404) : null));
    await flush(client, listener);
    expect(sent.map((body) => body.id)).toEqual(['late', 'begin', 'all', 'other']);
  });

  it('waits for a person where another device was first, and holds up no other game', async () => {
    const hand = { type: 'game.hand' };
    post(command('a', { body: { ...hand, id: 'a' }, spare: hand }), command('b'), command('other', { game: 'h' }));
    const { client, sent } = server((body) => (body.id === 'a' ? problem(409, 'hand_entered') : null));
    await flush(client, listener);
    expect(sent.map((body) => body.id)).toEqual(['a', 'other']);
    expect(heard).toEqual(['asked a: hand_entered', 'answered other']);
    rewrite('g', (each) => (each.client_id === 'a' ? null : { ...each, body: { id: 'changed' } }));
    expect(waiting().map((each) => each.body['id'])).toEqual(['changed']);
  });

  it('waits while the server is too busy or wants the token again', async () => {
    for (const status of [401, 429, 503]) {
      kept.clear();
      post(command('a'));
      await expect(flush(server(() => problem(status)).client, listener)).rejects.toThrow();
      expect(waitsFor('g')).toBe(1);
    }
  });
});
