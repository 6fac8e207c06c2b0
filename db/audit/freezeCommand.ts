import { Command } from '@commander-js/extra-typings';
import { atInstallation } from '../backup/where.ts';
import { connect } from '../connection/connect.ts';
import { freezeSending, frozenText, sendingFrozen } from '../installation/freeze.ts';
import { operatorCommand } from '../process/command.ts';

/** Freezes sending by hand after a restore that nothing else can see: of the whole machine or of DATA_DIR. */
export const freezeCommand = operatorCommand(
  () =>
    new Command('freeze')
      .description(
        'Freezes sending by hand, when nothing outside of the restored machine can show that it is older. Asks no question, since it only stops; `reconcile` lets emails go, and asks.',
      )
      .option('--json', 'print JSON, for programs'),
  ({ json }, { print, say }) =>
    atInstallation(async ({ ownerUrl }) => {
      const sql = connect(ownerUrl, { role: 'owner', name: 'audit', max: 1 });
      try {
        if (!(await sendingFrozen(sql))) await freezeSending(sql, 'by_hand', null);
        const frozen = await sendingFrozen(sql);
        if (json) print(JSON.stringify({ frozen }));
        if (frozen) say(`${frozenText(frozen).reason}. ${frozenText(frozen).whatToDo}`);
        return true;
      } finally {
        await sql.end({ timeout: 5 });
      }
    }),
);
