import { Tag } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import type { Chosen } from './decisions.ts';

const NotesDialog = onDemand(() => import('./NotesDialog.tsx').then((module) => module.NotesDialog));

export function NotesOfMany(props: { chosen: Chosen }) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Tag aria-hidden />
        Tags and notes
      </Button>
      <FetchedPart onLost={close}>{open && <NotesDialog chosen={props.chosen} onClose={close} />}</FetchedPart>
    </>
  );
}
