/** Questions that one tap answers: in which words, with which choices, and what each of them changes. */
import { methodName } from './answers';
import { addTile, changeFace, type Draft, type DraftTile, dissolveMeld, isClaimed, meldZone, moveTile, moveToNewMeld, say, setMeld, tilesIn } from './draft';
import { handName } from './explain';
import { type Facts, stillHow, type Suit, winnerSeat } from './facts';
import { list, signed, t } from './i18n.svelte';
import { tileName } from './names';
import { sideOf, SEATS } from './seats';
import { table } from './table.svelte';
import { FACES } from './tiles';
import type { Corners, Cost, PerSeat, Question, RulingAnswer, Seat } from './types';

/** The tiles that a reading's questions are about, as they lie now. */
export interface Laid {
  readonly draft: Draft;
  /** Keys of the reading's tiles in its own order. */
  readonly known: readonly number[];
}

/** What the person sees when a question is put. */
export interface Scene extends Laid {
  readonly facts: Facts;
}

/** What an answer changes: the tiles, the facts, the rule system. */
export interface Change {
  readonly ruleset?: string;
  readonly draft?: (draft: Draft) => Draft;
  readonly facts?: Partial<Facts>;
}

export interface Choice {
  readonly words: string;
  /** The tile it names, if it names one. */
  readonly face: string | null;
  readonly change: Change;
  readonly cost: Cost | null;
}

const SEATS_ASKED = ['winner', 'dealer', 'discarder', 'bao_seat', 'hubao_partner'];
const YES_OR_NO: Readonly<Record<string, keyof Facts>> = { red_kong: 'redKong', last_tile: 'lastTile', last_of_kind: 'lastOfKind' };
/** What three tiles that look like a concealed kong can be. */
const SHAPES = ['angang', 'minggang', 'peng', 'hand'];
/** More buttons than this are no question for one tap. */
const MOST = 10;

export const tileOf = (scene: Laid, index: unknown): DraftTile | undefined => {
  const key = scene.known[Number(index)];
  return scene.draft.tiles.find((tile) => tile.key === key);
};

/** Where the tiles that a question is about lie on the photo. */
export function outlined(question: Question, scene: Scene): Corners[] {
  const meant = (question.tiles ?? []).flatMap((index) => tileOf(scene, index) ?? []);
  // A case names the faces of a kong, not which of its tiles lie face down: they are the rest of its meld.
  const all = question.id === 'short_kong' && meant[0] ? tilesIn(scene.draft, meant[0].zone) : meant;
  return all.flatMap(({ corners }) => (corners ? [corners] : []));
}

/** That the rules are not played with tiles of the hand. */
const FOREIGN = 'foreign_tiles';

const aboutATile = ({ id }: Question): boolean => id === 'tile_doubt';

/** A hand that does not win as read leaves every tile in doubt: nobody should have to confirm them one by one. */
export const anyTileAsked = ({ ruling, questions }: RulingAnswer): boolean => ruling?.valid === false && questions.filter(aboutATile).length > 1;

/** Keys of the single tiles that a ruling asks about. */
export const keysAsked = (answer: RulingAnswer, scene: Scene): number[] =>
  anyTileAsked(answer) ? [] : answer.questions.filter(aboutATile).flatMap(({ params }) => tileOf(scene, params?.index)?.key ?? []);

/** Why a tile that was read clearly is asked about all the same; empty for any other. */
export function whyAsked(question: Question, scene: Scene, answer: RulingAnswer): string {
  if (!aboutATile(question) || tileOf(scene, question.params?.index)?.status !== 'sure') return '';
  return t(anyTileAsked(answer) ? 'page.ask.clear_but_no_win' : 'page.ask.clear_but_decides');
}

/** The part of the photo to show with them; null: as much as they need. */
export const cropOf = (question: Question): Question['crop'] => (question.id === 'short_kong' ? null : question.crop);

