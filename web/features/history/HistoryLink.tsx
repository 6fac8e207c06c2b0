import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { changedSearch, type UrlChange } from './historyUrl.ts';

/** A link to another view of the same history; Back leads back. */
export function HistoryLink(props: {
  change: UrlChange;
  className?: string;
  label?: string;
  current?: boolean;
  children: ReactNode;
}) {
  const [path] = useLocation();
  const [params] = useSearchParams();
  const pressed = useRef(false);
  // the list that holds it gives way to another, and with it the keyboard's place would be lost
  useEffect(
    () => () => {
      const nowhere = !document.activeElement || document.activeElement === document.body;
      if (pressed.current && nowhere) document.getElementById('content')?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <Link
      href={`${path}?${changedSearch(params, props.change)}`}
      aria-label={props.label}
      aria-current={props.current ? 'page' : undefined}
      onClick={() => {
        pressed.current = true;
        // a dialog opens over the place where one is
        if (!props.change.story) window.scrollTo(0, 0);
      }}
      className={props.className ?? 'link'}
    >
      {props.children}
    </Link>
  );
}

/** Everything that narrows the timeline taken away, as the start of another view. */
export const NOTHING_ELSE: UrlChange = {
  stream: null,
  kind: null,
  type: null,
  actor: null,
  correlation: null,
  from: null,
  to: null,
  number: null,
  campaign: null,
  span: null,
  variant: null,
  view: null,
  open: null,
  story: null,
};

/** One event among the others of its stream. `id` is STREAM@VERSION. */
export const toEvent = ({ id, stream, tenant }: { id: string; stream: string; tenant: string }, admin: boolean) => ({
  ...NOTHING_ELSE,
  stream,
  open: id,
  ...(admin && { tenant }),
});
