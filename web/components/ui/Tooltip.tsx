import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../../lib/classes.ts';

/** Before the first one appears, and how soon after one is gone the next appears at once, in ms. */
const DELAY = 700;
const SKIP_WITHIN = 300;
/** The pointer may go from the control to its tooltip. */
const LEAVING = 100;
/** From the control, and from the edge of the window. */
const GAP = 6;
const EDGE = 8;

let lastLeft = Number.NEGATIVE_INFINITY;
/** Ends the one that is shown: there is one at a time. */
let endShown: (() => void) | null = null;

type Side = 'top' | 'right' | 'bottom';
type Trigger = HTMLAttributes<HTMLElement>;

/** A control's action in a few words, while it is pointed at or has the focus by key. A library for it would weigh 11 kB on every first load. */
export function Tooltip(props: {
  text: ReactNode;
  side?: Side;
  /** Milliseconds until it appears. */
  delay?: number;
  className?: string;
  children: ReactElement<Trigger>;
}) {
  const { children: child, delay = DELAY } = props;
  const id = useId();
  const [over, setOver] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (act: () => void, after: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, after);
  };
  const show = (control: HTMLElement): void => {
    clearTimeout(timer.current);
    setOver(control);
  };
  const hide = (): void => {
    clearTimeout(timer.current);
    setOver(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!over) return undefined;
    endShown?.();
    const end = () => setOver(null);
    endShown = end;
    window.addEventListener('scroll', end, { capture: true, passive: true });
    return () => {
      window.removeEventListener('scroll', end, { capture: true });
      if (endShown === end) endShown = null;
    };
  }, [over]);
  const { onPointerEnter, onPointerLeave, onPointerDown, onFocus, onBlur, onKeyDown } = child.props;
  return (
    <>
      {cloneElement(child, {
        'aria-describedby': over ? id : child.props['aria-describedby'],
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          onPointerEnter?.(event);
          const control = event.currentTarget;
          if (event.pointerType === 'touch') return;
          later(() => show(control), performance.now() - lastLeft < SKIP_WITHIN ? 0 : delay);
        },
        onPointerLeave: (event: PointerEvent<HTMLElement>) => {
          onPointerLeave?.(event);
          if (over) lastLeft = performance.now();
          later(hide, over ? LEAVING : 0);
        },
        onPointerDown: (event: PointerEvent<HTMLElement>) => {
          onPointerDown?.(event);
          hide();
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget);
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          onBlur?.(event);
          hide();
        },
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          onKeyDown?.(event);
          if (event.key === 'Escape') hide();
        },
      })}
      {over && (
        <Balloon
          id={id}
          over={over}
          side={props.side ?? 'top'}
          className={props.className}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={() => later(hide, LEAVING)}
        >
          {props.text}
        </Balloon>
      )}
    </>
  );
}

function Balloon(props: {
  id: string;
  over: HTMLElement;
  side: Side;
  className: string | undefined;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
}) {
  const { over, side } = props;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    const { left, top } = placeOf(over, box.current.getBoundingClientRect(), side);
    box.current.style.left = `${left}px`;
    box.current.style.top = `${top}px`;
  });
  return createPortal(
    <div
      ref={box}
      id={props.id}
      role="tooltip"
      onPointerEnter={props.onEnter}
      onPointerLeave={props.onLeave}
      className={classes(
        'fixed z-50 w-max max-w-72 animate-fade rounded-control px-2.5 py-1.5 text-note shadow-pop',
        props.className ?? 'bg-ink text-paper',
      )}
    >
      {props.children}
    </div>,
    document.body,
  );
}

/** Beside the control on the wanted side. Without room it lies above or below, and always inside of the window. */
function placeOf(over: HTMLElement, { width, height }: DOMRect, side: Side): { left: number; top: number } {
  // a text over several lines has a box for each: the last one is nearest to what is below
  const boxes = over.getClientRects();
  const { left, right, top, bottom } = boxes[boxes.length - 1] ?? over.getBoundingClientRect();
  const inside = (at: number, size: number, room: number): number => Math.max(EDGE, Math.min(at, room - size - EDGE));
  const { innerWidth, innerHeight } = window;
  if (side === 'right' && right + GAP + width <= innerWidth)
    return { left: right + GAP, top: inside((top + bottom - height) / 2, height, innerHeight) };
  const above = top - GAP - height;
  const below = bottom + GAP;
  const isAbove = side === 'top' ? above >= EDGE : below + height > innerHeight - EDGE;
  return { left: inside((left + right - width) / 2, width, innerWidth), top: isAbove ? above : below };
}