/** Whether the question is about the winner's sets alone: melds, or tiles of the hand? */
const aboutSets = (question: Question, facts: Facts): boolean => {
  const seats = seatsOf(question.params?.seats);
  return question.id === 'who_is_open' && seats.length === 1 && seats[0] === winnerSeat(facts);
};

const seatsOf = (value: unknown): Seat[] => (Array.isArray(value) ? (value as Seat[]) : []);

const foreignTold = ({ params }: Question) => (params?.tiles ?? []) as readonly { tile: string; count: number }[];

/** The tiles that the rules are not played with, and how many of each the hand has by now. */
export function foreignNow(question: Question, scene: Laid): Map<string, number> {
  const faces = foreignTold(question).map(({ tile }) => tile);
  const now = (question.tiles ?? []).flatMap((index) => tileOf(scene, index) ?? []).filter(({ face, zone }) => zone !== 'table' && faces.includes(face));
  return new Map(faces.map((face): [string, number] => [face, now.filter((tile) => tile.face === face).length]).filter(([, count]) => count > 0));
}

/** Tiles that were picked by hand lie on no photo: as many as the server counted. */
function foreignSentence(question: Question, scene: Scene): string {
  const now = foreignNow(question, scene);
  const counted = now.size > 0 ? [...now] : foreignTold(question).map(({ tile, count }): [string, number] => [tile, count]);
  const tiles = counted.map(([face, count]) => t('page.ask.foreign_tiles.tile', { tile: tileName(face), count }));
  return t('page.ask.foreign_tiles', { rules: t(`ruleset.${String(question.params?.ruleset)}`), tiles: list(tiles) });
}

/** Whether there is something to tap: an answer, or where to put it right. */
export const canPut = (question: Question, scene: Scene): boolean => question.id === FOREIGN || choicesOf(question, scene).length > 0;

/** The question in a sentence. */
export function sentence(question: Question, scene: Scene): string {
  if (question.id === FOREIGN) return foreignSentence(question, scene);
  if (question.id === 'tile_doubt') return t(question.crop ? 'page.ask.tile_doubt' : 'page.ask.tile_doubt_unseen');
  if (aboutSets(question, scene.facts)) return t('page.ask.groups');
  if (question.id === 'win_tile' && question.crop) return t('page.ask.win_tile');
  if (question.id === 'meld_kind') return t('page.ask.meld_kind', { tile: tileName(String(question.params?.tile)) });
  if (question.id === 'which_hand') return t('page.ask.which_hand');
  if (question.id === 'fourth_tile') {
    const about = isCovered(question) ? 'covered_tile' : isLoose(question, scene) ? 'loose_set' : 'fourth_tile';
    return t(`page.ask.${about}`, { tile: tileName(String(question.params?.tile)) });
  }
  if (question.id === 'short_kong') return t('page.ask.short_kong', { tile: tileName(String(question.params?.tile)) });
  const id = question.id === 'bao_seat' || question.id === 'hubao_partner' ? 'liable' : question.id;
  return t(`page.question.${id}`);
}

/** Whether a kong is asked about of which one tile is not seen, as another lies on it. */
export const isCovered = (question: Question): boolean => question.id === 'fourth_tile' && question.tiles?.length === 4;

/** Whether the tiles asked about are no set as they were read: then they may be of the hand. */
export const isLoose = (question: Question, scene: Laid): boolean => {
  const zones = (question.tiles ?? []).map((index) => tileOf(scene, index)?.zone ?? '');
  return zones.length > 0 && !(zones[0]?.startsWith('meld:') && zones.every((zone) => zone === zones[0]));
};

/** What is said of one set, told from the same question about another. */
export function aboutSet(question: Question, scene: Laid): string {
  const keys = (question.tiles ?? []).flatMap((index) => tileOf(scene, index)?.key ?? []);
  return `${question.id}:${keys.sort((a, b) => a - b).join(',')}`;
}

