import { Download, FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, buttonClasses } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Textarea } from '../../components/ui/Input.tsx';
import { downloadFile } from '../../lib/downloadFile.ts';
import { IMPORT_TEMPLATE } from './importFields.ts';

/** A list may have 5,000 rows and a call 1 MB: a larger file is another file. */
const LARGEST_BYTES = 5_000_000;

/** Where the list comes from: a file, or text that is pasted. */
export function ImportSource(props: { onText: (text: string) => void }) {
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<string>();
  const fileId = useId();
  const readFile = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > LARGEST_BYTES)
      return setProblem('This file is larger than 5 MB. Import it in parts of at most 5,000 rows.');
    const text = await file.text();
    if (!text.trim()) return setProblem('This file is empty. Choose a CSV file with a header row.');
    props.onText(text);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
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
            className="sr-only"
            onChange={(event) => void readFile(event.target.files?.[0])}
          />
        </label>
        <Button
          variant="ghost"
          onClick={() => downloadFile(new Blob([IMPORT_TEMPLATE], { type: 'text/csv' }), 'partners-template.csv')}
        >
          <Download aria-hidden />
          Download template
        </Button>
      </div>
      {problem && (
        <p role="alert" className="text-bad text-small">
          {problem}
        </p>
      )}
      <Field
        label="Or paste the list"
        hint="The first line names the columns. A copied range of a spreadsheet works too."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={8}
            className="font-mono text-note"
            placeholder={'name,profileUrl,email\nMaren Oduya,https://www.linkedin.com/in/marenruns,maren@example.com'}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button disabled={!pasted.trim()} onClick={() => props.onText(pasted)}>
          Read the pasted list
        </Button>
      </div>
    </>
  );
}
