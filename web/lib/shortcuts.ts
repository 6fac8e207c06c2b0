import { useEffect, useEffectEvent } from 'react';
import { useHere } from './here.ts';

/**
 * Every key of the product, but for those that lead to a screen (app/routes.ts). `?` shows them, tooltips name them, useShortcuts binds them.
 * "Mod" is Ctrl, on a Mac ⌘. "G D" is one key after the other.
 */
export const SHORTCUTS = {
  palette: { keys: 'Mod+K', text: 'Search, or run a command', group: 'Everywhere' },
  help: { keys: '?', text: 'Show all shortcuts', group: 'Everywhere' },
  sidebar: { keys: 'Mod+B', text: 'Collapse or expand the sidebar', group: 'Everywhere' },
  next: { keys: 'J', text: 'Next row', group: 'Lists' },
  previous: { keys: 'K', text: 'Previous row', group: 'Lists' },
  details: { keys: 'V', text: 'Show or hide the details of the row', group: 'Lists' },
  select: { keys: 'X', text: 'Select the row', group: 'Lists' },
  selectAll: { keys: 'Mod+A', text: 'Select all rows', group: 'Lists' },
  bulk: { keys: 'B', text: 'Go to the actions for the selected rows', group: 'Lists' },
  approve: { keys: 'A', text: 'Approve the partner', group: 'Partner Discovery' },
  reject: { keys: 'R', text: 'Reject the partner', group: 'Partner Discovery' },
  rejectTopic: { keys: '1', text: 'Reject: not the topic', group: 'Partner Discovery' },
  rejectAudience: { keys: '2', text: 'Reject: wrong audience', group: 'Partner Discovery' },
  rejectRegion: { keys: '3', text: 'Reject: wrong region', group: 'Partner Discovery' },
  rejectCompetitor: { keys: '4', text: 'Reject: competitor', group: 'Partner Discovery' },
  rejectSize: { keys: '5', text: 'Reject: too small or too big', group: 'Partner Discovery' },
  rejectOther: { keys: '6', text: 'Reject: other', group: 'Partner Discovery' },
  email: { keys: 'E', text: 'Get or edit the email', group: 'Partner Discovery' },
  undo: { keys: 'U', text: 'Undo the last decision', group: 'Partner Discovery' },
  approveMessage: { keys: 'Mod+Enter', text: 'Approve or save, and go to the next message', group: 'Message review' },
  edit: { keys: 'E', text: 'Edit the message', group: 'Message review' },
  done: { keys: 'E', text: 'Mark as done, or reopen', group: 'Inbox' },
  unread: { keys: 'U', text: 'Mark as unread', group: 'Inbox' },
  answer: { keys: 'R', text: 'Answer', group: 'Inbox' },
  undoAnswer: { keys: 'Z', text: 'Take back the answer that is leaving', group: 'Inbox' },
  first: { keys: 'E', text: 'Take the next step: answer, approve, send again, release', group: 'Today' },
  finish: { keys: 'D', text: 'Mark as done', group: 'Today' },
  snooze: { keys: 'Z', text: 'Put off', group: 'Today' },
  skip: { keys: 'X', text: 'Skip', group: 'Today' },
  openPartner: { keys: 'O', text: 'Open the partner', group: 'Today' },
  note: { keys: 'N', text: 'Write a note', group: 'Today' },
  editText: { keys: 'I', text: 'Edit the text', group: 'Today' },
  cancelHeld: { keys: 'C', text: 'Cancel the email on hold', group: 'Today' },
  undoToday: { keys: 'U', text: 'Undo the last decision', group: 'Today' },
} as const satisfies Record<string, { keys: string; text: string; group: string }>;

export type ShortcutId = keyof typeof SHORTCUTS;
export type ShortcutActs = Partial<Record<ShortcutId, () => void>>;

const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
const OVER = '[role=dialog], [role=alertdialog], [role=menu]';
/** The first of two keys waits this long for the second, in ms. */
const SEQUENCE = 1_000;

const acting = new Set<Record<string, () => void>>();
let first: { key: string; at: number } | null = null;

/** "J", "?", "Mod+Enter". */
function nameOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toUpperCase() : key;
  return ctrlKey || metaKey ? `Mod+${name}` : name;
}

const begins = (name: string): boolean =>
  [...acting].some((acts) => Object.keys(acts).some((keys) => keys.startsWith(`${name} `)));

/** A key that is held moves through a list, and does nothing else twice. */
const REPEATED: readonly string[] = [SHORTCUTS.next.keys, SHORTCUTS.previous.keys];

/** Not while something is typed, unless with Ctrl or ⌘, nor under a dialog. */
function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const name = nameOf(event);
  if (event.shiftKey && /[A-Z]$/.test(name)) return;
  const typing = event.target instanceof Element && event.target.closest(TYPING) !== null;
  // in a field Ctrl+A selects its text
  if ((typing && (!name.startsWith('Mod+') || name === 'Mod+A')) || document.querySelector(OVER)) return;
  const keys = first && event.timeStamp - first.at < SEQUENCE ? `${first.key} ${name}` : name;
  first = keys === name && begins(name) ? { key: name, at: event.timeStamp } : null;
  // the newest part of the screen first
  for (const acts of [...acting].reverse()) {
    const act = acts[keys];
    if (!act) continue;
    event.preventDefault();
    if (!event.repeat || REPEATED.includes(keys)) act();
    return;
  }
}

/** They move the focus or open the palette itself, so it does not offer them. */
const ONLY_KEYS: readonly string[] = ['palette', 'help', 'next', 'previous', 'select', 'bulk'] satisfies ShortcutId[];

/** Does these while the part that calls it is on the screen. The palette offers them, too. */
export function useShortcuts(acts: ShortcutActs): void {
  const all = (Object.keys(acts) as ShortcutId[]).map((id) => ({ id, ...SHORTCUTS[id], run: () => acts[id]?.() }));
  useKeys(Object.fromEntries(all.map(({ keys, run }) => [keys, run])));
  useHere(all.filter(({ id }) => !ONLY_KEYS.includes(id)));
}

/** The same by keys: "G D". */
export function useKeys(acts: Record<string, () => void>): void {
  const act = useEffectEvent((keys: string) => acts[keys]?.());
  const bound = Object.keys(acts).join(',');
  useEffect(() => {
    const own = Object.fromEntries(bound.split(',').map((keys) => [keys, () => act(keys)]));
    if (acting.size === 0) window.addEventListener('keydown', onKey);
    acting.add(own);
    return () => {
      acting.delete(own);
      if (acting.size === 0) window.removeEventListener('keydown', onKey);
    };
  }, [bound]);
}

const onMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys as they are labeled: ["⌘", "K"], or ["Ctrl", "K"]. */
export function keyCaps(keys: string): string[] {
  const names: Record<string, string> = { Mod: onMac() ? '⌘' : 'Ctrl', Enter: '↵' };
  return keys.split(/[+ ]/).map((key) => names[key] ?? key);
}

/** The value of aria-keyshortcuts; a sequence has none. */
export function ariaKeys(id: ShortcutId): string | undefined {
  const { keys } = SHORTCUTS[id];
  return keys.includes(' ') ? undefined : keys.replace('Mod', onMac() ? 'Meta' : 'Control');
}