/** The question of a reading as the ruling puts it, with what each answer would cost; as it is where that asks it not. */
export function asRuledOn(question: Question, scene: Laid, asked: readonly Question[], now: Laid): Question {
  return asked.find((each) => aboutSet(each, now) === aboutSet(question, scene)) ?? question;
}

const costOf = (question: Question, answer: unknown): Cost | null => question.costs?.[question.choices?.indexOf(answer) ?? -1] ?? null;

/** The answers a tap can give; none where more has to be said than a tap can say. */
export function choicesOf(question: Question, scene: Scene): Choice[] {
  if (question.id === 'which_hand') {
    return [{ words: t('page.ask.which_hand.this'), face: null, change: { draft: (draft) => say(draft, 'which_hand') }, cost: null }];
  }
  if (question.id === FOREIGN) {
    const others = ((question.params?.rulesets ?? []) as readonly string[]).filter((id) => table.rulesets.some((known) => known.id === id));
    return others.map((id) => ({ words: t('page.ask.foreign_tiles.by', { rules: t(`ruleset.${id}`) }), face: null, change: { ruleset: id }, cost: null }));
  }
  if (isCovered(question)) {
    const hidden = question.tiles?.map((index) => tileOf(scene, index)).find((tile) => tile?.status === 'inferred');
    const four: Choice = { words: t('page.ask.covered_tile.four'), face: null, change: { draft: (draft) => say(draft, aboutSet(question, scene)) }, cost: costOf(question, true) };
    if (!hidden) return [four];
    const three = { draft: (draft: Draft) => moveTile(draft, hidden.key, 'table') };
    return [four, { words: t('page.ask.fourth_tile.three'), face: null, change: three, cost: costOf(question, false) }];
  }
  if (question.id === 'fourth_tile' && isLoose(question, scene)) {
    const said = aboutSet(question, scene);
    return [
      { words: t('page.ask.fourth_tile.peng'), face: null, change: { draft: (draft) => say(asOneMeld(draft, question, scene), said) }, cost: null },
      { words: t('page.ask.fourth_tile.hand'), face: null, change: { draft: (draft) => say(draft, said) }, cost: costOf(question, false) },
      { words: t('page.ask.covered_tile.four'), face: null, change: { draft: (draft) => withFourth(draft, question, scene) }, cost: costOf(question, true) },
    ];
  }
  if (question.id === 'fourth_tile') {
    return [
      { words: t('page.ask.fourth_tile.three'), face: null, change: { draft: (draft) => say(draft, aboutSet(question, scene)) }, cost: costOf(question, false) },
      { words: t('page.ask.covered_tile.four'), face: null, change: { draft: (draft) => withFourth(draft, question, scene) }, cost: costOf(question, true) },
    ];
  }
  const given = question.choices ?? [];
  // That a tile was read right is worth asking even where no other face was seen in it.
  if (given.length < (question.id === 'tile_doubt' ? 1 : 2) || given.length > MOST) return [];
  const found = given.map((answer, place): Choice | null => {
    const change = changeBy(question, answer, place, scene);
    if (!change) return null;
    const face = typeof answer === 'string' && FACES.includes(answer) ? answer : null;
    return { words: inWords(question, answer, scene), face, change, cost: question.costs?.[place] ?? null };
  });
  return found.includes(null) ? [] : (found as Choice[]);
}

/** The three tiles asked about as a kong, with the one that is not seen. */
function withFourth(draft: Draft, question: Question, scene: Scene): Draft {
  const [first, ...others] = (question.tiles ?? []).flatMap((index) => tileOf(scene, index) ?? []);
  if (!first) return draft;
  const face = String(question.params?.tile);
  const together = first.zone.startsWith('meld:') && others.every((tile) => tile.zone === first.zone);
  if (together) return addTile(draft, face, first.zone);
  const set = asOneMeld(draft, question, scene);
  return addTile(set, face, set.tiles.find((tile) => tile.key === first.key)?.zone ?? first.zone);
}

