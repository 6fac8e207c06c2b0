import { useEffect, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { useNewestImport } from './api.ts';
import { ImportProgress } from './ImportProgress.tsx';
import { tellImportEnd } from './importWords.ts';

/** The import that runs, whichever tab began it. One that ends while this is shown is announced. */
export function RunningImport(props: { className?: string }) {
  const view = useNewestImport();
  const ran = useRef<string | null>(null);
  const running = view?.status === 'running';
  useEffect(() => {
    if (running) ran.current = view.id;
    else if (view && ran.current === view.id) tellImportEnd(view);
  }, [running, view]);
  if (!running) return null;
  return (
    <section aria-label="Import" className={classes('panel p-4', props.className)}>
      <ImportProgress view={view} rowCount={view.rowCount} />
    </section>
  );
}
