import type { ReactNode } from 'react';
import type { EvidenceView, MatchPartView, PartnerDetailView, PartnerView } from '../../../api/views.ts';
import type { EvidencePlace } from '../../../events/partners/evidence.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { matchLabel, scoreTone } from '../../../events/shared/format.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { classes } from '../../lib/classes.ts';
import { shortDate } from '../../lib/dates.ts';
import { usePartnerDetail } from './api.ts';
import { FILLS } from './MatchScore.tsx';

const PART_NAMES: Record<MatchPartView['part'], string> = {
  topic: 'Topic',
  audience: 'Audience',
  region: 'Region',
  reach: 'Reach',
  quality: 'Quality',
  against: 'Against',
  learned: 'Your choices',
};
const GAP_WORDS: Record<NonNullable<MatchPartView['gap']>, string> = { unknown: 'unknown', not_asked: 'not asked' };
const EVIDENCE_PLACE_NAMES: Record<EvidencePlace, string> = {
  title: 'page title',
  header: 'page header',
  about: 'about part',
  contact: 'contact part',
  body: 'page text',
};
const SCORE_TONES = { good: 'text-good', warn: 'text-signal', bad: 'text-bad' };

/** The evidence with source and date. It loads when a partner is opened. */
export function EvidenceSection(props: { partner: PartnerView }) {
  const detail = usePartnerDetail(props.partner.id);
  if (detail.isError) {
    return (
      <p role="alert" className="border-t p-5 text-bad text-small">
        The score's details could not be loaded.{' '}
        <button type="button" className="link" onClick={() => void detail.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  return (
    <PanelSection title="Evidence">
      {detail.data ? <Evidence evidence={detail.data.evidence} /> : <Waiting label="Loading the evidence" />}
    </PanelSection>
  );
}

export function MatchParts(props: { partner: PartnerView }) {
  const { partner } = props;
  const detail = usePartnerDetail(partner.id);
  return (
    <PanelSection
      title="Match"
      beside={
        partner.matchScore !== null && (
          <span className="flex items-baseline gap-2">
            <b className={classes('tabular-nums', SCORE_TONES[scoreTone(partner.matchScore)])}>{partner.matchScore}%</b>
            <span className="text-small">{matchLabel(partner.matchScore).label}</span>
            {partner.roughScore && <Badge tone="outline">rough</Badge>}
          </span>
        )
      }
    >
      {partner.roughScore && (
        <p className="mb-2 text-ink-2 text-note">
          This score comes from fixed rules. The AI has not judged this partner.
        </p>
      )}
      {detail.data ? (
        <>
          {detail.data.judgment && <JudgmentWords judgment={detail.data.judgment} />}
          <ScoreParts parts={detail.data.parts} />
        </>
      ) : (
        !detail.isError && <Waiting label="Loading the parts of the score" />
      )}
    </PanelSection>
  );
}

export function PanelSection(props: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <section className="border-t px-5 py-3">
      <div className="mb-1.5 flex items-baseline justify-between">
        <h3 className="font-semibold text-ink-3 text-note">{props.title}</h3>
        {props.beside}
      </div>
      {props.children}
    </section>
  );
}

function Waiting(props: { label: string }) {
  return (
    <div role="status" aria-label={props.label} className="flex flex-col gap-2">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}

/** Points that are added or taken away: `+4`, `−30`, 0. */
const signed = (points: number): string => `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(Math.round(points))}`;

function JudgmentWords({ judgment }: { judgment: NonNullable<PartnerDetailView['judgment']> }) {
  return (
    <div className="mb-3 flex flex-col gap-1.5 text-small">
      <p dir="auto" className="wrap-anywhere text-left">
        {judgment.reason}
      </p>
      {judgment.quotes.length > 0 && (
        <ul aria-label="Quotes from the profile" className="flex flex-col gap-1">
          {judgment.quotes.map((quote) => (
            <li key={quote} className="wrap-anywhere border-line-strong border-l-2 pl-2.5 text-ink-2">
              <bdi>“{quote}”</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ScoreParts(props: { parts: MatchPartView[] }) {
  if (props.parts.length === 0)
    return <p className="text-ink-2 text-note">No score yet. Describe your target audience in Adjust Profile.</p>;
  return (
    <ul className="flex flex-col gap-1.5">
      {props.parts.map((one) => (
        <li key={one.sign ?? one.part} className="text-note">
          <div className="flex items-center gap-2.5 text-small text-ink-2">
            <span className="w-21 shrink-0">{PART_NAMES[one.part]}</span>
            <span
              aria-hidden
              className={classes('h-1.5 flex-1 overflow-hidden rounded-full', one.max > 0 && 'bg-fill-2')}
            >
              {one.max > 0 && <PartBar percent={(100 * one.points) / one.max} />}
            </span>
            <span className="text-right tabular-nums">
              <PartPoints part={one} />
            </span>
          </div>
          {one.reason && <p className="wrap-anywhere text-ink-3">{one.reason}</p>}
        </li>
      ))}
    </ul>
  );
}

const PartBar = ({ percent }: { percent: number }) => (
  <span
    className={classes('block h-full rounded-full', FILLS[matchLabel(percent).tone])}
    style={{ width: `${percent}%` }}
  />
);

/** A part without a maximum adds or takes away, or does not count. */
function PartPoints({ part: { points, max, gap } }: { part: MatchPartView }) {
  if (gap) return <span className="text-ink-3">{GAP_WORDS[gap]}</span>;
  if (max > 0) return `${Math.round(points)}/${max}`;
  return <span className={classes('font-semibold', points < 0 && 'text-bad')}>{signed(points)}</span>;
}

export function Evidence(props: { evidence: EvidenceView[] }) {
  if (props.evidence.length === 0)
    return <p className="text-ink-2 text-note">No source confirms what is known of this partner.</p>;
  // what earned points comes first
  const sorted = [...props.evidence].sort((a, b) => Number(b.parts.length > 0) - Number(a.parts.length > 0));
  return (
    <ul className="flex flex-col gap-2 text-small">
      {sorted.map((item) => {
        const href = externalUrl(item.url);
        return (
          <li key={item.id} className="wrap-anywhere border-line-strong border-l-2 pl-2.5">
            <bdi>{item.field === 'bio' ? `“${item.text}”` : item.text}</bdi>{' '}
            <span className="block text-ink-3 text-note">
              {href ? (
                <a className="link" href={href} target="_blank" rel="noopener noreferrer">
                  {item.source}
                </a>
              ) : (
                item.source
              )}
              {item.place && `, ${EVIDENCE_PLACE_NAMES[item.place]}`}, seen{' '}
              <time dateTime={item.seenAt}>{shortDate(item.seenAt)}</time>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
