import { X } from 'lucide-react';
import { createContext, use, useState } from 'react';
import type { SuppressionView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import type { TableCard, TableColumn } from '../../components/ui/table/columns.ts';
import { DataTable } from '../../components/ui/table/DataTable.tsx';
import { shortDate } from '../../lib/dates.ts';
import { useRemoveAddress, whoIs } from './api.ts';
import { REASONS, SUPPRESSED_BY } from './reasons.ts';

const emailOf = ({ email }: SuppressionView): string => whoIs(email, 'Everyone') ?? 'Erased address';

function Address({ item }: { item: SuppressionView }) {
  return (
    <span className="block truncate font-medium" title={item.email ?? undefined}>
      {emailOf(item)}
    </span>
  );
}

function Reason({ item }: { item: SuppressionView }) {
  const { label, tone } = REASONS[item.reason];
  return <Badge tone={tone}>{label}</Badge>;
}

/** A row asks its list to remove the address. */
const Removing = createContext<(item: SuppressionView) => void>(() => {});

function Remove({ item }: { item: SuppressionView }) {
  const remove = use(Removing);
  if (item.reason === 'erased') return null;
  return (
    <Button variant="ghost" size="icon" aria-label={`Remove ${emailOf(item)}`} onClick={() => remove(item)}>
      <X aria-hidden />
    </Button>
  );
}

export const ADDRESS_COLUMNS: readonly TableColumn<SuppressionView>[] = [
  {
    ...{ id: 'address', header: 'Address', width: 'minmax(10rem, 2fr)', fixed: true },
    cell: (item) => <Address item={item} />,
  },
  { ...{ id: 'reason', header: 'Reason', width: '8.5rem' }, cell: (item) => <Reason item={item} /> },
  {
    ...{ id: 'source', header: 'Added', width: 'minmax(8rem, 1fr)', from: 700 },
    cell: ({ source }) => <span className="block truncate text-ink-2">{SUPPRESSED_BY[source]}</span>,
  },
  {
    ...{ id: 'since', header: 'Since', width: '4.5rem', from: 560 },
    cell: ({ since }) => <time dateTime={since}>{shortDate(since)}</time>,
  },
  {
    ...{ id: 'remove', header: 'Remove', width: '4rem', align: 'right', fixed: true },
    cell: (item) => <Remove item={item} />,
  },
];

export const ADDRESS_CARD: TableCard<SuppressionView> = {
  px: 64,
  below: 480,
  content: (item) => (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <Address item={item} />
        <div className="flex items-center gap-2 text-ink-3 text-note">
          <Reason item={item} />
          <span className="truncate">
            {shortDate(item.since)}, {SUPPRESSED_BY[item.source]}
          </span>
        </div>
      </div>
      <Remove item={item} />
    </div>
  ),
};

/** The addresses with why and since when, the newest first; each can be taken off the list, after a question. */
export function AddressRows(props: { items: readonly SuppressionView[] }) {
  const [asked, setAsked] = useState<SuppressionView | null>(null);
  return (
    <Removing value={setAsked}>
      <DataTable
        name="suppressions"
        label="Addresses that are not written to"
        rows={props.items}
        columns={ADDRESS_COLUMNS}
        card={ADDRESS_CARD}
        nameOf={emailOf}
      />
      {asked && <RemoveDialog item={asked} onClose={() => setAsked(null)} />}
    </Removing>
  );
}

function RemoveDialog(props: { item: SuppressionView; onClose: () => void }) {
  const { item } = props;
  const remove = useRemoveAddress();
  const who = whoIs(item.email, 'Everyone') ?? 'This person';
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
          {who} {item.reason === 'complained' ? 'reported your email as spam' : 'asked not to be contacted'}. Writing to
          them again is against the law unless they asked you to. The removal is recorded with your name.
        </p>
      ) : (
        <p>
          {who} can be added to campaigns and written to again,{' '}
          {item.email?.startsWith('@') ? 'except those who are listed themselves.' : 'unless their domain is listed.'}
        </p>
      )}
    </ConfirmDialog>
  );
}
