import { Download, FileUp } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { counted } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { AddAddress } from './AddAddress.tsx';
import { AddressFilter } from './AddressFilter.tsx';
import { AddressRows } from './AddressRows.tsx';
import { type ListFilter, useExportAddresses, useSuppressions } from './api.ts';

const ImportAddressesDialog = onDemand(() =>
  import('./ImportAddressesDialog.tsx').then((module) => module.ImportAddressesDialog),
);

const EVERYONE: ListFilter = { email: '', reason: '' };

/** The addresses to which nothing is sent, for any reason. */
export function DoNotContactCard() {
  const id = useId();
  const [filter, setFilter] = useState(EVERYONE);
  const [importing, setImporting] = useState(false);
  const list = useSuppressions(filter);
  const pages = list.data?.pages;
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const total = pages?.[0]?.total ?? 0;
  const filtered = filter.email !== '' || filter.reason !== '';
  const send = useExportAddresses();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="mr-auto font-semibold text-lead">
          Do not contact
        </h2>
        <Button onClick={() => setImporting(true)}>
          <FileUp aria-hidden />
          Import
        </Button>
        <Button pending={send.isPending} disabled={total === 0} onClick={() => send.mutate({ filter, count: total })}>
          <Download aria-hidden />
          Export
        </Button>
      </header>
      <p className="text-ink-2 text-small">
        Nothing is sent to these addresses. People who unsubscribe are added automatically.
      </p>
      <AddAddress />
      {(total > 0 || filtered) && (
        <AddressFilter filter={filter} onChange={(part) => setFilter((now) => ({ ...now, ...part }))} />
      )}
      {list.isPending && <SkeletonRows label="Loading the list" rows={4} table />}
      {list.isError && !pages && <LoadFailed again={list}>Error loading the list. Please try again.</LoadFailed>}
      {pages && total === 0 && (
        <div className="flex flex-col items-center gap-3 px-6 py-8 text-center text-ink-2">
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
          <AddressRows items={items} />
          <footer className="flex flex-wrap items-center gap-3">
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
    </section>
  );
}
