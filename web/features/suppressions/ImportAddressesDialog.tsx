import { useMemo, useState } from 'react';
import { readAddressList } from '../../../events/privacy/readAddressList.ts';
import type { GivenReason } from '../../../events/privacy/suppressionsInput.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { counted } from '../../lib/numbers.ts';
import { ImportProblems } from '../discovery/ImportProblems.tsx';
import { ImportSource } from '../discovery/ImportSource.tsx';
import { SampleTable } from '../discovery/SampleTable.tsx';
import { notImported, useImportAddresses } from './api.ts';

const WHY: { value: GivenReason; label: string }[] = [
  { value: 'unsubscribed', label: 'They unsubscribed' },
  { value: 'bounced', label: 'Emails to them bounced' },
  { value: 'complained', label: 'They reported an email as spam' },
  { value: 'user', label: 'I do not want to write to them' },
];
const SAMPLE = {
  template: 'email\r\nmaren@example.com\r\n',
  templateName: 'do-not-contact-template.csv',
  placeholder: 'maren@example.com\nimke@example.com',
  hint: 'One address on each line, or a list with an "email" column.',
};
const SHOWN_ROWS = 10;

/** A list of do-not-contact addresses: choose or paste it, see the errors, add the others. */
export function ImportAddressesDialog(props: { onClose: () => void }) {
  const [text, setText] = useState<string | null>(null);
  /** The columns that the user has ticked; null: those that were guessed. */
  const [taken, setTaken] = useState<readonly boolean[] | null>(null);
  const [pasted, setPasted] = useState('');
  const [reason, setReason] = useState<GivenReason>('unsubscribed');
  const [allOrNothing, setAllOrNothing] = useState(false);
  const send = useImportAddresses();
  const read = (next: string): string | null => {
    const first = readAddressList(next);
    if ('problem' in first) return first.problem;
    setText(next);
    setTaken(null);
    return null;
  };
  const answer = useMemo(() => (text === null ? null : readAddressList(text, taken ?? undefined)), [text, taken]);
  const list = answer && 'rows' in answer ? answer : null;
  const columns = list?.columns ?? [];
  const rows = list?.rows ?? [];
  const problems = (list?.skipped ?? []).map(({ line, cell, problem }) => ({
    line,
    problem: `${cell ? `${cell}: ` : ''}${problem}`,
  }));
  const leftOut = send.data?.leftOut ?? [];
  const submit = (): void =>
    send.mutate(
      { reason, allOrNothing, rows },
      { onSuccess: ({ leftOut: lines }) => lines.length === 0 && props.onClose() },
    );

  if (leftOut.length > 0) {
    return (
      <Dialog onClose={props.onClose} title="Import addresses">
        <DialogBody>
          <ImportProblems problems={leftOut}>{notImported(leftOut.length)} The others were.</ImportProblems>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={props.onClose}>
            Done
          </Button>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    <Dialog
      wide={columns.length > 0}
      onClose={props.onClose}
      title="Import addresses"
      description="Nothing more is sent to the addresses on this list."
    >
      <DialogBody className="flex flex-col gap-4">
        {answer && 'problem' in answer && <Notice tone="warn">{answer.problem}</Notice>}
        {list ? (
          <>
            <Field label="Why are they on your list?">
              {(control) => (
                <Select
                  {...control}
                  value={reason}
                  onChange={(value) => setReason(value as GivenReason)}
                  options={WHY}
                />
              )}
            </Field>
            {problems.length > 0 && (
              <ImportProblems problems={problems}>
                {counted(problems.length, 'entry', 'entries')} cannot be imported.{' '}
                {allOrNothing ? 'Fix the list and choose it again.' : 'The others can.'}
              </ImportProblems>
            )}
            <Switch label="Add nothing if a row is wrong" checked={allOrNothing} onChange={setAllOrNothing} />
            {columns.length > 0 && (
              <SampleTable
                rows={list.sample}
                isTaken={(index) => columns[index]?.isTaken === true}
                head={columns.map(({ header, isTaken, hasAddresses }, index) => (
                  <Checkbox
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same header.
                    key={index}
                    label={
                      <span dir="auto" title={header} className="block max-w-48 truncate">
                        {header || `Column ${index + 1}`}
                      </span>
                    }
                    checked={isTaken}
                    disabled={!isTaken && !hasAddresses}
                    onChange={(checked) =>
                      setTaken(columns.map((column, at) => (at === index ? checked : column.isTaken)))
                    }
                  />
                ))}
              />
            )}
            <section aria-label="What is imported" className="text-small">
              <p role="status" className="text-ink-2">
                {counted(rows.length, 'address', 'addresses')} of {counted(list.rowCount, 'row')}
              </p>
              {columns.length === 0 && (
                <ul className="mt-2 divide-y rounded-control border">
                  {rows.slice(0, SHOWN_ROWS).map(({ line, email }) => (
                    <li key={`${line}-${email}`} className="flex gap-3 px-3 py-1.5">
                      <span className="w-10 shrink-0 text-ink-3 tabular-nums">{line}</span>
                      <span dir="auto" className="min-w-0 truncate">
                        {email}
                      </span>
                    </li>
                  ))}
                  {rows.length > SHOWN_ROWS && (
                    <li className="px-3 py-1.5 text-ink-3">
                      and {counted(rows.length - SHOWN_ROWS, 'more address', 'more addresses')}
                    </li>
                  )}
                </ul>
              )}
            </section>
          </>
        ) : text !== null ? null : (
          <ImportSource pasted={pasted} onPaste={setPasted} onText={read} sample={SAMPLE} />
        )}
      </DialogBody>
      <DialogFooter>
        {text !== null && (
          <Button variant="ghost" className="mr-auto" disabled={send.isPending} onClick={() => setText(null)}>
            Choose another list
          </Button>
        )}
        <Button variant="ghost" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={rows.length === 0 || (allOrNothing && problems.length > 0)}
          pending={send.isPending}
          onClick={submit}
        >
          Import {rows.length > 0 ? counted(rows.length, 'address', 'addresses') : 'addresses'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
