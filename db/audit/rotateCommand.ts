import { Command } from '@commander-js/extra-typings';
import { recordRotation, recordSigningKey } from '../../events/accounts/installation.ts';
import { counted } from '../../events/shared/format.ts';
import { INSTALLATION } from '../installation/installation.ts';
import { CannotStart } from '../installation/settings.ts';
import { operatorCommand } from '../process/command.ts';
import { openCheckpoint } from '../seal/checkpoint.ts';
import { keepSealOutside, objectionOfSeal } from '../seal/sealFile.ts';
import type { SealHome } from '../seal/sealPlace.ts';
import { replaceSigningKey, signingKey } from '../seal/signingKey.ts';
import type { Store } from '../store.ts';
import { rotateSecretKey } from '../vault/rotate.ts';
import { withStore } from './asked.ts';
import { sealFileOf } from './outside.ts';
import { sealAll } from './sealCommand.ts';

const cause = { actor: 'system:rotate', correlationId: 'rotate', causationId: null };

/** Answers the public key of the new one. The seals around it leave no event to a key that is gone. */
async function rotateSigningKey(store: Store, home: SealHome): Promise<string> {
  const file = await sealFileOf(store, home);
  const objection = file === null ? null : await objectionOfSeal(store.sql, store.master, file);
  if (objection) throw new CannotStart(objection.text, 'wrong');
  const { newest } = await sealAll(store);
  const last = newest && openCheckpoint(newest.note);
  if (!last)
    throw new CannotStart('The log has no seal yet, so there is nothing that the old key could vouch for.', 'wrong');
  await store.sql.begin(async (tx) => {
    const note = await replaceSigningKey(tx, store.master, last, store.now());
    await store.runIn(tx, {
      tenant: 'system',
      cause,
      streams: { installation: INSTALLATION },
      decide: () => ({ installation: recordSigningKey(note) }),
    });
  });
  await sealAll(store);
  if (file !== null) await keepSealOutside(store.sql, store.master, file);
  return (await signingKey(store.sql, store.master)).id;
}

/** Ends the rotation of SECRET_KEY that a migration with both keys began. */
export const rotateCommand = operatorCommand(
  () =>
    new Command('rotate')
      .description(
        'Rotates SECRET_KEY while everything runs. Set `SECRET_KEY=NEW,OLD` on every host, run `npm run migrate`, and restart the processes. Then this wraps all that the old key wraps by the new one, and shuts the logins of the old one. It can be ended at any point and run again.',
      )
      .option(
        '--signing-key',
        'instead of SECRET_KEY: another key signs the log from now on, and the old one vouches for it',
      )
      .option('--json', 'print JSON, for programs'),
  ({ json, signingKey: isSigningKey }, { print, say }) =>
    withStore(async (store, home) => {
      if (isSigningKey) {
        const to = await rotateSigningKey(store, home);
        print(json ? JSON.stringify({ signingKey: to }) : `The log is signed by another key now: ${to}`);
        say(
          'Give it to those who witness this log, and to those whose log this installation witnesses: npm run audit -- status prints both keys.',
        );
        return true;
      }
      const rotated = await rotateSecretKey(store.sql, store.master, async ({ keys, secrets, damaged }, keyId) => {
        await store.decide({ tenant: 'system', cause }, INSTALLATION, (installation) =>
          recordRotation(installation, { keyId, keys, secrets, damaged }),
        );
      });
      if (json) print(JSON.stringify(rotated));
      else
        print(
          `The new key wraps ${counted(rotated.keys, 'key')} of people and ${counted(rotated.secrets, 'secret')}. ${counted(rotated.changed, 'value was', 'values were')} wrapped by this run.`,
        );
      if (rotated.damaged > 0)
        say(
          `${counted(rotated.damaged, 'value opens', 'values open')} with neither key, as before: run npm run audit -- verify.`,
        );
      say(
        'The old key opens nothing here now. Remove it from SECRET_KEY (DATA_DIR/secret.key), and restart the processes when it suits. Keep it as long as a backup from before is kept.',
      );
      return rotated.damaged === 0;
    }),
);
