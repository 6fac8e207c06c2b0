import { Command } from '@commander-js/extra-typings';
import { counted } from '../../events/shared/format.ts';
import { frozenBecause } from '../../events/shared/sendingFrozen.ts';
import { fileTrouble } from '../backup/wholeFile.ts';
import { freezeOnce } from '../installation/freeze.ts';
import { CannotStart } from '../installation/settings.ts';
import { type Output, operatorCommand } from '../process/command.ts';
import { objectionOfSeal, replaceSealOutside } from '../seal/sealFile.ts';
import type { Store } from '../store.ts';
import { withStore } from './asked.ts';
import { confirmed } from './confirm.ts';
import { objections, sealFileOf } from './outside.ts';
import { type AtStake, atStake, type Reconciled, reconcile } from './reconcile.ts';
import { sealAll } from './sealCommand.ts';

/** The decision, in lines for the operator. */
function linesOf({ frozen, mayHaveLeft, tenants, withoutText }: AtStake, nothingLeft: boolean): string[] {
  const messages = `${counted(mayHaveLeft.length, 'message')} of ${counted(tenants, 'workspace')}`;
  return [
    `${frozenBecause(frozen)}.`,
    ...(frozen.detail ? [frozen.detail] : []),
    `It does not know what happened from ${frozen.lostFrom ?? 'an unknown moment'} to ${frozen.since}.`,
    nothingLeft
      ? `You say that nothing was sent in that time. What waits goes on (${messages}); what was planned gets a new time.`
      : `May have left in that time, because a text was there: ${messages}. Each becomes "not confirmed", and its user decides.`,
    ...(withoutText > 0 && !nothingLeft
      ? [
          `Without a text yet, and left as it is: ${counted(withoutText, 'message')}. Users who had texts written and sent in that time must check before doing so again.`,
        ]
      : []),
    ...(nothingLeft
      ? []
      : [
          'Replies, unsubscribes and edits of that time are lost, too. The suppression lists of your provider have the unsubscribes: import them before new mails leave.',
        ]),
    'Make sure that no newer database of this installation is alive: it would go on sending.',
  ];
}

/** The result, in lines for the operator. */
function doneLines({ epoch, madeUnknown, unknownBefore, replanned }: Reconciled): string[] {
  const unknown = madeUnknown + unknownBefore;
  const earlier = unknownBefore > 0 ? ` (${unknownBefore} of them since an earlier run)` : '';
  return [
    `Sending is open again. The freeze of epoch ${epoch} has ended.`,
    `${counted(unknown, 'message waits', 'messages wait')} for a decision${earlier}; ${counted(replanned, 'message gets', 'messages get')} a new time.`,
  ];
}

/** SEAL_FILE says from now on what this database says; what it said is kept beside it. */
async function renewSealFile(store: Store, file: string, { say }: Output): Promise<void> {
  await sealAll(store);
  try {
    const aside = await replaceSealOutside(store.sql, store.master, file);
    if (aside !== null) say(`${file} holds the newest seal of this database now. What it held is in ${aside}.`);
  } catch (error) {
    throw fileTrouble(file, error);
  }
}

/** A database that is not frozen: its file may still hold a seal of before. */
async function renewOnly(store: Store, file: string | null, yes: boolean, output: Output): Promise<void> {
  const { say } = output;
  const objection = file === null ? null : await objectionOfSeal(store.sql, store.master, file);
  if (file === null || objection === null) {
    say('Sending is not frozen. Nothing was changed.');
    return;
  }
  say(`Sending is not frozen. ${objection.text}`);
  if (!yes && !(await confirmed('Replace the file now?'))) say('Nothing was changed.');
  else await renewSealFile(store, file, output);
}

/** Ends the freeze after a restore. */
export const reconcileCommand = operatorCommand(
  () =>
    new Command('reconcile')
      .description(
        'Ends the freeze of sending after a restore. What may have left since the backup waits for the decisions of its users; `--nothing-left` is for a planned move. Replaces the seal in SEAL_FILE and keeps the old one beside it. `--yes` asks no question.',
      )
      .option('--nothing-left', 'nothing was sent since the backup')
      .option('--yes', 'ask no question')
      .option('--json', 'print JSON, for programs'),
  ({ yes, nothingLeft = false, json = false }, output) =>
    withStore(async (store, home) => {
      const { say } = output;
      const answer = (done: Reconciled | null) => {
        if (json) output.print(JSON.stringify({ released: done }));
        return true;
      };
      const file = await sealFileOf(store, home);
      const outside = await objections(store, file);
      // no worker may have looked yet
      for (const { cause, text } of outside) if (cause !== null) await freezeOnce(store.sql, cause, text);
      const stake = await atStake(store);
      if (!stake) {
        await renewOnly(store, file, yes === true, output);
        return answer(null);
      }
      const lines = linesOf(stake, nothingLeft);
      for (const line of [...lines, ...outside.map(({ text }) => text)]) say(line);
      if (outside.some(({ cause }) => cause === 'foreign_seal'))
        throw new CannotStart('Set SEAL_FILE to a file of this installation first. Sending stays frozen.');
      if (outside.some(({ cause }) => cause === 'unreadable_erasures'))
        throw new CannotStart(
          'Correct ERASURES_FILE first: it names who must not be written to. Sending stays frozen.',
        );
      if (!yes && !(await confirmed('Release sending now?'))) {
        say('Nothing was changed; sending stays frozen.');
        return answer(null);
      }
      const done = await reconcile(store, {
        nothingLeft,
        beforeRelease: async () => {
          if (file !== null) await renewSealFile(store, file, output);
        },
      });
      // another run may have done it since
      if (done === null) say('Sending is not frozen. Nothing was changed.');
      else for (const line of doneLines(done)) say(line);
      return answer(done);
    }),
);
