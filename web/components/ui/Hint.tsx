import type { ComponentProps } from 'react';
import { SHORTCUTS, type ShortcutId } from '../../lib/shortcuts.ts';
import { Kbd } from './Kbd.tsx';
import { Tooltip } from './Tooltip.tsx';

/** The text of a tooltip, with the key that does the same. */
export function Hint(props: { text: string; of: ShortcutId }) {
  return (
    <span className="flex items-center gap-2">
      {props.text}
      <Kbd of={props.of} />
    </span>
  );
}

/** A control whose tooltip names the key that does the same; without one it is left as it is. */
export function Hinted(props: {
  by: ShortcutId | false | undefined;
  children: ComponentProps<typeof Tooltip>['children'];
}) {
  const { by, children } = props;
  return by ? <Tooltip text={<Hint text={SHORTCUTS[by].text} of={by} />}>{children}</Tooltip> : children;
}
