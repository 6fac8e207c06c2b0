import { Download, FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { listText, noListWords } from '../../../events/shared/listText.ts';
import { Button, buttonClasses } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Textarea } from '../../components/ui/Input.tsx';
import { classes } from '../../lib/classes.ts';
import { downloadFile } from '../../lib/downloadFile.ts';
import { IMPORT_TEMPLATE } from './importFields.ts';

const PEOPLE = {
  template: IMPORT_TEMPLATE,
  templateName: 'partners-template.csv',
  placeholder: 'name,profileUrl,email\nMaren Oduya,https://www.linkedin.com/in/marenruns,maren@example.com',
  hint: 'The first line names the columns. A copied range of a spreadsheet works too.',
};

/** Where the list comes from: a file that is chosen or dropped, or text that is pasted. `onText` answers what is wrong with it, if anything. */
export function ImportSource(props: {
  pasted: string;
  onPaste: (text: string) => void;
  onText: (text: string) => string | null;
  /** An example of such a list: the template, and the hints in and below the empty field. */
  sample?: typeof PEOPLE;
}) {
  const { pasted, sample = PEOPLE } = props;
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [pasteProblem, setPasteProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const fileId = useId();
  const readFile = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = listText(new Uint8Array(await file.arrayBuffer()));
    setFileProblem('refused' in read ? noListWords(read.refused) : props.onText(read.text));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void readFile(event.dataTransfer.files[0]);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way for the mouse; the button inside is for everybody. */}
      <div
        className={classes(
          'flex flex-wrap items-center gap-2 rounded-control border border-dashed p-4',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label
          htmlFor={fileId}
          className={`${buttonClasses('outline')} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2`}
        >
          <FileUp aria-hidden />
          Choose a CSV file
          <input
            id={fileId}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-describedby={fileProblem ? `${fileId}-problem` : undefined}
            className="sr-only"
            onChange={(event) => {
              void readFile(event.target.files?.[0]);
              // the same file can be chosen again after a fix
              event.target.value = '';
            }}
          />
        </label>
        <span className="text-ink-3 text-small max-sm:hidden">or drop it here</span>
        <Button
          variant="ghost"
          className="sm:ml-auto"
          onClick={() => downloadFile(new Blob([sample.template], { type: 'text/csv' }), sample.templateName)}
        >
          <Download aria-hidden />
          Download template
        </Button>
        {fileProblem && (
          <p id={`${fileId}-problem`} role="alert" className="basis-full text-bad text-small">
            {fileProblem}
          </p>
        )}
      </div>
      <Field label="Or paste the list" error={pasteProblem ?? undefined} hint={sample.hint}>
        {(control) => (
          <Textarea
            {...control}
            rows={8}
            className="font-mono text-note"
            placeholder={sample.placeholder}
            value={pasted}
            onChange={(event) => {
              props.onPaste(event.target.value);
              setPasteProblem(null);
            }}
          />
        )}
      </Field>
      <div>
        <Button disabled={!pasted.trim()} onClick={() => setPasteProblem(props.onText(pasted))}>
          Read the pasted list
        </Button>
      </div>
    </>
  );
}
