import { Command } from '@commander-js/extra-typings';
import { recordRotation } from '../../events/accounts/installation.ts';
import { counted } from '../../events/shared/format.ts';
import { INSTALLATION } from '../installation/installation.ts';
import { operatorCommand } from '../process/command.ts';
import { rotateSecretKey } from '../vault/rotate.ts';
import { withStore } from './asked.ts';

const cause = { actor: 'system:rotate', correlationId: 'rotate', causationId: null };

/** Ends the rotation of SECRET_KEY that a migration with both keys began. */
export const rotateCommand = operatorCommand(
  () =>
    new Command('rotate')
      .description(
        'Rotates SECRET_KEY while everything runs. Set `SECRET_KEY=NEW,OLD` on every host, run `npm run migrate`, and restart the processes. Then this wraps all that the old key wraps by the new one, and shuts the logins of the old one. It can be ended at any point and run again.',
      )
      .option('--json', 'print JSON, for programs'),
  ({ json }, { print, say }) =>
    withStore(async (store) => {
      const rotated = await rotateSecretKey(store.sql, store.master, async ({ keys, secrets, damaged }, keyId) => {
        await store.run({
          tenant: 'system',
          cause,
          streams: { installation: INSTALLATION },
          decide: ({ installation }) => ({
            installation: recordRotation(installation, { keyId, keys, secrets, damaged }),
          }),
        });
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
