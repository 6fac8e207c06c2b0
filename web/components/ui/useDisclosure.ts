import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** Opens and closes by its button; closes by Escape, by a press elsewhere and when the focus leaves. */
export function useDisclosure() {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const whenPressed = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', whenPressed);
    return () => document.removeEventListener('pointerdown', whenPressed);
  }, [open]);
  return {
    open,
    setOpen,
    place,
    trigger,
    /** Closes it, with the focus back on its button. */
    close: () => {
      setOpen(false);
      trigger.current?.focus();
    },
    whenLeft: (event: FocusEvent) => {
      if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
    },
    whenEscaped: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !open) return;
      // what is open around it stays
      event.preventDefault();
      setOpen(false);
      trigger.current?.focus();
    },
  };
}
