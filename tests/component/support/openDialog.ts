import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

const DIALOGS = '[role=dialog], [role=alertdialog]';

/** The one dialog that is open now. */
export function dialog() {
  const found = document.querySelector<HTMLElement>(DIALOGS);
  if (!found) throw new Error('No dialog is open.');
  return within(found);
}

/** Waits for the dialog with this title. */
export async function openDialog(title: string): Promise<ReturnType<typeof dialog>> {
  await screen.findByText(title, { selector: '[role=dialog] h2, [role=alertdialog] h2' });
  return dialog();
}

export const noDialog = (): Promise<void> => waitFor(() => expect(document.querySelector(DIALOGS)).toBeNull());
