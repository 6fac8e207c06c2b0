import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { ConversationView, ThreadView } from '../../../api/views.ts';
import { LEGAL_TEXTS } from '../../../events/privacy/legalRequest.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { dayIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { ErasePartnerDialog } from '../partners/ErasePartnerDialog.tsx';
import { useFinishLegalRequest } from './api.ts';
import { LabelShape } from './LabelBadge.tsx';

/** A day without a time is the same in every zone. */
export function useDayText(): (day: string) => string {
  const now = useNow();
  return (day) => dayIn('UTC', `${day}T00:00:00Z`, now, 'short');
}

/** What the law asks for, until it is done. Its question comes first. */
export function LegalRequest(props: { thread: ThreadView; onGone: () => void }) {
  const { onGone } = props;
  const { id, legalRequest, question, partner } = props.thread;
  const finish = useFinishLegalRequest(id);
  const dayText = useDayText();
  const [erasing, setErasing] = useState(false);
  const gone = legalRequest?.done === true && !finish.isIdle;
  useEffect(() => {
    if (gone && document.activeElement === document.body) onGone();
  }, [gone, onGone]);
  if (!legalRequest || legalRequest.done || question?.sign === 'legal_request') return null;
  const { right, answerBy } = legalRequest;
  return (
    <section aria-labelledby="legal-request" className="flex flex-col gap-2 border-b bg-bad-soft px-4 py-3">
      <h3 id="legal-request" className="font-semibold">
        Legal request: answer by <time dateTime={answerBy}>{dayText(answerBy)}</time>
      </h3>
      <p className="text-small">
        {right && `${LEGAL_TEXTS[right]} `}
        {right === 'access'
          ? 'Emails to this person are held until it is done.'
          : 'Emails to this person are held, and stop when it is done.'}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button pending={finish.isPending} onClick={() => finish.mutate()}>
          Mark request as done
        </Button>
        <Button variant="ghost" onClick={() => setErasing(true)}>
          Erase this person
        </Button>
        <Link
          href={`/settings/history?${new URLSearchParams({ stream: `partner-${partner.id}` })}`}
          className="link text-small"
        >
          See what is stored
        </Link>
      </div>
      {erasing && <ErasePartnerDialog partner={partner} onClose={() => setErasing(false)} />}
    </section>
  );
}

/** In the list: until when the law wants an answer. */
export function LegalBadge(props: { legalRequest: ConversationView['legalRequest'] }) {
  const dayText = useDayText();
  if (!props.legalRequest || props.legalRequest.done) return null;
  return (
    <Badge tone="bad">
      <LabelShape label="legal_request" />
      <span className="sr-only">Legal request: </span>Answer by {dayText(props.legalRequest.answerBy)}
    </Badge>
  );
}
