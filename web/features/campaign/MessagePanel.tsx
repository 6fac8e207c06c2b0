import type { SendView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { PanelHead } from '../../components/ui/Beside.tsx';
import { MediaKitLine } from '../campaigns/MediaKitLine.tsx';
import { stepsOf } from '../campaigns/messageState.ts';
import { Readdress } from '../campaigns/Readdress.tsx';
import { DeliveryBadge, MessageTrouble, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { UnfitNotice } from '../campaigns/UnfitNotice.tsx';
import { UnknownNotice } from '../campaigns/UnknownNotice.tsx';
import { partnerHref } from '../partners/PartnerLink.tsx';
import { FlawNotice } from '../review/FlawNotice.tsx';
import { MessageKind, MessageStep, MessageWhen } from './messageColumns.tsx';

/** One message: its recipient, its full text, its status and what can be done. */
export function MessagePanel(props: { message: SendView; onClose: () => void }) {
  const { message } = props;
  const { partner, delivery } = message;
  const isUnfit = message.status === 'unfit';
  const facts = [
    partner.username && `@${partner.username.replace(/^@/, '')}`,
    partner.industry,
    `${formatFollowers(partner.followersCount)} followers`,
    partner.matchScore !== null && `${partner.matchScore}% match${partner.roughScore ? ' (rough)' : ''}`,
  ].filter(Boolean);
  return (
    <>
      <header className="border-b px-5 pt-4 pb-3">
        <PanelHead name={partner.name} href={partnerHref(partner.id)} avatar={partner.avatar} onClose={props.onClose}>
          <p className="break-all text-ink-2 text-small">{message.recipientEmail ?? 'no address'}</p>
          <p className="break-words text-ink-3 text-note">{facts.join(' · ')}</p>
        </PanelHead>
        <div className="mt-3 flex flex-wrap items-center gap-1.5">
          <SendStatusBadge status={message.status} />
          <DeliveryBadge delivery={delivery} />
          <MessageKind message={message} />
          {!isUnfit && (
            <span className="text-ink-3 text-note">
              <MessageWhen message={message} />
            </span>
          )}
        </div>
      </header>
      <div className="flex flex-col gap-3 px-5 py-4">
        <MessageBody message={message} />
      </div>
    </>
  );
}

export function MessageBody(props: { message: SendView; onSend?: () => void }) {
  const { message } = props;
  const steps = stepsOf(message);
  const isUnfit = message.status === 'unfit';
  return (
    <>
      {steps.includes('markSent') && <UnknownNotice message={message} />}
      {!steps.includes('markSent') && !steps.includes('readdress') && <MessageStep message={message} />}
      <MessageTrouble message={message} />
      {steps.includes('readdress') && <Readdress message={message} onSend={props.onSend} />}
      {isUnfit && <UnfitNotice message={message} />}
      {message.flaws.length > 0 && <FlawNotice flaws={message.flaws}>Review it before it is sent.</FlawNotice>}
      {message.subject || message.body ? (
        <>
          <h3 dir="auto" className="break-words text-left font-semibold">
            {message.subject}
          </h3>
          <p dir="auto" className="whitespace-pre-line break-words text-left">
            {message.body}
          </p>
          <MediaKitLine message={message} />
        </>
      ) : (
        !isUnfit && <p className="text-ink-3">Not written yet</p>
      )}
    </>
  );
}
