import { randomUUID } from 'node:crypto';
import { type ErasureSubject, erasureId } from '../../events/erasure.ts';
import { counted, type ErasureReceipt, erasureReceipt, receiptLines } from '../../events/erasureReceipt.ts';
import { emailAddress } from '../../events/inputs/partners.ts';
import { recordErasures } from '../backup/erasures.ts';
import { type AtStakeInErasure, atStakeInErasure } from '../erase/atStakeInErasure.ts';
import { askForErasure, carryOutErasure } from '../erase/erase.ts';
import { readErasures } from '../erase/erasuresFile.ts';
import { CannotStart, readSettings, settings } from '../settings.ts';
import { ref, type Store } from '../store.ts';
import { withStore } from './asked.ts';
import type { Asked, AuditCommand, Output } from './command.ts';
import { confirmed, firstLine } from './confirm.ts';

const USAGE =
  'erase partner ID [--tenant T] | address ADDRESS --tenant T | tenant ID | file ERASURES_FILE  [--yes] [--json]';

type Wanted = { tenant: string; subject: ErasureSubject };

/** Whom the words speak of. Throws CannotStart when there is no such user or partner. */
async function wantedBy(store: Store, { words: [what, name = ''], values }: Asked): Promise<Wanted> {
  const subject = { partnerId: null, addressHmac: null, why: 'request' } as const;
  const named = typeof values.tenant === 'string' ? values.tenant : null;
  if (what === 'partner') {
    const partnerId = name.replace(/^partner-/, '');
    return { tenant: await tenantOf(store, partnerId, named), subject: { ...subject, kind: 'partner', partnerId } };
  }
  if (what === 'address') {
    if (named === null) throw new CannotStart('Whose partners have this address? Name the user with --tenant.');
    await mustBeUser(store, named);
    const email = emailAddress.safeParse(name === '-' ? await firstLine('Address: ') : name);
    if (!email.success) throw new CannotStart('This is no email address. Write it as name@host, or - to type it.');
    const addressHmac = store.pseudonyms.address(named, email.data);
    return { tenant: named, subject: { ...subject, kind: 'address', addressHmac } };
  }
  if (what !== 'tenant') throw new CannotStart(`Usage: npm run audit -- ${USAGE}`);
  const tenant = name.replace(/^user-/, '');
  await mustBeUser(store, tenant);
  return { tenant, subject: { ...subject, kind: 'tenant' } };
}

async function mustBeUser(store: Store, tenant: string): Promise<void> {
  const { state } = await store.load('system', ref('user', tenant));
  if (state.status === 'none')
    throw new CannotStart(`There is no user ${tenant}. Take the id from the timeline: user-ID.`);
}

/** Whose partner it is: their id is made of the tenant's, so it is enough to know. */
async function tenantOf(store: Store, partnerId: string, named: string | null): Promise<string> {
  const rows = await store.sql<{ tenant_id: string }[]>`
    select tenant_id from read.partners where stream_id = ${`partner-${partnerId}`}`;
  const tenants = rows.map(({ tenant_id }) => tenant_id);
  const tenant = tenants.length === 1 || named !== null ? tenants.find((one) => named === null || one === named) : null;
  if (tenant === null) throw new CannotStart(`Several users have a partner ${partnerId}: name one with --tenant.`);
  if (!tenant) throw new CannotStart(`There is no partner ${partnerId}. Take the id from the timeline: partner-ID.`);
  return tenant;
}

/** The receipt of an erasure after which nothing new came of the same subject; null: there is something to do. */
async function erasedBefore(store: Store, { tenant, subject }: Wanted): Promise<ErasureReceipt | null> {
  const id = erasureId(subject);
  const { state } = await store.load(tenant, ref('erasure', id));
  if (state.status !== 'done' || subject.kind === 'address') return null;
  const nothingNew =
    subject.kind === 'partner'
      ? (await store.load(tenant, ref('partner', subject.partnerId ?? ''))).state.erased
      : (await store.load('system', ref('user', tenant))).state.account === null;
  return nothingNew ? erasureReceipt(tenant, id, state) : null;
}

/** What is about to go, in lines for the operator. */
function linesOf({ tenant, subject }: Wanted, { partners, messagesWaiting, messagesKept }: AtStakeInErasure): string[] {
  const whole = subject.kind === 'tenant';
  return [
    whole
      ? `User ${tenant} is about to be erased: the account, profile, campaigns, stored keys, and ${counted(partners, 'partner')}.`
      : `${counted(partners, 'partner')} of user ${tenant} ${partners === 1 ? 'is' : 'are'} about to be erased.`,
    `${counted(messagesWaiting, 'message')} that did not leave will be cancelled; ${counted(messagesKept, 'message')} that did will lose text and address, and go on counting.`,
    ...(whole ? [] : ['Nothing will ever be sent to them again by this user.']),
    'Their keys are destroyed, and nobody can undo that. Backups of before still have the keys (db/README.md).',
  ];
}

/** Erases again whom ERASURES_FILE names, on a copy of the database that was put back by other means than `npm run restore`. */
async function eraseListed(store: Store, file: string, { values }: Asked, { print, say }: Output): Promise<boolean> {
  const erasures = readErasures(file);
  say(
    `${file} has ${counted(erasures.length, 'line')}: whoever they name is erased again, where the log does not say so.`,
  );
  if (values.yes !== true && !(await confirmed('Erase now?'))) {
    say('Nothing was changed.');
    return true;
  }
  await recordErasures(store, erasures);
  print(
    values.json === true ? JSON.stringify({ lines: erasures.length }) : `Done: ${counted(erasures.length, 'line')}.`,
  );
  return true;
}

/** Erases one partner, whoever has an address, or a whole user with all that is theirs, and prints the receipt; or whom a file names. */
export const eraseCommand: AuditCommand = {
  usage: USAGE,
  options: { tenant: { type: 'string' }, yes: { type: 'boolean' }, json: { type: 'boolean' } },
  words: 2,
  run(asked, output) {
    const { ERASURES_FILE: erasuresFile } = readSettings({ ERASURES_FILE: settings.ERASURES_FILE });
    const { yes, json } = asked.values;
    const { print, say } = output;
    const [what, name = ''] = asked.words;
    const show = (receipt: ErasureReceipt) => {
      if (json === true) print(JSON.stringify(receipt));
      else for (const line of receiptLines(receipt)) print(line);
    };
    return withStore(async (store) => {
      if (what === 'file') return eraseListed(store, name, asked, output);
      const wanted = await wantedBy(store, asked);
      const { tenant, subject } = wanted;
      const before = await erasedBefore(store, wanted);
      if (before) {
        say('This was erased before, and nothing came since. Nothing was changed.');
        show(before);
        return true;
      }
      for (const line of linesOf(wanted, await atStakeInErasure(store, tenant, subject))) say(line);
      if (erasuresFile === undefined)
        say('ERASURES_FILE is not set: note this erasure, or a restored backup brings it back.');
      if (yes !== true && !(await confirmed('Erase now?'))) {
        say('Nothing was changed.');
        return true;
      }
      const cause = { actor: 'system:erase', correlationId: randomUUID(), causationId: null };
      const id = await askForErasure(store, tenant, cause, subject);
      show(await carryOutErasure(store, tenant, id, { cause, erasuresFile }));
      return true;
    });
  },
};
