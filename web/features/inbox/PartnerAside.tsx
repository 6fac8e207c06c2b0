import type { PartnerDetailView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { MorePane } from '../../components/ui/MasterDetail.tsx';
import { percent } from '../../lib/numbers.ts';
import { MatchScore } from '../partners/MatchScore.tsx';
import { Evidence } from '../partners/PartnerEvidence.tsx';
import { PartnerLink, TimelineLink } from '../partners/PartnerLink.tsx';

const HEADING = 'mb-1.5 font-semibold text-ink-3 text-note';

export function PartnerAside(props: { partner: PartnerDetailView; framed?: boolean }) {
  const { partner } = props;
  return (
    <MorePane label="Partner" framed={props.framed ?? false}>
      <header className="flex flex-col gap-2">
        <div className="flex items-center gap-3">
          <Avatar name={partner.name} src={partner.avatar} className="size-10" />
          <div className="min-w-0">
            <h2 className="break-words font-semibold">
              <PartnerLink partner={partner} />
            </h2>
            <p className="truncate text-ink-3 text-note">
              {PLATFORM_LABELS[partner.platform]}
              {partner.username && <> · {partner.username}</>}
            </p>
          </div>
        </div>
        <MatchScore score={partner.matchScore} rough={partner.roughScore} />
      </header>
      <section>
        <h3 className={HEADING}>About</h3>
        <p dir="auto" className="break-words text-small">
          {partner.bio ?? 'No description.'}
        </p>
        <p className="mt-1 text-ink-3 text-note">
          {formatFollowers(partner.followersCount)} followers, {percent(partner.engagementRate)} engagement
        </p>
      </section>
      <section>
        <h3 className={HEADING}>Evidence</h3>
        <Evidence evidence={partner.evidence} />
      </section>
      {partner.contactInfo?.email && (
        <section>
          <h3 className={HEADING}>Contact</h3>
          <p className="break-all text-small">{partner.contactInfo.email}</p>
        </section>
      )}
      <TimelineLink id={partner.id} />
    </MorePane>
  );
}
