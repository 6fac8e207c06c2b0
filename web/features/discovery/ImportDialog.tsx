import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ImportView } from '../../../api/views.ts';
import { problemText, problemWords } from '../../../events/partners/importProblems.ts';
import { isHeader, type PeopleColumn } from '../../../events/partners/listColumns.ts';
import { guessColumns, mayRepeat, missingColumn, readPeople } from '../../../events/partners/readPeople.ts';
import { readTable, type Table, tableProblem } from '../../../events/shared/readTable.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { counted } from '../../lib/numbers.ts';
import { useNewestImport } from './api.ts';
import { ImportProblems } from './ImportProblems.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportSource } from './ImportSource.tsx';
import { newImportId, useDownloadLeftOut, useImportPartners } from './importApi.ts';
import { IMPORT_COLUMNS } from './importFields.ts';
import { importedText } from './importWords.ts';
import { SampleTable } from './SampleTable.tsx';

/** A list of people the user already knows: choose or paste it, map the columns, and follow the import. */
export function ImportDialog(props: { onClose: () => void }) {
  const [table, setTable] = useState<Table | null>(null);
  const [pasted, setPasted] = useState('');
  const [columns, setColumns] = useState<(PeopleColumn | null)[]>([]);
  const [allOrNothing, setAllOrNothing] = useState(false);
  /** The import whose progress and end are shown: that of this dialog, or one that was running. */
  const [followed, setFollowed] = useState<string | null>(null);
  const newest = useNewestImport();
  const send = useImportPartners();
  if (newest?.status === 'running' && followed !== newest.id) setFollowed(newest.id);
  const view = newest !== null && newest.id === followed ? newest : null;
  const read = (text: string): string | null => {
    const next = readTable(text, isHeader);
    const problem = tableProblem(next);
    if (problem) return problem;
    setTable(next);
    setColumns(guessColumns(next));
    return null;
  };
  const chooseAnother = (): void => {
    setTable(null);
    setFollowed(null);
  };
  const unnamed = table && missingColumn(columns);
  const checked = useMemo(
    () => (table && !missingColumn(columns) ? readPeople(table, columns) : null),
    [table, columns],
  );
  const wrong = checked?.problems.length ?? 0;
  const leftOut = checked?.leftOut ?? [];
  const repeated = checked?.repeated.length ?? 0;
  const count = checked ? checked.rows.length - wrong - repeated : 0;
  const submit = (): void => {
    if (!checked) return;
    const importId = newImportId();
    setFollowed(importId);
    send.mutate(
      { importId, rows: checked.rows, allOrNothing },
      {
        onSuccess: ({ status, leftOutCount }) => {
          if (status === 'completed' && leftOutCount === 0) props.onClose();
        },
      },
    );
  };

  if (send.isPending || view?.status === 'running') {
    return (
      <Frame onClose={props.onClose}>
        <DialogBody>
          <ImportProgress view={view} rowCount={send.variables?.rows.length ?? view?.rowCount ?? 0} />
          <p className="mt-3 text-ink-3 text-note">
            {view?.status === 'running'
              ? 'You can close this. The import goes on.'
              : 'Keep this page open until the list is sent.'}
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={props.onClose}>Close</Button>
        </DialogFooter>
      </Frame>
    );
  }
  if (view && view.status !== 'receiving') {
    return (
      <Frame onClose={props.onClose}>
        <DialogBody className="flex flex-col gap-4">
          <ImportResult view={view} />
        </DialogBody>
        <DialogFooter>
          <Button variant="ghost" className="mr-auto" onClick={chooseAnother}>
            Choose another list
          </Button>
          <Button variant="primary" onClick={props.onClose}>
            Done
          </Button>
        </DialogFooter>
      </Frame>
    );
  }
  return (
    <Frame onClose={props.onClose}>
      <DialogBody className="flex flex-col gap-4">
        {table ? (
          <>
            <ImportColumns table={table} columns={columns} onChange={setColumns} />
            {unnamed && <Notice tone="warn">{unnamed}</Notice>}
            {checked && wrong > 0 && (
              <ImportProblems
                problems={checked.problems.map((one) => ({ line: one.line, problem: problemWords(one) }))}
              >
                {counted(wrong, 'line')} cannot be imported.{' '}
                {allOrNothing ? 'Fix the list and choose it again.' : 'The others can.'}
              </ImportProblems>
            )}
            {leftOut.length > 0 && (
              <ImportProblems
                isPart
                problems={leftOut.map(({ line, column, cell, problem }) => ({
                  line,
                  problem: `${column}: ${cell}: ${problemText(problem)}`,
                }))}
              >
                {counted(leftOut.length, 'cell is', 'cells are')} left out.{' '}
                {leftOut.length === 1 ? 'Its row is imported without it.' : 'Their rows are imported without them.'}
              </ImportProblems>
            )}
            {repeated > 0 && (
              <p className="text-ink-2 text-small">
                {counted(repeated, 'row repeats', 'rows repeat')} a person in the list. Each person is added once.
              </p>
            )}
            <Switch label="Add nothing if a row is wrong" checked={allOrNothing} onChange={setAllOrNothing} />
          </>
        ) : (
          <>
            {newest && newest.leftOutCount > 0 && newest.status !== 'receiving' && (
              <Notice tone="info" action={<Button onClick={() => setFollowed(newest.id)}>Show</Button>}>
                {counted(newest.leftOutCount, 'row')} of your last list {newest.leftOutCount === 1 ? 'was' : 'were'} not
                imported.
              </Notice>
            )}
            <ImportSource pasted={pasted} onPaste={setPasted} onText={read} />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        {table && (
          <Button variant="ghost" className="mr-auto" onClick={chooseAnother}>
            Choose another list
          </Button>
        )}
        <Button variant="ghost" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={count === 0 || (allOrNothing && wrong + leftOut.length > 0)}
          onClick={submit}
        >
          Import {count > 0 ? counted(count, 'partner') : 'partners'}
        </Button>
      </DialogFooter>
    </Frame>
  );
}

function Frame(props: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog
      wide
      onClose={props.onClose}
      title="Import CSV"
      description="People you already know: a name each, and a profile URL or a platform with a username."
    >
      {props.children}
    </Dialog>
  );
}

/** The result of an import: the added people, and every row that was left out. */
function ImportResult({ view }: { view: ImportView }) {
  const { status, leftOut, leftOutCount, error } = view;
  const download = useDownloadLeftOut();
  return (
    <>
      {status === 'stopped' && <Notice tone="bad">{error}</Notice>}
      {status !== 'refused' && <p className="text-small">{importedText({ ...view, leftOutCount: 0 })}</p>}
      {leftOutCount > 0 && (
        <ImportProblems
          problems={leftOut}
          count={leftOutCount}
          action={
            <Button pending={download.isPending} onClick={() => download.mutate()}>
              {!download.isPending && <Download aria-hidden />}
              Download the list
            </Button>
          }
        >
          {status === 'refused' ? error : `${counted(leftOutCount, 'row was', 'rows were')} not imported.`}
        </ImportProblems>
      )}
    </>
  );
}

const IGNORE = 'ignore';

/** The first rows of the list under what each column means; the guesses can be changed. */
function ImportColumns(props: {
  table: Table;
  columns: readonly (PeopleColumn | null)[];
  onChange: (columns: (PeopleColumn | null)[]) => void;
}) {
  const { table, columns } = props;
  const summary = useRef<HTMLParagraphElement>(null);
  // the button that brought the list is gone, and the keyboard goes on here
  useEffect(() => {
    summary.current?.focus();
  }, []);
  const give = (index: number, value: string): void => {
    const column = IMPORT_COLUMNS.find((known) => known.column === value)?.column ?? null;
    // most have one column: the former one is left out from now on
    const isOnly = column !== null && !mayRepeat(column);
    props.onChange(columns.map((before, at) => (at === index ? column : isOnly && before === column ? null : before)));
  };
  return (
    <div>
      <p ref={summary} tabIndex={-1} className="mb-2 text-small text-ink-2 outline-none">
        {counted(table.rows.length, 'row')}. Check what each column means; columns that are left out are not imported.
      </p>
      <SampleTable
        rows={table.rows}
        isTaken={(index) => Boolean(columns[index])}
        head={table.headers.map((header, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same header.
          <div key={index} className="min-w-36 max-w-56">
            <span dir="auto" className="mb-1 block truncate text-ink-3 text-note">
              {header || `Column ${index + 1}`}
            </span>
            <Select
              label={`Meaning of ${header || `column ${index + 1}`}`}
              value={columns[index] ?? IGNORE}
              onChange={(value) => give(index, value)}
              options={[
                { value: IGNORE, label: 'Leave out' },
                ...IMPORT_COLUMNS.map(({ column, label }) => ({ value: column, label })),
              ]}
            />
          </div>
        ))}
      />
      {table.above.length > 0 && (
        <p className="mt-2 text-ink-3 text-note">
          {counted(table.above.length, 'line')} above the headers {table.above.length === 1 ? 'is' : 'are'} left out.
        </p>
      )}
    </div>
  );
}
