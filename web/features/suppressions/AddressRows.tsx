import { X } from 'lucide-react';
import { useState } from 'react';
import type { SuppressionView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { ScrollRows } from '../../components/ui/ScrollRows.tsx';
import { shortDate } from '../../lib/dates.ts';
import { useRemoveAddress } from './changeList.ts';
import { REASONS, SUPPRESSED_BY } from './reasons.ts';

const ROW_PX = 57;

/** The addresses with why and since when; each can be taken off the list, after a question. */
export function AddressRows(props: { items: readonly SuppressionView[] }) {
  const [asked, setAsked] = useState<SuppressionView | null>(null);
  return (
    <>
      <ScrollRows
        label="Addresses that are not written to"
        items={props.items}
        rowPx={ROW_PX}
        className="max-h-96 border-t"
        row={(item) => <AddressRow item={item} onRemove={() => setAsked(item)} />}
      />
      {asked && <RemoveDialog item={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function AddressRow(props: { item: SuppressionView; onRemove: () => void }) {
  const { email, reason, source, since } = props.item;
  const { label, tone } = REASONS[reason];
  return (
    <div className="flex items-center gap-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium" title={email ?? undefined}>
            {email ?? 'Erased address'}
          </span>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="text-ink-3 text-note">
          Since {shortDate(since)}, {SUPPRESSED_BY[source]}
        </p>
      </div>
      {reason !== 'erased' && (
        <Button variant="ghost" size="icon" aria-label={`Remove ${email ?? 'erased address'}`} onClick={props.onRemove}>
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}

function RemoveDialog(props: { item: SuppressionView; onClose: () => void }) {
  const { item } = props;
  const remove = useRemoveAddress();
  const who = item.email ?? 'This person';
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title={item.objection ? 'Write to someone who objected?' : 'Remove from the list?'}
      confirmLabel={item.objection ? 'They asked me to write again' : 'Remove'}
      destructive={item.objection}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(item, { onSuccess: props.onClose })}
    >
      {item.objection ? (
        <p>
          {who} {item.reason === 'complained' ? 'reported your mail as spam' : 'asked not to be contacted'}. Writing to
          them again is against the law unless they asked you to. The removal is recorded with your name.
        </p>
      ) : (
        <p>{who} can be added to campaigns and written to again.</p>
      )}
    </ConfirmDialog>
  );
}
