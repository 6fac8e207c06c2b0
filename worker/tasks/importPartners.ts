import { setImmediate as nextTurn } from 'node:timers/promises';
import { importedKeys } from '../../db/partners/importedKeys.ts';
import { knownByKey } from '../../db/read/knownPartners.ts';
import { roomForPartners } from '../../db/read/limits.ts';
import { planFor } from '../../db/read/searchPlan.ts';
import { ref, type Store } from '../../db/store.ts';
import { forgetJobInput, readJobInput } from '../../db/vault/jobInput.ts';
import { importOf } from '../../db/vault/takeImportPart.ts';
import type { StateOf } from '../../events/catalog.ts';
import { addImported } from '../../events/partners/addImported.ts';
import type { ImportProblem, ProblemLine } from '../../events/partners/importProblems.ts';
import {
  type AddedRows,
  type ImportState,
  recordAddedRows,
  recordCheckedRows,
  stopImport,
  type WhyStopped,
} from '../../events/partners/partnerImport.ts';
import type { ImportCells } from '../../events/partners/partnersInput.ts';
import { type ReadRow, readImportRow } from '../../events/partners/readImportRow.ts';
import type { AnyEvent } from '../../events/shared/event.ts';
import { type JobPayload, scopeOf } from '../context.ts';
import { defineTask } from '../defineTask.ts';

/** Rows that are checked without a pause: other jobs wait that long. */
const CHECKED_AT_ONCE = 250;
/** People of one commit. More would keep other jobs and other commits waiting. */
const ADDED_AT_ONCE = 50;
/** Ids of one query. */
const LOOKED_UP_AT_ONCE = 1_000;

/** `keys`: of all profiles that the row names; the first is the id. */
type Person = { id: string; keys: string[]; row: ReadRow };

/**
 * Adds the rows of an import. Each commit holds some partners and the import's progress. So a killed worker resumes there, and no one is added or
 * counted twice.
 */
export const importPartners = defineTask({
  name: 'import-partners',
  lane: 'ask',
  on: {
    ImportStarted: ({ tenant, id, data: { importId } }) => ({ id, also: { importId }, queueName: `import:${tenant}` }),
  },
  needs: ['store'],
  handler: async ({ store }, job, run) => {
    const importId = job.also?.importId ?? '';
    try {
      await addRows(store, job, importId);
    } catch (error) {
      if (!run.giveUp) throw error;
      await stop(store, job, importId, 'failed');
    }
    const { state } = await store.load(job.tenant, importOf(job.tenant));
    if (state.importId !== importId || state.status !== 'running')
      await forgetJobInput(store, job.tenant, { kind: 'import-rows', id: importId });
  },
});

const stop = (store: Store, job: JobPayload, importId: string, reason: WhyStopped) =>
  store.decide(scopeOf('import-partners', job), importOf(job.tenant), (list) => stopImport(list, importId, reason));

async function addRows(store: Store, job: JobPayload, importId: string): Promise<void> {
  const { tenant } = job;
  const scope = scopeOf('import-partners', job);
  const list = importOf(tenant);
  const { state } = await store.load(tenant, list);
  if (state.importId !== importId || state.status !== 'running') return;
  const rows: ImportCells[] = [];
  for (let part = 1; part <= state.parts; part += 1) {
    const some = await readJobInput<ImportCells[]>(store, tenant, { kind: 'import-rows', id: importId, part });
    if (some === null) return void (await stop(store, job, importId, 'rows_gone'));
    rows.push(...some);
  }
  const { people, repeated, problems } = await checkRows(store, tenant, rows);
  await store.decide(scope, list, (now) =>
    recordCheckedRows(now, importId, { people: people.length, repeated, problems }),
  );
  const known = await lookUp(store, tenant, people);
  const { state: profile } = await store.load(tenant, ref('profile', tenant));
  const criteria = profile.criteria ?? {};
  const plan = await planFor(store, tenant, criteria);
  const { room } = await roomForPartners(store, tenant);
  for (;;) {
    const { state: now } = await store.load(tenant, list);
    if (now.importId !== importId || now.status !== 'running') return;
    // another version of the program had read the rows otherwise
    if (now.people !== people.length) return void (await stop(store, job, importId, 'failed'));
    await addSome(people.slice(now.done, now.done + ADDED_AT_ONCE), now.done);
  }

  async function addSome(some: readonly Person[], from: number): Promise<void> {
    const decide = (states: Readonly<Record<string, unknown>>, at: string) => {
      const progress = states.list as ImportState;
      // another worker was faster, or an erasure has stopped the list
      if (progress.importId !== importId || progress.status !== 'running' || progress.done !== from) return {};
      const counts: AddedRows = { added: 0, known: 0, problems: [] };
      const decided: Record<string, readonly AnyEvent[]> = {};
      for (const { id, keys, row } of some) {
        const person = states[id] as StateOf<'partner'>;
        const before = keys.flatMap((key) => known.get(key) ?? []);
        const isListed = person.status !== 'none' && person.status !== 'deleted';
        const wrong = (problem: ImportProblem) => counts.problems.push({ line: row.line, problems: [problem] });
        if (isListed || before.some(({ listed }) => listed)) counts.known += 1;
        else if (person.optedOut || before.some(({ optedOut }) => optedOut)) wrong('opted_out');
        else if (person.unreadable) wrong('unreadable_person');
        else if (progress.added - state.added + counts.added >= room) wrong('list_full');
        else {
          counts.added += 1;
          decided[id] = addImported(
            person,
            { row, keys, by: 'import' },
            { criteria, plan, at, actor: scope.cause.actor },
          );
        }
      }
      return { ...decided, list: recordAddedRows(progress, importId, counts) };
    };
    const streams = { ...Object.fromEntries(some.map(({ id }) => [id, ref('partner', id)])), list };
    await store.run({ ...scope, streams, decide: decide as never });
  }
}

/** Lists the people to add, each once, in the order of the file, and the errors of other rows. */
async function checkRows(store: Store, tenant: string, rows: readonly ImportCells[]) {
  const people = new Map<string, Person>();
  const problems: ProblemLine[] = [];
  let repeated = 0;
  for (const [index, cells] of rows.entries()) {
    if (index % CHECKED_AT_ONCE === 0) await nextTurn();
    const read = readImportRow(cells);
    if ('problems' in read) {
      problems.push(read);
      continue;
    }
    const id = store.pseudonyms.partnerId(tenant, read.key);
    if (people.has(id)) repeated += 1;
    else people.set(id, { id, keys: importedKeys(store, tenant, id, read.row), row: read.row });
  }
  return { people: [...people.values()], repeated, problems };
}

/** A search may have found them under another address. */
async function lookUp(store: Store, tenant: string, people: readonly Person[]) {
  const known = new Map<string, { listed: boolean; optedOut: boolean }>();
  for (let from = 0; from < people.length; from += LOOKED_UP_AT_ONCE) {
    const ids = people.slice(from, from + LOOKED_UP_AT_ONCE).flatMap(({ keys }) => keys);
    for (const [id, one] of await knownByKey(store, tenant, ids)) known.set(id, one);
  }
  return known;
}
