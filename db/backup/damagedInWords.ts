import { counted } from '../../events/shared/format.ts';
import type { DamagedKey } from '../vault/personKeys.ts';

/** Names the persons with unreadable data. */
export function sayDamaged(say: (line: string) => void, damaged: readonly DamagedKey[], but: string): void {
  if (damaged.length === 0) return;
  say(`WARNING: ${but} ${counted(damaged.length, 'key')} in it cannot be opened. These persons are unreadable:`);
  for (const { tenant, person } of damaged) say(`  ${tenant} ${person}`);
  say('Keep an older backup with the right keys, or erase these persons. Nobody else is affected.');
}
