import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { counted } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { AddAddress } from './AddAddress.tsx';
import { AddressFilter } from './AddressFilter.tsx';
import { AddressRows } from './AddressRows.tsx';
import { useExportAddresses } from './exportAddresses.ts';
import { type ListFilter, useSuppressions } from './suppressions.ts';

const ImportAddressesDialog = onDemand(() =>
  import('./ImportAddressesDialog.tsx').then((module) => module.ImportAddressesDialog),
);

const EVERYONE: ListFilter = { email: '', reason: '' };

/** The addresses to which nothing is sent, for any reason. */
export function DoNotContactCard() {
  const [filter, setFilter] = useState(EVERYONE);
  const [importing, setImporting] = useState(false);
  const list = useSuppressions(filter);
  const pages = list.data?.pages;
  const total = pages?.[0]?.total ?? 0;
  const filtered = filter.email !== '' || filter.reason !== '';
  const send = useExportAddresses();
  return (
    <Card
      title="Do not contact"
      actions={
        <>
          <Button onClick={() => setImporting(true)}>
            <FileUp aria-hidden />
            Import
          </Button>
          <Button pending={send.isPending} disabled={total === 0} onClick={() => send.mutate({ filter, count: total })}>
            <Download aria-hidden />
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        <p className="text-ink-2 text-small">
          Nothing is sent to these addresses. People who unsubscribe are added automatically.
        </p>
        <AddAddress />
        {(total > 0 || filtered) && <AddressFilter filter={filter} onChange={setFilter} />}
      </div>
      {list.isPending && <Loading label="Loading the list" rows={2} height="h-9" className="border-t p-4" />}
      {list.isError && !pages && (
        <LoadFailed again={list} className="mx-4 mb-4">
          Error loading the list. Please try again.
        </LoadFailed>
      )}
      {pages && total === 0 && (
        <div className="flex flex-col items-center gap-3 border-t px-6 py-8 text-center text-ink-2">
          {filtered ? (
            <>
              <p>{filter.email ? 'This address is not on the list.' : 'No address is on the list for this reason.'}</p>
              <Button onClick={() => setFilter(EVERYONE)}>Show the whole list</Button>
            </>
          ) : (
            <p>No addresses yet. Add one, or import a list from another tool.</p>
          )}
        </div>
      )}
      {pages && total > 0 && (
        <>
          <AddressRows items={pages.flatMap(({ items }) => items)} />
          <footer className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-2.5">
            <p className="text-ink-3 text-note tabular-nums" role="status">
              {counted(total, 'address', 'addresses')}
            </p>
            {list.hasNextPage && (
              <Button size="small" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
            )}
          </footer>
        </>
      )}
      <FetchedPart onLost={() => setImporting(false)}>
        {importing && <ImportAddressesDialog onClose={() => setImporting(false)} />}
      </FetchedPart>
    </Card>
  );
}
