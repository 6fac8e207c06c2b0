import type { CampaignView, SendView } from '../../../api/views.ts';
import { ScrollRows } from '../../components/ui/ScrollRows.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { versionText } from '../campaigns/messageState.ts';
import { ZoneNote } from '../profile/ZoneNote.tsx';
import { ReviewRow } from './ReviewRow.tsx';

const ROW_PX = 61;

/** All messages of the campaign, those to review first. */
export function ReviewList(props: {
  campaign: CampaignView;
  messages: readonly SendView[];
  /** Of the campaign: those that are not there yet, too. */
  total: number;
  waiting: number;
  onNearEnd: () => void;
  current: string | null;
  isChanged: (message: SendView) => boolean;
  onOpen: (id: string) => void;
}) {
  const { messages, total, waiting } = props;
  return (
    <section aria-label="All messages" className="flex min-h-0 flex-1 flex-col">
      <p role="status" className="border-b px-4 py-2 text-ink-3 text-small tabular-nums">
        {waiting > 0
          ? `${wholeNumber(waiting)} of ${counted(total, 'message')} to review`
          : `${counted(total, 'message')}, nothing to review`}
      </p>
      <ZoneNote className="border-b px-4 py-1" />
      <ScrollRows
        label="Messages"
        items={messages}
        rowPx={ROW_PX}
        reveal={props.current}
        onNearEnd={props.onNearEnd}
        className="flex-1"
        row={(message) => (
          <ReviewRow
            message={message}
            version={versionText(props.campaign, message)}
            current={message.id === props.current}
            changed={props.isChanged(message)}
            onOpen={() => props.onOpen(message.id)}
          />
        )}
      />
    </section>
  );
}
