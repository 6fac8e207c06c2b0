import { Download, FileUp, Plus } from 'lucide-react';
import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SectionColumn } from '../../components/ui/Sections.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { lazyRules } from '../../lib/lazyRules.ts';
import { counted } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useSingleFlight } from '../../lib/singleFlight.ts';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { AddressFilter } from './AddressFilter.tsx';
import { AddressRows } from './AddressRows.tsx';
import { type ListFilter, useAddAddress, useExportAddresses, useSuppressions } from './api.ts';

export function DoNotContactScreen() {
  return (
    <SettingsPage>
      <SectionColumn wide>
        <DoNotContactCard />
      </SectionColumn>
    </SettingsPage>
  );
}

const ImportAddressesDialog = onDemand(() =>
  import('./ImportAddressesDialog.tsx').then((module) => module.ImportAddressesDialog),
);

const EVERYONE: ListFilter = { email: '', reason: '' };

function DoNotContactCard() {
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

const rules = lazyRules(() => import('../../../events/privacy/suppressionsInput.ts'));

/** One address by hand. Typed text stays until it is on the list. */
function AddAddress() {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const add = useAddAddress();

  const adding = useSingleFlight(async () => {
    const { INVALID_EMAIL, newSuppression } = await rules();
    const wrong = newSuppression.safeParse({ email: typed }).error?.issues[0]?.message;
    if (wrong !== undefined) {
      const invalid = wrong === INVALID_EMAIL ? 'Please enter a valid email address' : wrong;
      setProblem(typed.trim() ? invalid : 'Enter an email address');
      input.current?.focus();
      return;
    }
    const onSuccess = () => setTyped((now) => (now === typed ? '' : now));
    // the query client says it when it fails
    await add.mutateAsync(typed.trim(), { onSuccess }).catch(() => undefined);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    adding.run();
  };

  return (
    <form noValidate onSubmit={submit}>
      <Field label="Add an address" hint="Or a whole domain, such as company.com." error={problem}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              ref={input}
              type="email"
              autoComplete="off"
              placeholder="name@company.com"
              className="min-w-0 flex-1"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(undefined);
              }}
            />
            <Button type="submit" variant="primary" className="h-9" pending={adding.pending}>
              <Plus aria-hidden />
              Add
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
