/**
 * Who was erased after a backup was taken comes back with it, with their key. ERASURES_FILE is kept outside of the backups and names them,
 * a line each: the tenant and the person, as the table vault.person_keys does, with a space between; what follows a # is not read.
 */
import { readFileSync } from 'node:fs';
import { cancelMessage } from '../../events/messageEnd.ts';
import { deletePartner } from '../../events/partner.ts';
import type { Sql } from '../connect.ts';
import { CannotStart } from '../settings.ts';
import { idOf, ref, type Store } from '../store.ts';

export type Erasure = { tenant: string; person: string };

/** Reads the file. Throws CannotStart at a line that cannot be carried out, so that nothing is restored without it. */
export function readErasures(file: string): Erasure[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new CannotStart(`ERASURES_FILE ${file} cannot be read (${code}). Correct it; nothing was restored.`);
  }
  return text.split('\n').flatMap((line, index): Erasure[] => {
    const [tenant, person, ...more] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!tenant) return [];
    if (!person || more.length > 0 || !/^partner-[^.\s]+$/.test(person)) {
      throw new CannotStart(
        `ERASURES_FILE ${file}, line ${index + 1}: only partners can be erased again, as "tenant partner-id". Nothing was restored.`,
      );
    }
    return [{ tenant, person }];
  });
}

/** Destroys the keys, before any row is made from what they open. Answers how many there were. `sql`: the owner's. */
export async function destroyKeys(sql: Sql, erasures: readonly Erasure[]): Promise<number> {
  let destroyed = 0;
  for (const { tenant, person } of erasures) {
    const { count } = await sql`delete from vault.person_keys where tenant_id = ${tenant} and person_id = ${person}`;
    destroyed += count;
  }
  return destroyed;
}

const cause = { actor: 'system:restore', correlationId: 'restore', causationId: null };
const TELLING = new Set(['PartnerDiscovered', 'PartnerAdded', 'PersonErased']);
const ERASED = 'the person was erased';
const personErased = { type: 'PersonErased', data: {} } as const;

/** Records what was done, where the restored log does not say so yet: the partner is deleted and erased, and what waits for them cancelled. */
export async function recordErasures(store: Store, erasures: readonly Erasure[]): Promise<void> {
  for (const { tenant, person } of erasures) {
    const id = idOf(person);
    // a partner without a key looks erased already: whether it was said stands in the log alone
    const told = (await store.history(tenant, ref('partner', id))).filter(({ type }) => TELLING.has(type)).at(-1);
    await store.run({
      tenant,
      cause,
      streams: { partner: ref('partner', id) },
      decide: ({ partner }) => ({
        partner:
          partner.status === 'none' || told?.type === 'PersonErased'
            ? []
            : [...(partner.status === 'deleted' ? [] : deletePartner(partner)), personErased],
      }),
    });
    const messages = await store.sql<{ stream_id: string }[]>`
      select stream_id from read.messages where tenant_id = ${tenant} and partner_id = ${id}`;
    for (const { stream_id } of messages) {
      await store.run({
        tenant,
        cause,
        streams: { message: ref('message', idOf(stream_id)) },
        decide: ({ message }) => ({
          message: message.erased ? [] : [...cancelMessage(message, ERASED), personErased],
        }),
      });
    }
  }
}
