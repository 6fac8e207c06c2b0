import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { platformOf } from '../../../events/partners/profileUrl.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { PanelHead } from '../../components/ui/Beside.tsx';
import { Button, buttonClasses } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { percent } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { ContactLine } from './ContactLine.tsx';
import { EvidenceSection, MatchParts, PanelSection } from './PartnerEvidence.tsx';
import { partnerHref, TimelineLink } from './PartnerLink.tsx';
import { PlatformHandle } from './PartnerName.tsx';
import { StageBadge } from './StageBadge.tsx';

const PartnerNotes = onDemand(() => import('./PartnerNotes.tsx').then((module) => module.PartnerNotes));

export type PartnerPanelProps = {
  partner: PartnerView;
  onClose: () => void;
  /** The decision at hand. */
  actions: ReactNode;
  /** Rare actions. */
  more?: ReactNode;
};

/** The person, the reasons of their score, their contact, and the way to their record. */
export function PartnerPanel(props: PartnerPanelProps) {
  const { partner } = props;
  return (
    <>
      <header className="px-5 pt-4 pb-3">
        <PanelHead name={partner.name} href={partnerHref(partner.id)} avatar={partner.avatar} onClose={props.onClose}>
          <PlatformHandle partner={partner} />
        </PanelHead>
        <div className="mt-3 flex flex-wrap items-center gap-1.5">
          <StageBadge partner={partner} />
          {!partner.verified && !partner.erased && <Badge tone="warn">Unverified</Badge>}
          <span className="ml-auto flex flex-wrap gap-1.5">{props.actions}</span>
        </div>
      </header>
      <PartnerFacts partner={partner} />
      <EvidenceSection partner={partner} />
      <p className="border-t px-5 py-3">
        <TimelineLink id={partner.id} />
      </p>
      {props.more && <footer className="flex flex-wrap gap-1 border-t px-3 py-2">{props.more}</footer>}
    </>
  );
}

/** The profile of a person, the reasons of their score, their contact, and the user's notes. */
export function PartnerFacts(props: { partner: PartnerView }) {
  const { partner } = props;
  return (
    <>
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
      <FetchedPart>
        <PartnerNotes id={partner.id} />
      </FetchedPart>
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
    <a className={buttonClasses('outline', 'small')} href={props.href} target="_blank" rel="noopener noreferrer">
      {props.children}
      <ExternalLink aria-hidden />
    </a>
  );
}