/** The tiles asked about as a set of their own. */
function asOneMeld(draft: Draft, question: Question, scene: Scene): Draft {
  const [first, ...others] = (question.tiles ?? []).flatMap((index) => tileOf(scene, index) ?? []);
  if (!first) return draft;
  const opened = moveToNewMeld(draft, first.key);
  const zone = opened.tiles.find((tile) => tile.key === first.key)?.zone ?? first.zone;
  return others.reduce((grown, tile) => moveTile(grown, tile.key, zone), opened);
}

/** Three tiles that look like a concealed kong as the set that they are. */
function asSet(draft: Draft, question: Question, scene: Scene, shape: unknown): Draft {
  if (shape === 'angang') return withFourth(draft, question, scene);
  const zone = tileOf(scene, question.tiles?.[0])?.zone;
  const meld = draft.melds.find((one) => meldZone(one) === zone);
  if (!zone || !meld) return draft;
  const face = String(question.params?.tile);
  const set = tilesIn(draft, zone);
  const shown = set.reduce((now, { key }) => changeFace(now, key, face), draft);
  if (shape === 'hand') return set.reduce((now, { key }) => moveTile(now, key, 'hand'), shown);
  return setMeld(shape === 'minggang' ? addTile(shown, face, zone) : shown, meld.key, {});
}

function changeBy(question: Question, answer: unknown, place: number, scene: Scene): Change | null {
  const { draft, facts } = scene;
  switch (question.id) {
    case 'tile_doubt': {
      const tile = tileOf(scene, question.params?.index);
      return tile ? { draft: (now) => changeFace(now, tile.key, String(answer)) } : null;
    }
    case 'win_tile': {
      const tile = winningBy(question, answer, place, scene);
      return tile ? { draft: (now) => say(moveTile(now, tile.key, 'win'), 'win_tile') } : null;
    }
    case 'short_kong':
      return SHAPES.includes(String(answer)) ? { draft: (now) => asSet(now, question, scene, answer) } : null;
    case 'meld_kind':
      return kongBy(question, answer, scene);
    case 'who_is_open':
      return openBy(question, seatsOf(answer), draft, facts);
    case 'method':
      return { facts: { method: String(answer), redKong: null } };
    case 'round':
      return { facts: { round: Number(answer) } };
    case 'void_suit':
      return { facts: { voidSuit: answer as Suit } };
    default:
      return SEATS_ASKED.includes(question.id) ? seatBy(question.id, answer as Seat, facts) : flagBy(question.id, answer);
  }
}

/** The tile meant by an answer: of rivals the one at that place, else one of that face in the hand. */
function winningBy(question: Question, answer: unknown, place: number, scene: Scene): DraftTile | undefined {
  const rivals = question.tiles?.length === question.choices?.length ? tileOf(scene, question.tiles?.[place]) : undefined;
  return rivals?.face === answer ? rivals : tilesIn(scene.draft, 'hand').find((tile) => tile.face === answer);
}

function kongBy(question: Question, answer: unknown, { draft, facts }: Scene): Change | null {
  const meld = draft.melds[Number(question.params?.meld)];
  const { kind, from } = answer as { kind: 'da' | 'zhua'; from?: Seat };
  const winner = winnerSeat(facts);
  if (!meld || winner === null) return null;
  const side = from === undefined ? null : sideOf(winner, from);
  return { draft: (now) => setMeld(now, meld.key, kind === 'da' ? { made: kind, from: side } : { made: kind }) };
}

