import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button, type ButtonProps } from './Button.tsx';
import { useDisclosure } from './useDisclosure.ts';

/**
 * A small panel that its button opens, such as for filters. Escape, a press elsewhere and the focus leaving it close it. It opens right below its
 * button. A library that finds a better place would weigh 11 kB on every list.
 */
export function Popover(props: {
  label: string;
  button: Omit<ButtonProps, 'ref' | 'onClick'>;
  align?: 'start' | 'end';
  className?: string;
  /** `close`: closes it, with the focus back on its button. */
  children: (close: () => void) => ReactNode;
}) {
  const { open, setOpen, place, trigger, close, whenLeft, whenEscaped } = useDisclosure();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what its button and its panel let through
    <div ref={place} className="relative shrink-0" onBlur={whenLeft} onKeyDown={whenEscaped}>
      <Button
        {...props.button}
        ref={trigger}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div
          role="dialog"
          aria-label={props.label}
          className={classes(
            'panel absolute top-full z-30 mt-1 animate-fade shadow-pop max-sm:fixed max-sm:inset-x-2 max-sm:top-auto max-sm:w-auto!',
            props.align === 'end' ? 'right-0' : 'left-0',
            props.className ?? 'w-(--width-popover) p-4',
          )}
        >
          {props.children(close)}
        </div>
      )}
    </div>
  );
}
