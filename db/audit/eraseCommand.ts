import { randomUUID } from 'node:crypto';
import { Argument, Command } from '@commander-js/extra-typings';
import { erasureId } from '../../events/privacy/erasure.ts';
import { receiptLines } from '../../events/privacy/erasureReceipt.ts';
import type { ErasureReceipt } from '../../events/privacy/erasureReceiptSchema.ts';
import { counted } from '../../events/shared/format.ts';
import { ownerOf } from '../accounts/workspace.ts';
import { recordErasures } from '../backup/erasures.ts';
import { awaitRevocation } from '../erase/awaitRevocation.ts';
import { askForErasure, carryOutErasure } from '../erase/erase.ts';
import { erasedBefore } from '../erase/erasedBefore.ts';
import { type ErasurePreview, erasurePreview } from '../erase/erasurePreview.ts';
import { mustBeWritable, readErasures } from '../erase/erasuresFile.ts';
import { isLastAdmin } from '../erase/lastAdmin.ts';
import { readSettings, settings, UsageError } from '../installation/settings.ts';
import { type Output, operatorCommand } from '../process/command.ts';
import type { Store } from '../store.ts';
import { withStore } from './asked.ts';
import { confirmed } from './confirm.ts';
import { type Wanted, wantedBy } from './erasureWanted.ts';

/** The losses of the erasure, in lines for the operator. */
function linesOf({ tenant, subjects }: Wanted, atStake: ErasurePreview, lastAdmin: boolean): string[] {
  const { partners, messagesWaiting, messagesKept } = atStake;
  const whole = subjects.some(({ kind }) => kind === 'tenant');
  const ofAddresses =
    subjects[0]?.kind === 'address' ? ` with ${counted(subjects.length, 'address', 'addresses')}` : '';
  return [
    whole
      ? `Workspace ${tenant} is about to be erased: its owner's account, profile, campaigns, stored keys, and ${counted(partners, 'partner')}.`
      : `${counted(partners, 'partner')}${ofAddresses} of workspace ${tenant} ${partners === 1 ? 'is' : 'are'} about to be erased.`,
    ...(lastAdmin
      ? [
          `Its owner is the only admin: afterwards nobody can administer this installation, and who signs up next is no admin.`,
        ]
      : []),
    `${counted(messagesWaiting, 'message')} that did not leave will be cancelled; ${counted(messagesKept, 'message')} that did will lose text and address, and go on counting.`,
    ...(whole ? [] : ['Nothing will ever be sent to them again from this workspace.']),
    'Their keys are destroyed, and nobody can undo that. Older backups still have the keys (db/OPERATIONS.md).',
  ];
}

/** Repeats the erasures of ERASURES_FILE on a copy of the database that `npm run restore` did not make. */
async function eraseListed(
  store: Store,
  file: string,
  options: { yes?: true; json?: true },
  { print, say }: Output,
): Promise<boolean> {
  const erasures = readErasures(file);
  say(
    `${file} has ${counted(erasures.length, 'line')}: the people whom they name are erased again, where the log does not say so.`,
  );
  if (!options.yes && !(await confirmed('Erase now?'))) {
    say('Nothing was changed.');
    if (options.json) print(JSON.stringify({ lines: erasures.length, keys: 0 }));
    return true;
  }
  const keys = await recordErasures(store, erasures);
  print(
    options.json
      ? JSON.stringify({ lines: erasures.length, keys })
      : `Done: ${counted(erasures.length, 'line')}; ${counted(keys, 'key')} had come back and ${keys === 1 ? 'was' : 'were'} destroyed.`,
  );
  return true;
}

/** Erases a partner, everyone with some addresses, a workspace with its owner's account, or the people of a file. It prints the receipts. */
export const eraseCommand = operatorCommand(
  () =>
    new Command('erase')
      .description(
        "Permanently destroys what is known of a person, of everybody who has or had an address of a workspace's partners (`-`: addresses are read from standard input, one a line), or of a whole workspace with its owner's account (the last admin only with `--last-admin`). Prints a receipt for each. `address` needs `--tenant`. `--yes` asks no question. `erase file ERASURES_FILE` repeats what the file names.",
      )
      .addArgument(new Argument('<what>').choices(['partner', 'address', 'tenant', 'file'] as const))
      .argument('<name>', 'an id, an email address (`-`: from standard input), or a file')
      .option('--tenant <id>', 'whose partner, or whose partners have the address')
      .option('--last-admin', 'erase even the only admin')
      .option('--yes', 'ask no question')
      .option('--json', 'print JSON, for programs'),
  (options, output, what, name) => {
    const { ERASURES_FILE: erasuresFile } = readSettings({ ERASURES_FILE: settings.ERASURES_FILE });
    const { yes, json, lastAdmin: lastAdminToo } = options;
    const { print, say } = output;
    const receipts: ErasureReceipt[] = [];
    const show = (receipt: ErasureReceipt) => {
      receipts.push(receipt);
      if (!json) for (const line of receiptLines(receipt)) print(line);
    };
    return withStore(async (store) => {
      if (what === 'file') return eraseListed(store, name, options, output);
      const wanted = await wantedBy(store, { what, name, tenant: options.tenant });
      const { tenant } = wanted;
      const subjects: Wanted['subjects'] = [];
      for (const subject of wanted.subjects) {
        const before = await erasedBefore(store, tenant, subject);
        if (before === null) {
          subjects.push(subject);
          continue;
        }
        say('This was erased before, and nothing came since. Nothing was changed.');
        show(before);
      }
      const done = () => {
        if (json) print(JSON.stringify({ receipts }));
        return true;
      };
      if (subjects.length === 0) return done();
      const owner = what === 'tenant' ? await ownerOf(store, tenant) : null;
      const lastAdmin = owner !== null && (await isLastAdmin(store, owner));
      const left = { tenant, subjects };
      for (const line of linesOf(left, await erasurePreview(store, tenant, subjects), lastAdmin)) say(line);
      if (lastAdmin && !lastAdminToo)
        throw new UsageError('Nothing was changed. If that is what you want, add --last-admin.');
      mustBeWritable(erasuresFile);
      if (erasuresFile === undefined)
        say('ERASURES_FILE is not set: note this erasure, or a restored backup brings it back.');
      if (!yes && !(await confirmed('Erase now?'))) {
        say('Nothing was changed.');
        return done();
      }
      const cause = { actor: 'system:erase', correlationId: randomUUID(), causationId: null };
      // all are on record before the first is carried out: what is interrupted here, the worker ends
      for (const subject of subjects) await askForErasure(store, tenant, cause, subject);
      const revokeAccess = () => awaitRevocation(store, tenant, say);
      for (const subject of subjects)
        show(await carryOutErasure(store, tenant, erasureId(subject), { cause, erasuresFile, revokeAccess }));
      return done();
    });
  },
);
