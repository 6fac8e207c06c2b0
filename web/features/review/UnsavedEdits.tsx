import { Link } from 'wouter';
import type { SendView } from '../../../api/views.ts';
import { Notice } from '../../components/ui/Notice.tsx';
import { counted } from '../../lib/numbers.ts';
import { reviewHref } from './reviewUrl.ts';

/** Before something is sent: what was typed into these messages of a campaign is not what leaves. */
export function UnsavedEdits({ campaignId, unsaved }: { campaignId: string; unsaved: readonly SendView[] }) {
  const [first] = unsaved;
  if (!first) return null;
  return (
    <Notice
      tone="warn"
      action={
        <Link href={reviewHref(campaignId, first.id)} className="link">
          Open the message
        </Link>
      }
    >
      {counted(unsaved.length, 'edit')} {unsaved.length === 1 ? 'is' : 'are'} not saved. The saved text is sent.
    </Notice>
  );
}
