import { randomUUID } from 'node:crypto';
import { Command } from '@commander-js/extra-typings';
import { turnSecondFactor } from '../../events/accounts/user.ts';
import { emailAddress } from '../../events/partners/partnersInput.ts';
import { userByAddress } from '../accounts/auth.ts';
import { changeUser } from '../accounts/changeUser.ts';
import { UsageError } from '../installation/settings.ts';
import { operatorCommand } from '../process/command.ts';
import { ref, type Store } from '../store.ts';
import { withStore } from './asked.ts';
import { confirmed } from './confirm.ts';

/** The user whom the operator named. Neither the address nor the name is shown: outputs are kept in places of their own. */
async function userNamed(store: Store, name: string): Promise<string> {
  const email = emailAddress.safeParse(name).data;
  const userId = email
    ? await userByAddress(store.sql, store.pseudonyms.address('system', email))
    : name.replace(/^user-/, '');
  const { state } = await store.load('system', ref('user', userId ?? ''));
  if (userId === null || state.status === 'none' || state.status === 'deleted') {
    throw new UsageError(
      email
        ? 'There is no user with this address.'
        : `There is no user ${name}. Take the id from the timeline: user-ID.`,
    );
  }
  return userId;
}

/** The way back for an only admin whose phone and recovery codes are gone: everybody else asks an admin. */
export const secondFactorCommand = operatorCommand(
  () =>
    new Command('second-factor-off')
      .description(
        'Turns off the two-factor authentication of a user who has lost phone and recovery codes, where no other admin can. Be sure that the request comes from that user. `--yes` asks no question.',
      )
      .argument('<user>', 'the id or the email address of the user')
      .option('--yes', 'ask no question')
      .option('--json', 'print JSON, for programs'),
  ({ yes, json }, { print, say }, name) =>
    withStore(async (store) => {
      const userId = await userNamed(store, name.trim());
      const done = (turnedOff: boolean) => {
        if (json) print(JSON.stringify({ userId, turnedOff }));
        return true;
      };
      if (!(await store.load('system', ref('user', userId))).state.secondFactor) {
        say(`Two-factor authentication of user ${userId} is off already. Nothing was changed.`);
        return done(false);
      }
      say(
        `Two-factor authentication of user ${userId} is about to be turned off: the password alone will do to come in.`,
      );
      say('Be sure that it is they who ask.');
      if (!yes && !(await confirmed('Turn it off?'))) {
        say('Nothing was changed.');
        return done(false);
      }
      const cause = { actor: 'system:operator', correlationId: randomUUID(), causationId: null };
      await changeUser(store, { userId, cause, notify: true, decide: (user) => turnSecondFactor(user, false) });
      say(`Done. User ${userId} signs in with the password, and can turn it on again under Account security.`);
      return done(true);
    }),
);
