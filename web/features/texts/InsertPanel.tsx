import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SnippetView } from '../../../api/views.ts';
import { snippetForm } from '../../../events/messages/snippets.ts';
import { VARIABLES, type VariableName } from '../../../events/shared/variables.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { showToast } from '../../lib/toasts.ts';
import { useRemoveSnippet, useSaveSnippet, useSnippets } from './api.ts';
import { chosenText, insertInto } from './insert.ts';

const HEADING = 'px-2 pt-2 pb-1 font-medium text-ink-3 text-note';

/** Snippets and variables to insert, and a name to save the text of the field as a snippet. */
export function InsertPanel({ field, onDone }: { field: string; onDone: () => void }) {
  const snippets = useSnippets();
  const saving = useSaveSnippet();
  const removing = useRemoveSnippet();
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();

  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!snippets.isPending) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [snippets.isPending]);

  const insert = (text: string): void => {
    onDone();
    insertInto(field, text);
  };
  const save = (): void => {
    const form = snippetForm.safeParse({ name, text: chosenText(field) });
    setWrong(form.error?.issues[0]?.message);
    if (!form.success || saving.isPending) return;
    saving.mutate(form.data, {
      onSuccess: () => {
        showToast({ title: 'Snippet Saved', text: `"${form.data.name}" is under Insert now.` });
        setName('');
      },
    });
  };
  const saveByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // the form around it saves or sends the text
    event.preventDefault();
    save();
  };
  const remove = ({ id, ...removed }: SnippetView): void =>
    removing.mutate(id, {
      onSuccess: () =>
        showToast({
          title: 'Snippet Removed',
          text: removed.name,
          action: {
            label: 'Undo',
            instead: `Save the snippet ${removed.name} again`,
            act: () => saving.mutate(removed),
          },
        }),
    });

  return (
    <div ref={panel} className="max-h-[min(60dvh,24rem)] scroll-mb-24 overflow-y-auto">
      {snippets.isError && <LoadFailed again={snippets}>The snippets could not be loaded.</LoadFailed>}
      {snippets.data && snippets.data.length > 0 && (
        <>
          <p className={HEADING}>Snippets</p>
          <ul aria-label="Snippets">
            {snippets.data.map((snippet) => (
              <li key={snippet.id} className="flex items-center gap-1">
                <Button
                  variant="ghost"
                  className="min-w-0 flex-1 justify-start!"
                  title={snippet.text}
                  onClick={() => insert(snippet.text)}
                >
                  <bdi className="truncate">{snippet.name}</bdi>
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove snippet ${snippet.name}`}
                  disabled={removing.isPending}
                  onClick={() => remove(snippet)}
                >
                  <X aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={HEADING}>Variables</p>
      <ul aria-label="Variables">
        {(Object.keys(VARIABLES) as VariableName[]).map((variable) => (
          <li key={variable}>
            <Button variant="ghost" className="w-full justify-between!" onClick={() => insert(`{{${variable}}}`)}>
              {VARIABLES[variable].label}
              <code className="text-ink-3 text-note">{`{{${variable}}}`}</code>
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-2 border-t p-2 pt-3">
        <Field label="Save as a snippet" error={wrong} hint="The selected text, or all of it.">
          {(control) => (
            <span className="flex gap-2">
              <Input
                {...control}
                dir="auto"
                placeholder="Name"
                value={name}
                onChange={(event) => setName(event.target.value)}
                onKeyDown={saveByKey}
              />
              <Button pending={saving.isPending} onClick={save}>
                Save
              </Button>
            </span>
          )}
        </Field>
      </div>
    </div>
  );
}
