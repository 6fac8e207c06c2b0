import { type FormEvent, useState } from 'react';
import { LONGEST } from '../../../events/shared/longest.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Textarea } from '../../components/ui/Input.tsx';
import { totalWords } from '../../lib/total.ts';
import { type Chosen, countOf, type NotesOfMany, useNotesOfMany } from './decisions.ts';
import { TagInput, tidyTag } from './TagInput.tsx';

export function NotesDialog(props: { chosen: Chosen; onClose: () => void }) {
  const { chosen, onClose } = props;
  const save = useNotesOfMany();
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<'tag' | 'note' | null>(null);
  const tag = tidyTag(typed);
  const text = note.trim();
  const tooLong = text.length > LONGEST.notes;
  const act = (field: 'tag' | 'note', notes: NotesOfMany): void => {
    const isMissing = (field === 'tag' ? tag : text) === '';
    setWrong(isMissing ? field : null);
    if (!isMissing && !save.isPending) save.mutate({ chosen, notes }, { onSuccess: onClose });
  };
  const running = save.isPending ? Object.keys(save.variables.notes)[0] : null;
  const submit = (field: 'tag' | 'note', notes: NotesOfMany) => (event: FormEvent) => {
    event.preventDefault();
    act(field, notes);
  };
  return (
    <Dialog onClose={onClose} title="Tags and notes" description={totalWords(countOf(chosen), 'partner')}>
      <DialogBody className="flex flex-col gap-5">
        <form onSubmit={submit('tag', { addTag: tag })} className="flex flex-col gap-2">
          <Field label="Tag" error={wrong === 'tag' ? 'Enter a tag' : undefined}>
            {(control) => <TagInput {...control} value={typed} onChange={({ target }) => setTyped(target.value)} />}
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="ghost" pending={running === 'removeTag'} onClick={() => act('tag', { removeTag: tag })}>
              Remove tag
            </Button>
            <Button type="submit" pending={running === 'addTag'}>
              Add tag
            </Button>
          </div>
        </form>
        <form onSubmit={submit('note', { addNote: text })} className="flex flex-col gap-2 border-t pt-4">
          <Field
            label="Note"
            hint="It is added below the note of each partner."
            limit={LONGEST.notes}
            error={wrong === 'note' ? 'Enter a note' : undefined}
          >
            {(control) => (
              <Textarea
                {...control}
                dir="auto"
                rows={3}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
            )}
          </Field>
          <Button type="submit" className="self-end" disabled={tooLong} pending={running === 'addNote'}>
            Add note
          </Button>
        </form>
      </DialogBody>
    </Dialog>
  );
}
