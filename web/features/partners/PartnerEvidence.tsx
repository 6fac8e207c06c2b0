import type { EvidenceView, HistoryView, MatchPartView, PartnerView } from '../../../api/views.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { dateAndTime, shortDate } from '../../lib/dates.ts';
import { usePartnerDetail } from './partnerDetail.ts';

const PART_NAMES: Record<MatchPartView['part'], string> = {
  topic: 'Topic',
  audience: 'Audience',
  engagement: 'Engagement',
  platform: 'Platform',
  region: 'Region',
};

const HEADING = 'mb-2 font-semibold text-ink-3 text-note';

/** The parts of the match score, the evidence with source and date, and the history; fetched when a row is opened. */
export function PartnerEvidence(props: { partner: PartnerView }) {
  const detail = usePartnerDetail(props.partner.id);
  if (detail.isError) {
    return (
      <p role="alert" className="text-bad text-small @table:col-span-2">
        The score's details could not be loaded.{' '}
        <button type="button" className="link" onClick={() => void detail.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  return (
    <>
      <div className="min-w-0">
        <h2 className={HEADING}>Why {props.partner.matchScore}</h2>
        {detail.data ? <ScoreParts parts={detail.data.parts} /> : <Waiting label="Loading the parts of the score" />}
      </div>
      <div className="min-w-0">
        <h2 className={HEADING}>Evidence</h2>
        {detail.data ? <Evidence evidence={detail.data.evidence} /> : <Waiting label="Loading the evidence" />}
        <h2 className={`${HEADING} mt-4`}>History</h2>
        {detail.data ? <History history={detail.data.history} /> : <Waiting label="Loading the history" />}
      </div>
    </>
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

function ScoreParts(props: { parts: MatchPartView[] }) {
  if (props.parts.length === 0) return <p className="text-ink-2 text-note">This partner has not been scored yet.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {props.parts.map((part) => (
        <li key={part.part} className="text-note">
          <div className="grid grid-cols-[5.5rem_1fr_2.75rem] items-center gap-2 text-ink-2">
            <span>{PART_NAMES[part.part]}</span>
            <span aria-hidden className="h-1 overflow-hidden rounded-full bg-line">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${part.max > 0 ? (100 * part.points) / part.max : 0}%` }}
              />
            </span>
            <span className="text-right tabular-nums">
              {Math.round(part.points)}/{part.max}
            </span>
          </div>
          {part.reason && <p className="text-ink-3">{part.reason}</p>}
        </li>
      ))}
    </ul>
  );
}

export function Evidence(props: { evidence: EvidenceView[] }) {
  if (props.evidence.length === 0)
    return <p className="text-ink-2 text-note">No source confirms what is known of this partner.</p>;
  // what earned points comes first
  const sorted = [...props.evidence].sort((a, b) => Number(b.parts.length > 0) - Number(a.parts.length > 0));
  return (
    <ul className="flex flex-col gap-1.5 text-ink-2 text-note">
      {sorted.map((item) => {
        const href = externalUrl(item.url);
        return (
          <li key={item.id} className="break-words">
            {item.field === 'bio' ? `“${item.text}”` : item.text} ·{' '}
            {href ? (
              <a className="link" href={href} target="_blank" rel="noopener noreferrer">
                {item.source}
              </a>
            ) : (
              item.source
            )}
            , seen <time dateTime={item.seenAt}>{shortDate(item.seenAt)}</time>
          </li>
        );
      })}
    </ul>
  );
}

export function History(props: { history: HistoryView[] }) {
  return (
    <ol className="flex flex-col text-ink-2 text-note">
      {props.history.map((entry) => (
        <li
          key={`${entry.at}-${entry.what}`}
          className="relative pb-2 pl-4 before:absolute before:top-1.25 before:left-0.5 before:size-1.5 before:rounded-full before:bg-accent after:absolute after:top-4 after:bottom-0 after:left-1 after:w-px after:bg-line-strong last:pb-0 last:after:hidden"
        >
          {entry.what}
          <span className="text-ink-3">
            , <time dateTime={entry.at}>{dateAndTime(entry.at)}</time> · {entry.actor}
          </span>
        </li>
      ))}
    </ol>
  );
}
