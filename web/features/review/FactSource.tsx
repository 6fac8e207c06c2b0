import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { shortDate } from '../../lib/dates.ts';
import type { UsedFact } from './useMessageEvidence.ts';

/** "YouTube, seen Nov 18", as a link where the page is known. */
export function FactSource(props: { fact: UsedFact }) {
  const { url, source, seenAt } = props.fact;
  const href = externalUrl(url);
  if (!href && !source) return null;
  return (
    <span className="block text-ink-2 text-note">
      {href ? (
        <a className="link" href={href} target="_blank" rel="noopener noreferrer">
          {source ?? new URL(href).hostname}
        </a>
      ) : (
        source
      )}
      {seenAt && (
        <>
          , seen <time dateTime={seenAt}>{shortDate(seenAt)}</time>
        </>
      )}
    </span>
  );
}
