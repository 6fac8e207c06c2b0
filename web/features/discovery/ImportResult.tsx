import { Download } from 'lucide-react';
import type { ImportView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { counted } from '../../lib/numbers.ts';
import { ImportProblems } from './ImportProblems.tsx';
import { useDownloadLeftOut } from './importApi.ts';
import { importedText } from './importWords.ts';

/** The result of an import: the added people, and every row that was left out. */
export function ImportResult({ view }: { view: ImportView }) {
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
