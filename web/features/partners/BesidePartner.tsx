import { type ReactNode, useEffect, useRef } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Loading } from '../../components/ui/QueryState.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import type { PartnerPanelProps } from './PartnerPanel.tsx';

const PartnerPanel = onDemand(() => import('./PartnerPanel.tsx').then((module) => module.PartnerPanel));

/** A list with the open partner beside it; where there is no room, over it, on a phone over all of it. The address names the partner. */
export function BesidePartner(props: { children: ReactNode; panel: PartnerPanelProps | null }) {
  const { panel } = props;
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">{props.children}</div>
      {panel && <Aside key={panel.partner.id} {...panel} />}
    </div>
  );
}

/** Not a dialog: the list beside it stays in use, and what is opened from it outlasts a turned tablet. */
function Aside(props: PartnerPanelProps) {
  const { partner } = props;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!window.matchMedia(BESIDE).matches) place.current?.focus({ preventScroll: true });
  }, []);
  const close = (): void => {
    props.onClose();
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(partner.id)}"] [data-opens]`)?.focus();
  };
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={labelOf(partner)}
      onKeyDown={(event) => {
        const inDialog = event.target instanceof Element && !event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && !inDialog && !event.defaultPrevented) close();
      }}
      className="panel sticky top-4 max-h-[calc(100dvh-2rem)] w-(--width-panel) shrink-0 overflow-y-auto outline-none max-[1180px]:fixed max-[1180px]:inset-y-0 max-[1180px]:right-0 max-[1180px]:z-30 max-[1180px]:max-h-none max-[1180px]:rounded-none max-[1180px]:shadow-pop max-sm:w-full"
    >
      <FetchedPart onLost={close} fallback={<Loading label="Loading the partner" height="h-96" />}>
        <PartnerPanel {...props} onClose={close} />
      </FetchedPart>
    </section>
  );
}

/** From this width on the panel has room of its own. */
const BESIDE = '(width >= 1180px)';
const labelOf = ({ name }: PartnerView): string => `About ${name ?? 'this partner'}`;
