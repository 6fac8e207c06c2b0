import { useState } from 'react';
import type { ImportProblemView } from '../../../api/views.ts';
import { distinctPartners } from '../../../events/partners/distinctPartners.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { counted } from '../../lib/numbers.ts';
import { usePartners } from '../partners/partners.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportProblems, useFocusAfterLeavingOut } from './ImportProblems.tsx';
import { ImportSource } from './ImportSource.tsx';
import { checkImport } from './importCheck.ts';
import { guessColumns, type ImportField, missingColumn } from './importFields.ts';
import { refusedRows, useImportPartners } from './importPartners.ts';
import { type CsvTable, readCsv, tableProblem } from './readCsv.ts';

const NO_PROBLEMS: ImportProblemView[] = [];

/** A list of people the user already knows: choose or paste it, say what the columns mean, see what is wrong, add all of it or nothing. */
export function ImportDialog(props: { onClose: () => void }) {
  const [table, setTable] = useState<CsvTable | null>(null);
  const [pasted, setPasted] = useState('');
  const [columns, setColumns] = useState<(ImportField | null)[]>([]);
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const { importing, otherList } = useFocusAfterLeavingOut(leftOut.size);
  const partners = usePartners().data;
  const send = useImportPartners();
  const read = (text: string): string | null => {
    const next = readCsv(text);
    const problem = tableProblem(next);
    if (problem) return problem;
    setTable(next);
    setColumns(guessColumns(next.headers));
    setLeftOut(new Set());
    send.reset();
    return null;
  };
  const give = (next: (ImportField | null)[]): void => {
    setColumns(next);
    // what the server said was about the former meaning; a call under way is still waited for
    if (!send.isPending) send.reset();
  };
  const known = distinctPartners(partners ?? []).filter((partner) => partner.profileUrl || partner.username);
  const unnamed = table && missingColumn(columns);
  const kept = table && without(table, leftOut);
  // what is being added may be in the list of partners before the dialog closes
  const sent = send.isPending || send.isSuccess ? { rows: send.variables, problems: NO_PROBLEMS } : null;
  const checked = sent ?? (kept && !unnamed ? checkImport(kept, columns, known) : null);
  const refused = send.isError ? refusedRows(send.error).filter(({ line }) => !leftOut.has(line)) : NO_PROBLEMS;
  const problems = refused.length > 0 ? refused : (checked?.problems ?? NO_PROBLEMS);

  return (
    <Dialog
      wide
      onClose={props.onClose}
      title="Import CSV"
      description="People you already know: a name each, and a profile URL or a platform with a username."
    >
      <DialogBody className="flex flex-col gap-4">
        {kept ? (
          <>
            <ImportColumns table={kept} columns={columns} onChange={give} />
            {unnamed && <Notice tone="warn">{unnamed}</Notice>}
            {problems.length > 0 && (
              <ImportProblems
                problems={problems}
                onLeaveOut={() => setLeftOut(new Set([...leftOut, ...problems.map(({ line }) => line)]))}
              />
            )}
            <p role="status" className="text-small text-ink-2 empty:hidden">
              {leftOut.size > 0 && `${counted(leftOut.size, 'line')} left out of this import.`}
            </p>
          </>
        ) : (
          <ImportSource pasted={pasted} onPaste={setPasted} onText={read} />
        )}
      </DialogBody>
      <DialogFooter>
        {table && (
          <Button
            ref={otherList}
            variant="ghost"
            className="mr-auto"
            disabled={send.isPending}
            onClick={() => setTable(null)}
          >
            Choose another list
          </Button>
        )}
        <Button variant="ghost" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          ref={importing}
          variant="primary"
          disabled={!checked || checked.rows.length === 0 || problems.length > 0}
          pending={send.isPending}
          onClick={() => checked && send.mutate(checked.rows, { onSuccess: props.onClose })}
        >
          Import {checked && checked.rows.length > 0 ? counted(checked.rows.length, 'partner') : 'partners'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function without(table: CsvTable, lines: ReadonlySet<number>): CsvTable {
  return { ...table, rows: table.rows.filter((row) => !lines.has(row.line)) };
}
