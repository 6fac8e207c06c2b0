import { ROUTES } from '../../app/routes.ts';
import { Dialog, DialogBody } from '../../components/ui/Dialog.tsx';
import { keyCaps, SHORTCUTS } from '../../lib/shortcuts.ts';
import { closePalette } from './openPalette.ts';

type Entry = { keys: string; text: string; group: string };
const ownOf = (screens: boolean): Entry[] =>
  Object.values(SHORTCUTS).filter(({ group }) => (group !== 'Everywhere') === screens);
const ENTRIES: Entry[] = [
  ...ownOf(false),
  ...ROUTES.flatMap(({ keys, title = '' }) => (keys ? [{ keys, text: title, group: 'Go to' }] : [])),
  ...ownOf(true),
];
const GROUPS = [...new Set(ENTRIES.map(({ group }) => group))];

export function Shortcuts() {
  return (
    <Dialog title="Keyboard shortcuts" onClose={closePalette}>
      <DialogBody className="grid gap-5">
        {GROUPS.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 font-semibold text-ink-3 text-note">{group}</h3>
            <dl className="divide-y text-small">
              {ENTRIES.filter((entry) => entry.group === group).map(({ keys, text }) => (
                <div key={text} className="flex min-h-8 items-center justify-between gap-4">
                  <dt>{text}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keyCaps(keys).map((cap) => (
                      <kbd key={cap} className="rounded-tag bg-fill px-1.5 font-sans text-ink-2 text-note">
                        {cap}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}
