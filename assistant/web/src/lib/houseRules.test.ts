import { describe, expect, it } from 'vitest';
import { inForce, leastNumber, presetInForce, presetsOf, withPreset } from './houseRules';
import { JINZHOU } from './systems';
import type { Preset, Ruleset } from './types';

const preset = (id: string, options: Record<string, unknown>): Preset => ({
  id,
  zh: id,
  en: id,
  about_zh: '',
  about_en: '',
  options: Object.entries(options).map(([option, value]) => ({ id: option, value, why_zh: '', why_en: '' })),
});
const system: Ruleset = {
  id: 'jinzhou',
  facts: JINZHOU,
  zh: '锦州',
  en: 'Jinzhou',
  options: [
    { id: 'cap', default: null, values: [null, 100, 200] },
    { id: 'open', default: false, values: [false, true] },
    { id: 'base', default: 1, values: ['int>0'] },
  ],
  presets: [preset('capped', { cap: 100 }), preset('as-written', {})],
};
const [asWritten, capped] = presetsOf(system) as [Preset, Preset];

describe('presets', () => {
  it('come with the text itself first', () => {
    expect([asWritten.id, capped.id]).toEqual(['as-written', 'capped']);
  });

  it('are recognised by what the table plays, agreed on or by default', () => {
    expect(presetInForce(system, {})?.id).toBe('as-written');
    expect(presetInForce(system, { open: false })?.id).toBe('as-written');
    expect(presetInForce(system, { cap: 100 })?.id).toBe('capped');
    expect(presetInForce(system, { cap: 200 })).toBeNull();
  });

  it('replace what they contradict and keep the answers they share', () => {
    const chosen = withPreset(system, capped, { cap: 200, open: false, base: 5 });
    expect(chosen).toEqual({ cap: 100, open: false });
    expect(presetInForce(system, chosen)?.id).toBe('capped');
    expect(withPreset(system, asWritten, chosen)).toEqual({ open: false });
  });
});

describe('a house rule', () => {
  it('holds by default until the table agrees on another value', () => {
    const [cap, , base] = system.options;
    expect(cap && inForce(cap, {})).toBeNull();
    expect(cap && inForce(cap, { cap: 200 })).toBe(200);
    expect(cap && leastNumber(cap)).toBeNull();
    expect(base && leastNumber(base)).toBe(1);
  });
});