function openBy(question: Question, open: readonly Seat[], draft: Draft, facts: Facts): Change {
  const asked = seatsOf(question.params?.seats);
  const winner = winnerSeat(facts);
  const said = facts.open.map((was, seat) => (asked.includes(seat as Seat) && seat !== winner ? open.includes(seat as Seat) : was));
  const melds = draft.melds.filter((meld) => meld.type !== 'angang' && !isClaimed(meld)).map((meld) => meld.key);
  const sort = (now: Draft): Draft =>
    winner !== null && open.includes(winner)
      ? melds.reduce((grown, key) => setMeld(grown, key, {}), now)
      : melds.reduce((grown, key) => dissolveMeld(grown, key), now);
  const about = winner !== null && asked.includes(winner) ? { draft: sort } : {};
  return { ...about, facts: { open: said as unknown as PerSeat<boolean | null> } };
}

function seatBy(id: string, answer: Seat | 'none', facts: Facts): Change {
  if (id === 'winner') {
    const seat = answer as Seat;
    const discarder = facts.discarder === seat ? null : facts.discarder;
    return { facts: { winner: seat, discarder, method: stillHow(facts.method, seat, facts.dealer) } };
  }
  if (id === 'dealer') return { facts: { dealer: answer as Seat, method: stillHow(facts.method, winnerSeat(facts), answer as Seat) } };
  return id === 'discarder' ? { facts: { discarder: answer as Seat } } : { facts: { liable: answer } };
}

function flagBy(id: string, answer: unknown): Change | null {
  const fact = YES_OR_NO[id];
  return fact === undefined || typeof answer !== 'boolean' ? null : { facts: { [fact]: answer } };
}

function inWords(question: Question, answer: unknown, { facts }: Scene): string {
  if (typeof answer === 'boolean') return t(answer ? 'page.yes' : 'page.no');
  if (question.id === 'method') return methodName(String(answer));
  if (question.id === 'short_kong') return t(`page.ask.short_kong.${String(answer)}`);
  if (question.id === 'round') return t(`ledger.round.${String(answer)}`);
  if (question.id === 'void_suit') return t(`page.suit.${String(answer)}`);
  if (question.id === 'who_is_open') return openWords(seatsOf(answer), aboutSets(question, facts));
  if (question.id === 'meld_kind') {
    const { kind, from } = answer as { kind: string; from?: Seat };
    return t(`page.kong.${kind}`) + (from === undefined ? '' : ` · ${table.name(from)}`);
  }
  if (answer === 'none') return t('page.nobody');
  return typeof answer === 'number' ? table.name(answer as Seat) : tileName(String(answer));
}

function openWords(seats: readonly Seat[], sets: boolean): string {
  if (sets) return t(seats.length > 0 ? 'page.ask.groups.open' : 'page.ask.groups.closed');
  return seats.length === 0 ? t('page.open.nobody') : t('page.open.these', { names: list(seats.map((seat) => table.name(seat))) });
}

/** What an answer makes of the hand: 清一色 · 东家 +24; of the seats that pay as well where the winner's gain decides nothing. */
export function costText(cost: Cost, winner: Seat | null, all: readonly Cost[] = [cost]): string {
  const name = cost.hu_label === null ? '' : handName(cost.hu_label);
  const verdict = cost.valid === false ? t('page.ask.no_win') : name || t('page.ask.win');
  if (winner === null || cost.valid === false || !table.system.pays_wins) return verdict;
  const gain = (of: Cost, seat: Seat) => (of.low[seat] === of.high[seat] ? signed(of.low[seat]) : `${signed(of.low[seat])}…${signed(of.high[seat])}`);
  const differ = (seat: Seat) => all.some((other) => gain(other, seat) !== gain(cost, seat));
  const shown = differ(winner) ? [] : SEATS.filter((seat) => seat !== winner && differ(seat));
  return [verdict, ...[winner, ...shown].map((seat) => t('page.ask.gain', { name: table.name(seat), gain: gain(cost, seat) }))].join('\u00a0· ');
}

/** How probable an answer is, where the photo says something of it. */
export function likelyText(cost: Cost): string {
  if (cost.likely == null) return '';
  const percent = Math.round(cost.likely * 100);
  return percent < 1 ? t('page.ask.likely_least') : t('page.ask.likely', { percent: Math.min(percent, 99) });
}
