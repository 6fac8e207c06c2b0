import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';

const HIDE_AFTER_MS = 600;

/** A part that scrolls on its own; its bar shows while it is scrolled, and hides 600 ms after. */
export function ScrollArea(props: { className?: string; children: ReactNode }) {
  const [scrolling, setScrolling] = useState(false);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(hiding.current), []);
  return (
    <div
      data-scrolling={scrolling || undefined}
      onScroll={() => {
        setScrolling(true);
        clearTimeout(hiding.current);
        hiding.current = setTimeout(() => setScrolling(false), HIDE_AFTER_MS);
      }}
      className={classes('quiet-scroll', props.className)}
    >
      {props.children}
    </div>
  );
}
