/** A table as it is kept in the storage of the browser. */
import { type Account, newAccount } from './account';
import type { Agreed } from './houseRules';
import { load, local, save } from './storage';

export const STORED = 'paiyan.table';

export interface KeptTable extends Account {
  names: [string, string, string, string];
  ruleset: string;
  /** House rules agreed on, by rule system. */
  agreed: Record<string, Agreed>;
  /** Games of other tables, and those this device does not go by any more. */
  left: readonly string[];
}

export const freshTable = (): KeptTable => ({ names: ['', '', '', ''], ruleset: 'jinzhou', agreed: {}, left: [], ...newAccount() });

/** As this device kept it; before there was more than one rule system it kept the house rules of the one. */
export function keptTable(): KeptTable | null {
  const found = load<Partial<KeptTable> & { options?: Agreed }>(local, STORED);
  if (!found) return null;
  const { options, ...kept } = found;
  return { ...freshTable(), ...(options ? { agreed: { jinzhou: options } } : {}), ...kept };
}

export const keepTable = (table: KeptTable): boolean => save(local, STORED, table);
