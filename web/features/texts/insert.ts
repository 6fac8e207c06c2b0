function fieldOf(id: string): HTMLInputElement | HTMLTextAreaElement | null {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}

/** Puts a text at the cursor of a field, as if it was typed there. */
export function insertInto(id: string, text: string): void {
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

/** The selected text of a field, or all of it. */
export function chosenText(id: string): string {
  const { value = '', selectionStart, selectionEnd } = fieldOf(id) ?? {};
  return value.slice(selectionStart ?? 0, selectionEnd ?? 0) || value;
}
