/** Draws the settlement card as a PNG to keep or send. Always the light card: it is read on other people's screens. */
import { answerText } from './answers';
import { meldZone, tilesIn, type Draft } from './draft';
import { debts, explained } from './explain';
import { type Facts, winnerSeat } from './facts';
import { faceUrl } from './faces';
import { t } from './i18n.svelte';
import { tileShort } from './names';
import { SEATS } from './seats';
import { type Figure, figure, headline, heldPayments, outcome, subline } from './summary';
import { table } from './table.svelte';
import { BACK } from './tiles';
import type { RulingAnswer, Seat } from './types';

const WIDTH = 1080;
const EDGE = 72;
const INK = '#14241f';
const SOFT = '#4a5d55';
const JADE = '#0b6148';
const RED = '#b02a1c';
const HEAD = 350;
const TABLE = 600;
const ROW = 62;
const GAP = 22;
const FOOT = 190;
const SONG = '"Songti SC","Noto Serif CJK SC","Source Han Serif SC",STSong,SimSun,Georgia,serif';
const SANS = 'system-ui,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif';

type Pen = CanvasRenderingContext2D;

export async function drawSettlement(answer: RulingAnswer, draft: Draft, facts: Facts, undecided: readonly string[]): Promise<Blob | null> {
  const zones = winnerSeat(facts) === null ? [] : [...draft.melds.map(meldZone), 'hand' as const, 'win' as const];
  const groups = zones.map((zone) => tilesIn(draft, zone).map((tile) => tile.face));
  const pictures = await loadFaces(groups.flat());
  const rows = reasons(answer, facts, undecided);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEAD + handHeight(groups) + (answer.settlement ? TABLE : 0) + rows.length * ROW + FOOT;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  drawCard(pen, canvas.height);
  let y = drawHead(pen, answer, draft, facts, undecided);
  if (groups.flat().length > 0) y = drawHand(pen, groups, pictures, y);
  if (answer.settlement) y = drawTable(pen, answer, facts, undecided, y);
  drawRows(pen, rows, y);
  drawFoot(pen, draft, facts, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

interface Row {
  readonly left: string;
  readonly note: string;
  readonly right: string;
}

function reasons(answer: RulingAnswer, facts: Facts, undecided: readonly string[]): Row[] {
  const known = outcome(answer, facts) === 'unknown' ? [] : (answer.ruling?.explanation?.faults ?? []);
  const faults = known.map((fault) => ({ left: `✗ ${explained(fault)}`, note: '', right: '' }));
  const payments = heldPayments(answer, undecided).map((payment) => ({
    left: `${table.name(payment.payer)} → ${table.name(payment.payee)}`,
    note: explained(payment),
    right: String(payment.amount),
  }));
  return [...faults, ...payments];
}

async function loadFaces(faces: readonly string[]): Promise<Map<string, HTMLImageElement>> {
  const loaded = new Map<string, HTMLImageElement>();
  await Promise.all(
    [...new Set(faces)].map(async (face) => {
      const address = faceUrl(face);
      if (!address) return;
      const picture = new Image(300, 400);
      picture.src = address;
      // A face that does not load is written as text instead.
      await picture.decode().then(() => loaded.set(face, picture), () => undefined);
    }),
  );
  return loaded;
}

function drawCard(pen: Pen, height: number): void {
  pen.fillStyle = '#dfe8e1';
  pen.fillRect(0, 0, WIDTH, height);
  box(pen, 28, 40, WIDTH - 56, height - 68, 44, '#0a4d3a');
  box(pen, 28, 40, WIDTH - 56, height - 86, 44, '#e3dcc4');
  box(pen, 28, 28, WIDTH - 56, height - 86, 44, '#fbfbf5');
}

function box(pen: Pen, x: number, y: number, width: number, height: number, radius: number, fill: string): void {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
  pen.fillStyle = fill;
  pen.fill();
}

function write(pen: Pen, text: string, x: number, y: number, font: string, color: string, align: CanvasTextAlign = 'left', room?: number): void {
  pen.font = font;
  pen.fillStyle = color;
  pen.textAlign = align;
  pen.textBaseline = 'alphabetic';
  pen.fillText(text, x, y, room);
}

function drawHead(pen: Pen, answer: RulingAnswer, draft: Draft, facts: Facts, undecided: readonly string[]): number {
  const winner = winnerSeat(facts);
  const lost = outcome(answer, facts) === 'none';
  if (winner !== null) write(pen, t('page.result.who', { name: table.name(winner) }), WIDTH / 2, 122, `400 40px ${SANS}`, SOFT, 'center');
  write(pen, headline(answer, facts), WIDTH / 2, 244, `700 112px ${SONG}`, lost ? RED : JADE, 'center', WIDTH - 2 * EDGE);
  write(pen, subline(answer, draft, facts), WIDTH / 2, 312, `400 40px ${SANS}`, INK, 'center', WIDTH - 2 * EDGE);
  if (undecided.length > 0) {
    write(pen, t('page.result.if'), WIDTH - EDGE, 96, `700 38px ${SANS}`, '#8a5a00', 'right');
  }
  return HEAD;
}

function drawHand(pen: Pen, groups: readonly string[][], pictures: ReadonlyMap<string, HTMLImageElement>, top: number): number {
  const filled = groups.filter((group) => group.length > 0);
  const width = tileWidth(groups);
  const height = (width * 4) / 3;
  const count = filled.flat().length;
  let x = (WIDTH - width * count - GAP * (filled.length - 1)) / 2;
  filled.forEach((group, index) => {
    const left = x;
    for (const face of group) {
      drawTile(pen, face, pictures.get(face), x, top, width - 3, height);
      x += width;
    }
    if (index === filled.length - 1) box(pen, left, top + height + 16, group.length * width - 3, 6, 3, RED);
    x += GAP;
  });
  return top + handHeight(groups);
}

function tileWidth(groups: readonly string[][]): number {
  const filled = groups.filter((group) => group.length > 0);
  return Math.min(62, (WIDTH - 2 * EDGE - GAP * (filled.length - 1)) / Math.max(filled.flat().length, 1));
}

const handHeight = (groups: readonly string[][]): number =>
  groups.flat().length === 0 ? 0 : (tileWidth(groups) * 4) / 3 + 50;

function drawTile(pen: Pen, face: string, picture: HTMLImageElement | undefined, x: number, y: number, width: number, height: number): void {
  box(pen, x, y + width * 0.12, width, height, width * 0.14, '#0a4d3a');
  box(pen, x, y + width * 0.05, width, height, width * 0.14, '#d9d2ba');
  box(pen, x, y, width, height, width * 0.14, face === BACK ? '#11785a' : '#fffdf4');
  pen.strokeStyle = 'rgb(20 36 31 / 20%)';
  pen.lineWidth = 1.5;
  pen.stroke();
  if (picture) pen.drawImage(picture, x + width * 0.06, y + height * 0.04, width * 0.88, height * 0.92);
  else if (face !== BACK) write(pen, tileShort(face), x + width / 2, y + height * 0.6, `700 ${width * 0.4}px ${SONG}`, INK, 'center', width);
}

function drawTable(pen: Pen, answer: RulingAnswer, facts: Facts, undecided: readonly string[], top: number): number {
  const [wide, high, middle] = [320, 148, WIDTH / 2];
  const felt = { x: middle - 190, y: top + high + 20, size: 380 };
  box(pen, felt.x, felt.y, felt.size, 240, 36, '#dfe8e1');
  const centre = felt.y + 120;
  const places = [
    { x: middle - wide / 2, y: felt.y + 260 },
    { x: WIDTH - EDGE - 250, y: centre - high / 2 },
    { x: middle - wide / 2, y: top },
    { x: EDGE, y: centre - high / 2 },
  ];
  const anchors = [
    [middle, felt.y + 226],
    [felt.x + felt.size - 14, centre],
    [middle, felt.y + 14],
    [felt.x + 14, centre],
  ] as const;
  for (const debt of debts(heldPayments(answer, undecided))) {
    const [x, y] = anchors[debt.payer];
    drawArrow(pen, debt.payer % 2 === 0 ? [x + 34, y] : [x, y + 28], anchors[debt.payee], [middle, centre]);
  }
  for (const seat of SEATS) {
    const { x, y } = places[seat] ?? { x: 0, y: 0 };
    drawSeat(pen, seat, figure(answer, seat, undecided), facts, x, y, seat % 2 === 0 ? wide : 250, high);
  }
  return top + TABLE;
}

function drawSeat(pen: Pen, seat: Seat, shown: Figure, facts: Facts, x: number, y: number, width: number, height: number): void {
  box(pen, x, y, width, height, 24, seat === facts.winner ? '#d6e8dd' : '#f2f4ec');
  pen.strokeStyle = seat === facts.winner ? JADE : '#c9d7cd';
  pen.lineWidth = 3;
  pen.stroke();
  const name = seat === facts.dealer ? `${t('page.result.dealer_mark')} ${table.name(seat)}` : table.name(seat);
  const color = shown.sign > 0 ? JADE : shown.sign < 0 ? RED : INK;
  const lift = shown.caveat ? 16 : 0;
  write(pen, name, x + width / 2, y + 52 - lift / 2, `600 38px ${SANS}`, INK, 'center', width - 24);
  write(pen, shown.text, x + width / 2, y + 122 - lift * 1.5, `700 ${shown.caveat ? 52 : 64}px ${SANS}`, color, 'center', width - 24);
  write(pen, shown.caveat, x + width / 2, y + height - 14, `600 26px ${SANS}`, SOFT, 'center', width - 24);
}

function drawArrow(pen: Pen, from: readonly [number, number], to: readonly [number, number], middle: readonly [number, number]): void {
  const [cx, cy] = [((from[0] + to[0]) / 2 + middle[0]) / 2, ((from[1] + to[1]) / 2 + middle[1]) / 2];
  pen.strokeStyle = JADE;
  pen.fillStyle = JADE;
  pen.lineWidth = 7;
  pen.lineCap = 'round';
  pen.beginPath();
  pen.moveTo(...from);
  pen.quadraticCurveTo(cx, cy, ...to);
  pen.stroke();
  const turn = Math.atan2(to[1] - cy, to[0] - cx);
  pen.beginPath();
  pen.moveTo(...to);
  for (const side of [-0.45, 0.45]) pen.lineTo(to[0] - 30 * Math.cos(turn + side), to[1] - 30 * Math.sin(turn + side));
  pen.fill();
}

function drawRows(pen: Pen, rows: readonly Row[], top: number): void {
  rows.forEach((row, index) => {
    const y = top + 40 + index * ROW;
    pen.fillStyle = '#d9dfd2';
    pen.fillRect(EDGE, y - 44, WIDTH - 2 * EDGE, 2);
    write(pen, row.left, EDGE, y, `600 36px ${SANS}`, row.right ? INK : RED, 'left', row.right ? 380 : WIDTH - 2 * EDGE);
    write(pen, row.note, EDGE + 400, y, `400 32px ${SANS}`, SOFT, 'left', WIDTH - 2 * EDGE - 530);
    write(pen, row.right, WIDTH - EDGE, y, `700 38px ${SANS}`, INK, 'right');
  });
}

function drawFoot(pen: Pen, draft: Draft, facts: Facts, height: number): void {
  const text = t('page.result.foot', { rules: t(`ruleset.${table.ruleset}`), dealer: answerText('dealer', draft, facts) || '?' });
  write(pen, text, EDGE, height - 96, `400 30px ${SANS}`, SOFT, 'left', 640);
  write(pen, t('page.name'), WIDTH - EDGE, height - 96, `700 36px ${SONG}`, JADE, 'right');
}
