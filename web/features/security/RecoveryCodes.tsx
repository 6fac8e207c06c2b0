import { Copy, Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { copyText, selectTextOf } from '../../lib/copyText.ts';
import { downloadFile } from '../../lib/downloadFile.ts';

/** The recovery codes, which nobody sees a second time. `reminded`: the person tried to close without having them. */
export function RecoveryCodes(props: { codes: readonly string[]; reminded: boolean; onSaved: () => void }) {
  const { codes, reminded } = props;
  const list = useRef<HTMLOListElement>(null);
  // the field that had the focus is gone
  useEffect(() => {
    list.current?.focus();
  }, []);
  const text = codes.join('\n');
  const download = () =>
    downloadFile(
      new Blob([`Recovery codes of Partner Pilot, each good for one sign-in:\n\n${text}\n`], { type: 'text/plain' }),
      'partner-pilot-recovery-codes.txt',
    );
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <p className="text-ink-2">
          Each recovery code signs you in once without your phone. Store them with your passwords:{' '}
          <strong className="font-semibold text-ink">they are not shown again.</strong>
        </p>
        <ol
          ref={list}
          tabIndex={-1}
          aria-label="Recovery codes"
          translate="no"
          className="grid gap-x-4 gap-y-1.5 rounded-control bg-sunken px-4 py-3 text-center font-mono text-body tabular-nums outline-none"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void copyText(text, 'Codes', () => selectTextOf(list.current))}>
            <Copy aria-hidden />
            Copy
          </Button>
          <Button onClick={download}>
            <Download aria-hidden />
            Download
          </Button>
        </div>
        {reminded && <Notice tone="warn">Save the codes first. They are lost once this is closed.</Notice>}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={props.onSaved}>
          I have saved them
        </Button>
      </DialogFooter>
    </>
  );
}
