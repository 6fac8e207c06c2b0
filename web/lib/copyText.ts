import { showToast } from './toasts.ts';

/**
 * Puts a text on the clipboard and says so. A page without TLS has no clipboard. Then `select` marks the text, and the person is asked to copy it.
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

export function selectTextOf(element: HTMLElement | null): void {
  if (element) window.getSelection()?.selectAllChildren(element);
}
