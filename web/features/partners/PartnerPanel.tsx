import { ExternalLink, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { platformOf } from '../../../events/partners/profileUrl.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { percent } from '../../lib/numbers.ts';
import { ContactLine } from './ContactLine.tsx';
import { MatchParts, PanelSection, PartnerEvidence } from './PartnerEvidence.tsx';
import { PlatformHandle } from './PartnerName.tsx';
import { StageBadge } from './StageBadge.tsx';

type Props = {
  partner: PartnerView;
  onClose: () => void;
  /** The decision at hand. */
  actions: ReactNode;
  /** What is rarely done. */
  more?: ReactNode;
};

/** A list with the open partner beside it; where there is no room, over it, on a phone over all of it. The address names the partner. */
export function BesidePartner(props: { children: ReactNode; panel: Props | null }) {
  const { panel } = props;
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">{props.children}</div>
      {panel && <Aside key={panel.partner.id} {...panel} />}
    </div>
  );
}

/** Not a dialog: the list beside it stays in use, and what is opened from it outlasts a turned tablet. */
function Aside(props: Props) {
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
      <PartnerPanel {...props} onClose={close} />
    </section>
  );
}

/** From this width on the panel has room of its own. */
const BESIDE = '(width >= 1180px)';
const labelOf = ({ name }: PartnerView): string => `About ${name ?? 'this partner'}`;

/** Who this is, why the score is what it is, how they are reached, and what happened so far. */
function PartnerPanel(props: Props) {
  const { partner } = props;
  return (
    <>
      <header className="px-5 pt-4 pb-3">
        <div className="flex items-start gap-3">
          <Avatar name={partner.name} src={partner.avatar} className="size-10 text-body" />
          <div className="min-w-0 flex-1">
            <h2 className="break-words font-semibold text-lead">
              <bdi dir="auto">{partner.name ?? 'Erased'}</bdi>
            </h2>
            <PlatformHandle partner={partner} />
          </div>
          <Button variant="ghost" size="icon" aria-label="Close" className="-mt-1 -mr-2" onClick={props.onClose}>
            <X aria-hidden />
          </Button>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-1.5">
          <StageBadge partner={partner} />
          {!partner.verified && !partner.erased && <Badge tone="warn">Unverified</Badge>}
          <span className="ml-auto flex flex-wrap gap-1.5">{props.actions}</span>
        </div>
      </header>
      <PanelSection title="Profile">
        <p dir="auto" className="break-words text-left">
          {partner.bio ?? 'No description.'}
        </p>
        <dl className="my-3 flex flex-wrap gap-x-6 gap-y-1 [&_dd]:font-semibold [&_dd]:tabular-nums [&_dt]:text-ink-3 [&_dt]:text-note">
          {partner.industry && (
            <div>
              <dt>Industry</dt>
              <dd>{partner.industry}</dd>
            </div>
          )}
          <div>
            <dt>Followers</dt>
            <dd>{formatFollowers(partner.followersCount)}</dd>
          </div>
          <div>
            <dt>Engagement</dt>
            <dd>{percent(partner.engagementRate)}</dd>
          </div>
        </dl>
        <div className="flex flex-wrap gap-2">
          <ProfileLinks partner={partner} />
        </div>
      </PanelSection>
      <MatchParts partner={partner} />
      {partner.status === 'approved' && (
        <PanelSection title="Contact">
          <ContactLine partner={partner} />
        </PanelSection>
      )}
      <PartnerEvidence partner={partner} />
      {props.more && <footer className="flex flex-wrap gap-1 border-t px-3 py-2">{props.more}</footer>}
    </>
  );
}

/** The main profile, and beside it the one on the partner's platform where that is another. */
function ProfileLinks(props: { partner: PartnerView }) {
  const { partner } = props;
  const href = externalUrl(partner.profileUrl);
  const onPlatform = externalUrl(partner.platformUrl);
  const platform = href && platformOf(href);
  return (
    <>
      {onPlatform && <ProfileLink href={onPlatform}>View {PLATFORM_LABELS[partner.platform]} Profile</ProfileLink>}
      {href && (
        <ProfileLink href={href}>
          {partner.status === 'pending' && platform ? `View ${PLATFORM_LABELS[platform]} Profile` : 'View Profile'}
        </ProfileLink>
      )}
      {!href && !onPlatform && (
        <Button size="small" disabled>
          Profile Not Available
        </Button>
      )}
    </>
  );
}

function ProfileLink(props: { href: string; children: ReactNode }) {
  return (
    <ButtonLook size="small">
      <a href={props.href} target="_blank" rel="noopener noreferrer">
        {props.children}
        <ExternalLink aria-hidden />
      </a>
    </ButtonLook>
  );
}
