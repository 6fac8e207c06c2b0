import { counted } from '../../events/format.ts';
import { frozenText } from '../../events/sendingFrozen.ts';
import { atInstallation } from '../backup/where.ts';
import { openStore } from '../open.ts';
import type { AuditCommand } from './command.ts';
import { confirmed } from './confirm.ts';
import { type AtStake, atStake, reconcile } from './reconcile.ts';

/** What is decided about, in lines for the operator. */
function linesOf({ frozen, mayHaveLeft, tenants, withoutText }: AtStake, nothingLeft: boolean): string[] {
  const { reason } = frozenText(frozen);
  const messages = `${counted(mayHaveLeft.length, 'message')} of ${counted(tenants, 'user')}`;
  return [
    `${reason}.`,
    `It does not know what happened from ${frozen.lostFrom ?? 'an unknown moment'} to ${frozen.since}.`,
    nothingLeft
      ? `You say that nothing was sent in that time. What waits goes on (${messages}); what was planned gets a new time.`
      : `May have left in that time, because a text was there: ${messages}. Each becomes "not confirmed", and its user decides.`,
    ...(withoutText > 0 && !nothingLeft
      ? [
          `Without a text yet, and left as it is: ${counted(withoutText, 'message')}. Whoever had texts written and sent in that time must look before doing so again.`,
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

/** Ends the freeze after a restore. */
export const reconcileCommand: AuditCommand = {
  usage: 'reconcile [--nothing-left] [--yes]',
  options: { yes: { type: 'boolean' }, 'nothing-left': { type: 'boolean' } },
  run: ({ values: { yes, 'nothing-left': nothing } }, { say }) =>
    atInstallation(async ({ ownerUrl, secretKey }) => {
      const nothingLeft = nothing === true;
      const store = await openStore({ url: ownerUrl, secretKey, role: 'owner', name: 'audit', max: 2 });
      try {
        const stake = await atStake(store);
        if (!stake) {
          say('Sending is not frozen. Nothing was changed.');
          return true;
        }
        for (const line of linesOf(stake, nothingLeft)) say(line);
        if (yes !== true && !(await confirmed('Release sending now?'))) {
          say('Nothing was changed; sending stays frozen.');
          return true;
        }
        const unknown = await reconcile(store, { nothingLeft });
        say(`Sending is open again. ${counted(unknown ?? 0, 'message waits', 'messages wait')} for a decision.`);
        return true;
      } finally {
        await store.sql.end({ timeout: 5 });
      }
    }),
};
