import { useEffect, useRef } from 'react';
import { snippetForm } from '../../../events/messages/snippets.ts';
import { VARIABLES, type VariableName } from '../../../events/shared/variables.ts';
import { Button } from '../../components/ui/Button.tsx';
import { NamedRows, NameField } from '../../components/ui/NamedRows.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { showToast } from '../../lib/toasts.ts';
import { keptSnippets } from './api.ts';

const HEADING = 'px-2 pt-2 pb-1 font-medium text-ink-3 text-note';

/** Snippets and variables to insert, and a name to save the text of the field as a snippet. */
export function InsertPanel({ field, onDone }: { field: string; onDone: () => void }) {
  const snippets = keptSnippets.useAll();
  const saving = keptSnippets.useSave();

  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!snippets.isPending) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [snippets.isPending]);

  const insert = (text: string): void => {
    onDone();
    insertInto(field, text);
  };
  const save = (name: string, clear: () => void): string | undefined => {
    const form = snippetForm.safeParse({ name, text: chosenText(field) });
    if (!form.success) return form.error.issues[0]?.message;
    saving.mutate(form.data, {
      onSuccess: () => {
        showToast({ title: 'Snippet Saved', text: `"${name}" is under Insert now.` });
        clear();
      },
    });
    return undefined;
  };

  return (
    <div ref={panel} className="max-h-[min(60dvh,24rem)] scroll-mb-24 overflow-y-auto">
      {snippets.isError && <LoadFailed again={snippets}>The snippets could not be loaded.</LoadFailed>}
      {snippets.data && snippets.data.length > 0 && (
        <>
          <p className={HEADING}>Snippets</p>
          <NamedRows
            label="Snippets"
            kept={keptSnippets}
            items={snippets.data}
            formOf={({ id: _, ...snippet }) => snippet}
            titleOf={({ text }) => text}
            onChoose={({ text }) => insert(text)}
          />
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
        <NameField
          {...{ noun: 'snippet', label: 'Save as a snippet', hint: 'The selected text, or all of it.', action: 'Save' }}
          placeholder="Name"
          pending={saving.isPending}
          onName={save}
        />
      </div>
    </div>
  );
}

function fieldOf(id: string): HTMLInputElement | HTMLTextAreaElement | null {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}

/** Puts a text at the cursor of a field, as if it was typed there. */
function insertInto(id: string, text: string): void {
  const field = fieldOf(id);
  if (!field || field.readOnly) return;
  const { value, selectionStart, selectionEnd } = field;
  const start = selectionStart ?? value.length;
  // React does not see a value that is assigned
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  set?.call(field, value.slice(0, start) + text + value.slice(selectionEnd ?? start));
  field.focus();
  field.setSelectionRange(start + text.length, start + text.length);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function chosenText(id: string): string {
  const { value = '', selectionStart, selectionEnd } = fieldOf(id) ?? {};
  return value.slice(selectionStart ?? 0, selectionEnd ?? 0) || value;
}
