/** Drafts and rules for tests. */
import { addTile, type Draft, moveToNewMeld, type Zone } from './draft';
import { JINZHOU, type Rules, type SystemFacts } from './systems';

/** Rules with these house rules, of 锦州麻将 unless the system is told otherwise. */
export const rules = (options: Readonly<Record<string, unknown>> = {}, system: Partial<SystemFacts> = {}, ruleset = 'jinzhou'): Rules => ({
  ruleset,
  options,
  system: { ...JINZHOU, ...system },
  setting: (option) => options[option],
});

/** What 国标 has to be told of a hand. */
export const MCR: Partial<SystemFacts> = {
  methods: ['ron', 'zimo', 'kong_open', 'rob_kong', 'haidi', 'haidi_ron'],
  from_other: ['ron', 'rob_kong', 'haidi_ron'],
  events: ['huangzhuang'],
  flags: ['last_of_kind', 'last_tile'],
  open: false,
  winds: true,
  flowers: true,
  pays_kongs: false,
  start_points: 500,
  rounds: 4,
};

/** What 锦州带会 has to be told of a hand. */
export const WILD: Partial<SystemFacts> = { events: ['genzhuang', 'huangzhuang', 'xuehui'], flags: ['louhu_blocked', 'wild_claimed', 'wild_discarded'], wild: true };

/** The draft with one more meld of these tiles, laid down one after the other. */
export function addMeld(draft: Draft, faces: readonly string[]): Draft {
  const [first = 'back', ...rest] = faces;
  const started = addTile(draft, first, 'table');
  const opened = moveToNewMeld(started, started.tiles.at(-1)?.key ?? -1);
  const zone: Zone = `meld:${opened.melds.at(-1)?.key ?? -1}`;
  return rest.reduce((grown, face) => addTile(grown, face, zone), opened);
}
