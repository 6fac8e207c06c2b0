import { Paperclip } from 'lucide-react';
import type { MediaKitView, SendView } from '../../../api/views.ts';
import { kitWords } from '../../../events/accounts/kitWords.ts';
import { useBusinessProfile } from '../profile/api.ts';
import { useCampaign } from './api.ts';

type Named = Pick<MediaKitView, 'name' | 'size'>;

/** The media kit that left with a message, or leaves with it. */
export function MediaKitLine({ message }: { message: SendView }) {
  const kit = useBusinessProfile().data?.mediaKit;
  if (message.mediaKit) return <Line kit={message.mediaKit} />;
  const isWaiting = message.status === 'pending' && message.step === 1 && message.answer === null;
  return kit && isWaiting ? <CampaignKit campaignId={message.campaignId} kit={kit} /> : null;
}

function CampaignKit({ campaignId, kit }: { campaignId: string; kit: Named }) {
  return useCampaign(campaignId).data?.mediaKit ? <Line kit={kit} /> : null;
}

function Line({ kit }: { kit: Named }) {
  return (
    <p className="flex items-center gap-1.5 text-ink-2 text-small">
      <Paperclip aria-hidden className="size-4 shrink-0 text-ink-3" />
      <bdi className="wrap-anywhere min-w-0">{kitWords(kit)}</bdi>
    </p>
  );
}

export function mediaKitNote(kit: Named | null | undefined): string {
  const what = kit ? `${kitWords(kit)}. ` : 'There is no media kit yet: upload one in Settings. ';
  return `${what}Only first emails carry it. Attachments can lower delivery, and a change sends approved emails back to review.`;
}
