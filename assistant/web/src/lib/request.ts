/** Turns the draft into what the API takes. */
import type { Scene } from './ask';
import { answeredIn } from './atSight';
import type { AnsweredQuestion, CorrectedTile, Correction, RulingRequest } from './client';
import { type Draft, type DraftMeld, type DraftTile, handText, meldFaces, meldZone, shapeOf, winTile } from './draft';
import { allKongs, askedFacts, eventsOf, type Facts, flagsOf, howMade, type Kong, needsDiscarder, openSeats, redKong, winnerSeat } from './facts';
import { seatAt } from './seats';
import type { Rules } from './systems';
import { BACK, formatTiles } from './tiles';
import type { Params, Reading } from './types';

/**
 * The draft as a correction of its reading, with the keys of the tiles sent in their order. `known` holds the keys
 * of the reading's tiles in its own order.
 *
 * What the photo does not show (a tile added without a place) is no label and stays out, and what is no meld yet
 * goes as loose tiles: the ruling is asked for with a full case, the correction only says what lies where. `answered`
 * are questions of the reading that were answered without a change of its tiles.
 */
export function correctionFromDraft(
  draft: Draft,
  known: readonly number[],
  answered: readonly AnsweredQuestion[] = [],
): { correction: Correction; sent: number[] } {
  const shown = draft.tiles.filter((tile) => tile.corners !== null || known.includes(tile.key));
  const melds = draft.melds.filter((meld) => isWhole(shown.filter((tile) => tile.zone === meldZone(meld)), meld));
  const tiles = shown.map(
    (tile): CorrectedTile => ({
      tile: tile.face,
      corners: tile.corners,
      group: groupOf(melds, tile),
      confirmed: tile.status === 'confirmed',
      ...(known.includes(tile.key) ? { source: known.indexOf(tile.key) } : {}),
    }),
  );
  const win = tiles.findIndex((tile) => tile.group === 'win');
  const correction = {
    tiles,
    melds: melds.map((meld) => ({ type: meld.type, tiles: formatTiles(meldFaces(draft, meld)), from: meld.from })),
    win_tile: win < 0 ? null : win,
    answered,
  };
  return { correction, sent: shown.map((tile) => tile.key) };
}

function isWhole(tiles: readonly DraftTile[], meld: DraftMeld): boolean {
  const faces = tiles.map((tile) => tile.face);
  const shape = shapeOf(faces);
  const backs = faces.filter((face) => face === BACK).length;
  // A concealed kong of which a tile was not seen stays one: it is asked about.
  if (meld.type === 'angang' && faces.length === 3) return new Set(faces.filter((face) => face !== BACK)).size === 1;
  if (shape === 'kong') return meld.type === 'angang' ? backs === 0 || backs >= 2 : meld.type === 'minggang' && backs === 0;
  return shape === meld.type;
}

/** The group a tile has in the contract of `paiyan read`; melds are numbered in the order they lie. */
function groupOf(melds: readonly DraftMeld[], tile: DraftTile): string {
  if (tile.zone === 'hand' || tile.zone === 'win') return tile.face === BACK ? 'back' : tile.zone;
  const index = melds.findIndex((meld) => meldZone(meld) === tile.zone);
  if (index >= 0) return `meld:${index}`;
  return /^(discard|back|other)$/.test(tile.group) ? tile.group : 'other';
}

/** What a ruling is asked for with: the reading, if there is one, what was answered of it, and the case that says it all. */
export function rulingRequest(reading: Reading | null, scene: Scene, rules: Rules): RulingRequest {
  const seen = reading === null ? {} : { reading_id: reading.id, answered: answeredIn(reading, scene) };
  return { ...seen, case: caseFromDraft(scene.draft, scene.facts, rules) };
}

/** A case as `paiyan rule` takes it; facts nobody answered stay null for the server to ask about. */
export function caseFromDraft(draft: Draft, facts: Facts, rules: Rules): Params {
  const { ruleset, options, system } = rules;
  const asked = askedFacts(draft, facts, rules);
  const unsaid = facts.kongs === null && asked.includes('kongs');
  const common = {
    ruleset,
    options,
    dealer: facts.dealer,
    kongs: unsaid ? null : asked.includes('kongs') ? allKongs(draft, facts) : robbed(draft, facts),
    events: eventsOf(facts, asked),
    ...(system.wild ? { wild: facts.ming === null ? null : { ming: facts.ming } } : {}),
  };
  const winner = winnerSeat(facts);
  if (facts.winner === 'none') return { ...common, kind: 'events_only' };
  return {
    ...common,
    kind: 'win',
    winner,
    discarder: needsDiscarder(system, facts.method) ? facts.discarder : facts.method === 'dihu' ? facts.dealer : null,
    hand: handText(draft),
    melds: draft.melds.map((meld) => meldOf(draft, meld, facts, asked.includes('meld_kind'))),
    win_tile: winTile(draft)?.face ?? null,
    win_method: facts.method,
    red_kong: redKong(draft, facts, system),
    open: system.open ? openSeats(draft, facts) : null,
    flags: flagsOf(facts, asked, rules),
    ...(system.winds ? { round: facts.round } : {}),
    ...(system.flowers ? { flowers: facts.flowers === null ? null : formatTiles(facts.flowers) } : {}),
    ...(system.void_suit ? { void_suit: facts.voidSuit } : {}),
  };
}

/** The robbed kong alone: of the others nobody is asked where kongs are not paid. */
const robbed = (draft: Draft, facts: Facts): Kong[] => allKongs(draft, facts).filter((kong) => kong.void);

/** A meld as a case has it; how an open kong was made is left open only where that is asked. */
function meldOf(draft: Draft, meld: DraftMeld, facts: Facts, asked: boolean): Params {
  const winner = winnerSeat(facts);
  const { made, from } = howMade(draft, meld, facts);
  const kind = made ?? (asked ? null : 'zhua');
  return {
    type: meld.type === 'minggang' && kind !== null ? `minggang_${kind}` : meld.type,
    tiles: formatTiles(meldFaces(draft, meld)),
    from: winner === null || from === null ? null : seatAt(winner, from),
  };
}
