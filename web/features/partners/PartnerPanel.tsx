import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { platformOf } from '../../../events/partners/profileUrl.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { formatFollowers, scoreTone } from '../../../events/shared/format.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { percent } from '../../lib/numbers.ts';
import { ContactLine } from './ContactLine.tsx';
import { PartnerEvidence } from './PartnerEvidence.tsx';

const SCORE_TONES = { good: 'text-good', warn: 'text-signal', bad: 'text-bad' };

/** The details of a row: who this is, why the score is what it is, and what happened so far. */
export function PartnerPanel(props: { partner: PartnerView; actions: ReactNode }) {
  const { partner } = props;
  return (
    <div className="grid gap-x-6 gap-y-5 border-line-strong border-t border-dashed bg-sunken px-4 pt-4 pb-5 @table:grid-cols-[1.2fr_1fr_1fr] @table:pl-12.5">
      <div className="min-w-0">
        <div className="mb-2 flex flex-wrap gap-1.5">
          {partner.industry && <Badge tone="accent">{partner.industry}</Badge>}
          <Badge tone="mute">{PLATFORM_LABELS[partner.platform]}</Badge>
          {!partner.verified && !partner.erased && <Badge tone="warn">Unverified</Badge>}
        </div>
        <p dir="auto" className="text-ink-2">
          {partner.bio ?? 'No description.'}
        </p>
        <dl className="my-3 flex flex-wrap gap-x-6 gap-y-1 [&_dd]:font-semibold [&_dd]:tabular-nums [&_dt]:text-ink-3 [&_dt]:text-note">
          <div>
            <dt>Followers</dt>
            <dd>{formatFollowers(partner.followersCount)}</dd>
          </div>
          <div>
            <dt>Engagement</dt>
            <dd>{percent(partner.engagementRate)}</dd>
          </div>
          <div>
            <dt>Match</dt>
            <dd className={SCORE_TONES[scoreTone(partner.matchScore)]}>{partner.matchScore}%</dd>
          </div>
        </dl>
        {partner.status === 'approved' && <ContactLine partner={partner} />}
        <div className="mt-3 flex flex-wrap gap-2">
          <ProfileLinks partner={partner} />
          {props.actions}
        </div>
      </div>
      <PartnerEvidence partner={partner} />
    </div>
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
      {!href && !onPlatform && <Button disabled>Profile Not Available</Button>}
    </>
  );
}

function ProfileLink(props: { href: string; children: ReactNode }) {
  return (
    <ButtonLook className="bg-surface">
      <a href={props.href} target="_blank" rel="noopener noreferrer">
        {props.children}
        <ExternalLink aria-hidden />
      </a>
    </ButtonLook>
  );
}
