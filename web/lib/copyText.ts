import { showToast } from './toasts.ts';

/**
 * Puts a text on the clipboard and says so. A page without TLS has no clipboard: then `select` marks the text on the screen, and the
 * person learns to copy it by hand.
 */
export async function copyText(text: string, what: string, select: () => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: `${what} Copied` });
  } catch {
    select();
    showToast({ title: 'Not Copied', text: 'It is selected. Copy it with your keyboard.' });
  }
}

/** Marks all of an element's text. */
export function selectTextOf(element: HTMLElement | null): void {
  if (element) window.getSelection()?.selectAllChildren(element);
}
