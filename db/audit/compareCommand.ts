import { Command } from '@commander-js/extra-typings';
import { counted } from '../../events/shared/format.ts';
import { sameJson } from '../../events/shared/sameJson.ts';
import { connect } from '../connection/connect.ts';
import { openExport, type Part, pagesOfDatabase } from '../export/logPages.ts';
import { UsageError } from '../installation/settings.ts';
import { type Output, operatorCommand } from '../process/command.ts';
import { inWords } from '../seal/leaves.ts';
import { type ComparedEvent, compareLogs, type EventName, type LogComparison } from '../verify/compareLogs.ts';

type Pages = AsyncGenerator<readonly ComparedEvent[]>;
type Copy = { part: Part; read<T>(part: Part, work: (pages: Pages) => Promise<T>): Promise<T> };

const isAddress = (name: string): boolean => /^postgres(ql)?:\/\//.test(name);

/** A database by its address: its login must see all events. */
const database = (url: string): Copy => ({
  part: null,
  async read(part, work) {
    const sql = connect(url, { role: 'owner', name: 'compare', max: 1 });
    try {
      const done = await sql.begin('isolation level repeatable read read only', (tx) =>
        work(pagesOfDatabase(tx, part)),
      );
      return done as Awaited<ReturnType<typeof work>>;
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
});

async function exported(file: string): Promise<Copy> {
  const { part, pages } = await openExport(file);
  return { part, read: (_, work) => work(pages) };
}

const copyOf = async (name: string): Promise<Copy> => (isAddress(name) ? database(name) : exported(name));

function commonPart(a: Part, b: Part): Part {
  if (a && b && !sameJson(a, b))
    throw new UsageError('The exports are of different workspaces or times, so they cannot be compared.');
  return a ?? b;
}

const named = (event: EventName | null): string =>
  event === null
    ? 'no event'
    : `${event.tenant} ${event.streamId}@${event.version} of ${event.recordedAt} (${inWords(event)})`;

function tell(comparison: LogComparison, { print }: Output): void {
  const { result, a, b } = comparison;
  if (result === 'equal') print(`equal   ${counted(a.events, 'event')}, up to ${named(a.last)}`);
  else if (result === 'prefix') {
    const [shorter, longer] = comparison.shorter === 'a' ? ['A', 'B'] : ['B', 'A'];
    print(`prefix  ${longer} has all of ${shorter} and goes on`);
  } else {
    const { at, fields } = comparison;
    print(
      `DIFFER  first at event ${a.events.toLocaleString('en-US')}${fields.length > 0 ? `, in ${fields.join(', ')}` : ''}`,
    );
    print(`        A: ${named(at.a)}`);
    print(`        B: ${named(at.b)}`);
  }
  if (result !== 'prefix') return;
  print(`        A: ${counted(a.events, 'event')}, up to ${named(a.last)}`);
  print(`        B: ${counted(b.events, 'event')}, up to ${named(b.last)}`);
}

/** Whether two copies of a log are the same. */
export const compareCommand = operatorCommand(
  () =>
    new Command('compare')
      .description(
        'Compares two copies of the log: the addresses of databases, or files of `export`. Says whether they are equal, one is the beginning of the other, or where they first differ (tenant, stream, version, time). Use it for a restored backup, a standby, or an export that was kept elsewhere. Personal texts are compared encrypted, so an erasure makes no difference. With an export only its workspace and time are compared. It proves neither copy: that is `verify`.',
      )
      .argument('<a>', 'postgres://… or a file')
      .argument('<b>', 'postgres://… or a file')
      .option('--json', 'print JSON, for programs'),
  async ({ json = false }, output, nameOfA, nameOfB) => {
    const a = await copyOf(nameOfA);
    const b = await copyOf(nameOfB);
    const part = commonPart(a.part, b.part);
    const comparison = await a.read(part, (pagesOfA) => b.read(part, (pagesOfB) => compareLogs(pagesOfA, pagesOfB)));
    if (json) output.print(JSON.stringify(comparison));
    else tell(comparison, output);
    return comparison.result !== 'differ';
  },
);
