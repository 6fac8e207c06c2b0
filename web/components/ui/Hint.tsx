import type { ShortcutId } from '../../lib/shortcuts.ts';
import { Kbd } from './Kbd.tsx';

/** The text of a tooltip, with the key that does the same. */
export function Hint(props: { text: string; of: ShortcutId }) {
  return (
    <span className="flex items-center gap-2">
      {props.text}
      <Kbd of={props.of} />
    </span>
  );
}
