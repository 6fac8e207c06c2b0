import { Command } from '@commander-js/extra-typings';
import { counted } from '../../events/shared/format.ts';
import type { Sql } from '../connection/connect.ts';
import { frozenText, sendingFrozen } from '../installation/freeze.ts';
import { operatorCommand } from '../process/command.ts';
import { BEGINNING } from '../seal/leaves.ts';
import { verifierKey } from '../seal/note.ts';
import { newestSeal } from '../seal/readSeals.ts';
import { signingKey } from '../seal/signingKey.ts';
import { withReader } from './asked.ts';
import { objections, sealFileOf } from './outside.ts';

/** The number of events without a seal. `sql`: the owner's. */
async function unsealed(sql: Sql, { epoch, tx, position } = BEGINNING): Promise<number> {
  const [row] = await sql<{ events: number }[]>`
    select count(*)::int as events from log.events e
    where (e.epoch, e.tx, e.position) > (${epoch}, ${tx}::text::xid8, ${position})`;
  return row?.events ?? 0;
}

async function openErasures(sql: Sql): Promise<number> {
  const [row] = await sql<{ open: number }[]>`select count(*)::int as open from read.open_erasures()`;
  return row?.open ?? 0;
}

/** Everything that waits for an operator: a freeze, events without a seal, open erasures. Changes nothing. */
export const statusCommand = operatorCommand(
  () =>
    new Command('status')
      .description(
        'Shows whether sending is frozen, why, and which file shows it. Also the newest seal, how many events wait for the next one, erasures that are not done yet, and the keys for witnesses. Changes nothing. Exit code 1 when sending is frozen, or will be when a worker starts.',
      )
      .option('--json', 'print JSON, for programs'),
  ({ json }, { print }) =>
    withReader(async (store, home) => {
      const { sql } = store;
      const frozen = await sendingFrozen(sql);
      const seal = await newestSeal(sql);
      const [waiting, open] = [await unsealed(sql, seal ?? BEGINNING), await openErasures(sql)];
      const sealFile = await sealFileOf(store, home);
      const outside = await objections(store, sealFile);
      const key = await signingKey(sql, store.master);
      const keys = { log: verifierKey({ ...key, type: 1 }), witness: verifierKey({ ...key.witness, type: 4 }) };
      const isOpen = frozen === null && outside.every(({ cause }) => cause === null);
      if (json) {
        const newest = seal && { number: seal.number, sealedAt: seal.sealedAt };
        print(
          JSON.stringify({
            frozen,
            newestSeal: newest,
            unsealedEvents: waiting,
            openErasures: open,
            sealFile,
            outside,
            keys,
          }),
        );
        return isOpen;
      }
      const { reason, whatToDo } = frozen ? frozenText(frozen) : { reason: 'Sending is open', whatToDo: '' };
      print(`${reason}. ${whatToDo}`.trimEnd());
      if (frozen?.detail) print(frozen.detail);
      for (const { cause, text } of outside) {
        if (text !== frozen?.detail) print(text);
        if (cause !== null && !frozen) print('Sending is frozen for this when a worker starts.');
      }
      print(
        `${seal ? `Seal ${seal.number} of ${seal.sealedAt} is the newest` : 'Nothing is sealed yet'}; ${counted(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'} for the next seal.`,
      );
      print(`${open === 0 ? 'No erasure is' : `${counted(open, 'erasure')} ${open === 1 ? 'is' : 'are'}`} open.`);
      print(`The key of this log, for WITNESSED_LOGS of a witness: ${keys.log}`);
      print(`The key of this installation as a witness, for WITNESSES of a log: ${keys.witness}`);
      return isOpen;
    }),
);
