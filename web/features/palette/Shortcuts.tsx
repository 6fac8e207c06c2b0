import { Dialog, DialogBody } from '../../components/ui/Dialog.tsx';
import { keyCaps, SHORTCUTS, type ShortcutId } from '../../lib/shortcuts.ts';
import { closePalette } from './openPalette.ts';

const groups = [...new Set(Object.values(SHORTCUTS).map(({ group }) => group))];
const inGroup = (group: string) =>
  (Object.keys(SHORTCUTS) as ShortcutId[]).filter((id) => SHORTCUTS[id].group === group);

/** Every key of the product. */
export function Shortcuts() {
  return (
    <Dialog title="Keyboard shortcuts" onClose={closePalette}>
      <DialogBody className="grid gap-5">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 font-semibold text-ink-3 text-note">{group}</h3>
            <dl className="divide-y text-small">
              {inGroup(group).map((id) => (
                <div key={id} className="flex min-h-8 items-center justify-between gap-4">
                  <dt>{SHORTCUTS[id].text}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keyCaps(id).map((cap) => (
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
