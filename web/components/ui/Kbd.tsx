import { classes } from '../../lib/classes.ts';
import { keyCaps, SHORTCUTS, type ShortcutId } from '../../lib/shortcuts.ts';

/** The keys of a shortcut, as on the keyboard. Those who do not see them have aria-keyshortcuts on the control. */
export function Kbd(props: ({ of: ShortcutId } | { keys: string }) & { on?: 'accent'; className?: string }) {
  const keys = 'of' in props ? SHORTCUTS[props.of].keys : props.keys;
  return (
    <span aria-hidden className={classes('inline-flex gap-1 max-md:hidden', props.className)}>
      {keyCaps(keys).map((cap) => (
        <kbd
          key={cap}
          className={classes(
            'grid h-4.5 min-w-4.5 place-items-center rounded-tag px-1 font-sans text-note',
            props.on === 'accent' ? 'bg-accent-hover text-on-accent' : 'bg-fill text-ink-2',
          )}
        >
          {cap}
        </kbd>
      ))}
    </span>
  );
}
