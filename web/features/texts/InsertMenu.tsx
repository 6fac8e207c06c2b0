import { Braces } from 'lucide-react';
import { VARIABLES, type VariableName } from '../../../events/shared/variables.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';

/** Puts a text at the cursor of a field, as if it was typed there. */
function insertInto(id: string, text: string): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.readOnly) return;
  const { value, selectionStart, selectionEnd } = field;
  const start = selectionStart ?? value.length;
  // React does not see a value that is assigned
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  set?.call(field, value.slice(0, start) + text + value.slice(selectionEnd ?? start));
  field.setSelectionRange(start + text.length, start + text.length);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What can be inserted into the field of this id. */
export function InsertMenu({ field }: { field: string }) {
  return (
    <Menu
      align="start"
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        document.getElementById(field)?.focus();
      }}
      trigger={
        <Button variant="ghost" size="small" className="self-start">
          <Braces aria-hidden />
          Insert
        </Button>
      }
    >
      {(Object.keys(VARIABLES) as VariableName[]).map((name) => (
        <MenuItem key={name} onSelect={() => insertInto(field, `{{${name}}}`)}>
          {VARIABLES[name].label}
          <code className="ml-auto pl-4 text-ink-3 text-note">{`{{${name}}}`}</code>
        </MenuItem>
      ))}
    </Menu>
  );
}
