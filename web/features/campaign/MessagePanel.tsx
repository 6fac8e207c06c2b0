import { X } from 'lucide-react';
import type { SendView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { DeliveryText, noticeTone } from '../campaigns/DeliveryText.tsx';
import { DeliveryBadge, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { UnknownNotice } from '../campaigns/UnknownNotice.tsx';
import { FlawNotice } from '../review/FlawNotice.tsx';
import { MessageKind, MessageWhen } from './messageColumns.tsx';

/** One message: to whom, the whole letter, and what became of it. */
export function MessagePanel(props: { message: SendView; onClose: () => void }) {
  const { message } = props;
  const { partner, delivery, flaws } = message;
  const facts = [
    partner.username && `@${partner.username.replace(/^@/, '')}`,
    partner.industry,
    `${formatFollowers(partner.followersCount)} followers`,
    `${partner.matchScore}% match`,
  ].filter(Boolean);
  return (
    <>
      <header className="border-b px-5 pt-4 pb-3">
        <div className="flex items-start gap-3">
          <Avatar name={partner.name} src={partner.avatar} className="size-10 text-body" />
          <div className="min-w-0 flex-1">
            <h2 className="break-words font-semibold text-lead">
              <bdi dir="auto">{partner.name ?? 'Erased'}</bdi>
            </h2>
            <p className="break-all text-ink-2 text-small">{message.recipientEmail ?? 'no address'}</p>
            <p className="break-words text-ink-3 text-note">{facts.join(' · ')}</p>
          </div>
          <Button variant="ghost" size="icon" aria-label="Close" className="-mt-1 -mr-2" onClick={props.onClose}>
            <X aria-hidden />
          </Button>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-1.5">
          <SendStatusBadge status={message.status} />
          <DeliveryBadge delivery={delivery} />
          <MessageKind message={message} />
          <span className="text-ink-3 text-note">
            <MessageWhen message={message} />
          </span>
        </div>
      </header>
      <div className="flex flex-col gap-3 px-5 py-4">
        {message.status === 'unknown' && !message.answer && <UnknownNotice message={message} />}
        {message.status !== 'unknown' && message.errorMessage && <Notice tone="bad">{message.errorMessage}</Notice>}
        {flaws.length > 0 && <FlawNotice flaws={flaws}>Review it before it is sent.</FlawNotice>}
        {delivery && (
          <Notice tone={noticeTone(delivery)}>
            <DeliveryText delivery={delivery} />
          </Notice>
        )}
        {message.subject || message.body ? (
          <>
            <h3 dir="auto" className="break-words text-left font-semibold">
              {message.subject}
            </h3>
            <p dir="auto" className="whitespace-pre-line break-words text-left">
              {message.body}
            </p>
          </>
        ) : (
          <p className="text-ink-3">Not written yet</p>
        )}
      </div>
    </>
  );
}
