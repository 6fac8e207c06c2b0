import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'wouter';
import { Avatar } from './Avatar.tsx';
import { Button } from './Button.tsx';
import { FetchedPart } from './FetchedPart.tsx';
import { Loading } from './QueryState.tsx';

/** The open item of a list. `content` gets what closes it. */
export type BesidePanel = {
  /** The id of its row, which gets the focus back. */
  id: string;
  label: string;
  onClose: () => void;
  content: (close: () => void) => ReactNode;
};

/** A list with its open item beside it. With little room it lies over the list, on a phone over all of it. */
export function Beside(props: { children: ReactNode; panel: BesidePanel | null }) {
  const { panel } = props;
  const wasOpen = useRef(false);
  const byKey = useRef(false);
  useEffect(() => {
    wasOpen.current = panel !== null;
  });
  useEffect(() => {
    const press = ({ type }: Event): void => {
      byKey.current = type === 'keydown';
    };
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, press, { capture: true });
    return () => {
      for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, press, { capture: true });
    };
  }, []);
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">{props.children}</div>
      {panel && (
        <Aside
          key={panel.id}
          {...panel}
          // V on a row leads into its panel; J and K go on to the next row, and a mouse does not need it
          takesFocus={() => byKey.current && !wasOpen.current}
        />
      )}
    </div>
  );
}

/** Where Escape has a meaning of its own. */
const OWN_ESCAPE = 'input, textarea, select, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Not a dialog: the list beside it stays in use, and what is opened from it outlasts a turned tablet. */
function Aside(props: BesidePanel & { takesFocus: () => boolean }) {
  const place = useRef<HTMLElement>(null);
  const takeFocus = useEffectEvent(() => {
    const fromRow = props.takesFocus() && document.activeElement?.matches('[data-opens]');
    if (fromRow || !window.matchMedia(BESIDE).matches) place.current?.focus({ preventScroll: true });
  });
  useEffect(() => takeFocus(), []);
  const close = (): void => {
    props.onClose();
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(props.id)}"] [data-opens]`)?.focus();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const at = event.target;
    if (event.key !== 'Escape' || event.defaultPrevented || !(at instanceof Element)) return;
    if (place.current?.contains(at) || !at.closest(OWN_ESCAPE)) close();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={props.label}
      className="panel sticky top-4 max-h-[calc(100dvh-2rem)] w-(--width-panel) shrink-0 overflow-y-auto outline-none max-[1180px]:fixed max-[1180px]:inset-y-0 max-[1180px]:right-0 max-[1180px]:z-30 max-[1180px]:max-h-none max-[1180px]:rounded-none max-[1180px]:shadow-pop max-sm:w-full"
    >
      <FetchedPart onLost={close} fallback={<Loading label={`Loading: ${props.label}`} height="h-96" />}>
        {props.content(close)}
      </FetchedPart>
    </section>
  );
}

/** From this width on the panel has room of its own. */
const BESIDE = '(width >= 1180px)';

export function PanelHead(props: {
  name: string | null;
  /** Where the subject has its own page. */
  href: string;
  avatar: string | null;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <div className="flex items-start gap-3">
      <Avatar name={props.name} src={props.avatar} className="size-10 text-body" />
      <div className="min-w-0 flex-1">
        <h2 className="break-words font-semibold text-lead">
          <Link href={props.href} className="hover:underline">
            <bdi dir="auto">{props.name ?? 'Erased'}</bdi>
          </Link>
        </h2>
        {props.children}
      </div>
      <Button variant="ghost" size="icon" aria-label="Close" className="-mt-1 -mr-2" onClick={props.onClose}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
