/** Calls of `/api/v1`. Every failure is a `Problem`. */
import type { Advised } from './advice';
import type { Comparison, Variants } from './elsewhere';
import { asProblem, lostConnection, Problem } from './problem';
import type { Corners, GameState, GameSummary, Lang, Params, Photo, ReadMeld, Reading, Rescored, Ruleset, RulingAnswer, TileSet } from './types';

export interface CorrectedTile {
  readonly tile: string;
  readonly corners: Corners | null;
  readonly group: string;
  readonly source?: number;
  /** Whether a person said so of this very tile; the others stay as doubtful as they were. */
  readonly confirmed: boolean;
}

/** A question of a reading that was answered, by its tiles where there are several. */
export interface AnsweredQuestion {
  readonly id: string;
  readonly tiles: readonly number[];
  /** That three loose tiles asked about are of the hand. */
  readonly choice?: 'hand';
}

export interface Correction {
  readonly tiles: readonly CorrectedTile[];
  readonly melds: readonly ReadMeld[];
  readonly win_tile: number | null;
  readonly answered?: readonly AnsweredQuestion[];
}

export interface RulingRequest {
  readonly reading_id?: string;
  readonly answered?: readonly AnsweredQuestion[];
  readonly case: Params;
}

const address = (path: string): string => new URL(`api/v1/${path}`, document.baseURI).href;

export class Client {
  /** Called whenever the server answered, whatever it said. */
  onreached: () => void = () => undefined;

  constructor(private readonly language: () => Lang) {}

  private headers(): Record<string, string> {
    return { Accept: 'application/json', 'Accept-Language': this.language() === 'zh' ? 'zh-Hans' : 'en' };
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(address(path), {
        method,
        credentials: 'same-origin',
        headers: { ...this.headers(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      text = await response.text();
    } catch {
      throw lostConnection();
    }
    this.onreached();
    if (!response.ok) throw asProblem(response.status, text);
    return response.status === 204 ? (undefined as T) : parse<T>(response.status, text);
  }

  /**
   * Sends a photo to be read under these rules and as this tile set, where they are named; `progress` gets 0–1 while it
   * goes up. Aborting rejects with `aborted`.
   */
  upload(photo: Blob, by: { rules?: string; tile_set?: string }, progress: (share: number) => void, signal: AbortSignal): Promise<{ photo: Photo; reading: Reading }> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const query = new URLSearchParams(Object.entries(by).filter(([, value]) => value !== undefined));
      request.open('POST', address(`photos?${query}`));
      for (const [name, value] of Object.entries(this.headers())) request.setRequestHeader(name, value);
      request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
      request.onerror = () => reject(lostConnection());
      request.onabort = () => reject(new Problem('aborted', 0, '', ''));
      request.onload = () => {
        this.onreached();
        if (request.status >= 300) return reject(asProblem(request.status, request.responseText));
        try {
          resolve(parse(request.status, request.responseText));
        } catch (error) {
          reject(error);
        }
      };
      signal.addEventListener('abort', () => request.abort());
      const form = new FormData();
      form.append('photo', photo, 'photo');
      request.send(form);
    });
  }

  correct(readingId: string, correction: Correction): Promise<Reading> {
    return this.call('POST', `readings/${encodeURIComponent(readingId)}/corrections`, correction);
  }

  async tileSets(): Promise<readonly TileSet[]> {
    return (await this.call<{ tile_sets: readonly TileSet[] }>('GET', 'tile-sets')).tile_sets;
  }

  /** Enrols a tile set from the reading, confirmed, of a photo of its faces. */
  enrol(name: string, readingId: string): Promise<TileSet> {
    return this.call('POST', 'tile-sets', { name, reading_id: readingId });
  }

  addToTileSet(id: string, readingId: string): Promise<TileSet> {
    return this.call('POST', `tile-sets/${encodeURIComponent(id)}/photos`, { reading_id: readingId });
  }

  removeTileSet(id: string): Promise<void> {
    return this.call('DELETE', `tile-sets/${encodeURIComponent(id)}`);
  }

  rule(request: RulingRequest): Promise<RulingAnswer> {
    return this.call('POST', 'rulings', request);
  }

  /** The house rules that, changed alone, would change the money. */
  variants(request: RulingRequest): Promise<Variants> {
    return this.call('POST', 'rulings/variants', request);
  }

  /** The hand under every rule system. */
  comparison(request: RulingRequest): Promise<Comparison> {
    return this.call('POST', 'rulings/comparison', request);
  }

  advise(hand: Params): Promise<Advised> {
    return this.call('POST', 'advice', hand);
  }

  async rulesets(): Promise<readonly Ruleset[]> {
    return (await this.call<{ rulesets: readonly Ruleset[] }>('GET', 'rulesets')).rulesets;
  }

  /** Something that happened in a game; answered with where the game stands. */
  send(path: string, body: Params): Promise<GameState> {
    return this.call('POST', path, body);
  }

  game(id: string): Promise<GameState> {
    return this.call('GET', `games/${encodeURIComponent(id)}`);
  }

  /** The newest entry of a game's log above `after`; `after` itself where there is none. */
  async newest(id: string, after: number): Promise<number> {
    const query = new URLSearchParams({ game_id: id, after: String(after), limit: '1' });
    return (await this.call<{ next: number }>('GET', `events?${query}`)).next;
  }

  /** Games of this server, the newest first. */
  async games(): Promise<readonly GameSummary[]> {
    return (await this.call<{ games: readonly GameSummary[] }>('GET', 'games?limit=20')).games;
  }

  rescore(id: string, options: Params): Promise<Rescored> {
    return this.call('POST', `games/${encodeURIComponent(id)}/rescore`, { options });
  }

  /** The game as a file to keep, in the language of the page. */
  async exported(id: string, kind: 'csv' | 'json'): Promise<Blob> {
    const response = await fetch(address(`games/${encodeURIComponent(id)}/export.${kind}`), {
      credentials: 'same-origin',
      headers: this.headers(),
    }).catch(() => {
      throw lostConnection();
    });
    this.onreached();
    if (!response.ok) throw asProblem(response.status, await response.text());
    return response.blob();
  }

  health(): Promise<{ status: string; version: string }> {
    return this.call('GET', 'health');
  }
}

function parse<T>(status: number, text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Problem('unreadable_answer', status, '', '');
  }
}
