import { Archive } from 'lucide-react';
import type { UndecidedView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { PartnerLink } from '../partners/PartnerLink.tsx';
import { useUndecided } from './api.ts';
import { useSetAside } from './messages.ts';
import { UnknownNotice } from './UnknownNotice.tsx';

/** Open decisions about messages of deleted campaigns; nothing without any. */
export function UndecidedMessages() {
  const undecided = useUndecided();
  if (undecided.isError)
    return (
      <LoadFailed again={undecided}>Error loading the messages of deleted campaigns. Please try again.</LoadFailed>
    );
  if (!undecided.data?.length) return null;
  return (
    <Card
      title="From deleted campaigns"
      note="These messages are not sent again automatically. Check whether they arrived, then decide."
    >
      <ul aria-label="Messages of deleted campaigns" className="flex flex-col gap-4 p-4">
        {undecided.data.map((message) => (
          <UndecidedMessage key={message.id} message={message} />
        ))}
      </ul>
    </Card>
  );
}

function UndecidedMessage(props: { message: UndecidedView }) {
  const { message } = props;
  const setAside = useSetAside();
  return (
    <li className="flex flex-col gap-1.5">
      <p className="min-w-0 break-words">
        <PartnerLink partner={message.partner} className="font-medium hover:underline" />{' '}
        <span className="text-ink-3">
          {message.recipientEmail} · {message.campaignName ?? 'deleted campaign'}
        </span>
      </p>
      <UnknownNotice
        message={message}
        otherChoice={
          <Button
            pending={setAside.isPending}
            aria-label={`Dismiss: ${message.partner.name ?? 'this partner'}`}
            onClick={() => setAside.mutate(message)}
          >
            {!setAside.isPending && <Archive aria-hidden />}
            Dismiss
          </Button>
        }
      />
    </li>
  );
}
