import type { ErasureView } from '../../../api/views.ts';
import { WHY_ERASED } from '../../../events/privacy/erasureReceipt.ts';
import { Badge, type BadgeTone } from '../../components/ui/Badge.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { RowList } from '../../components/ui/RowList.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { counted } from '../../lib/numbers.ts';
import { useWhose } from '../admin/api.ts';
import { exactTime } from '../history/moments.ts';
import type { HistoryScope } from '../history/scope.ts';
import { useUserZone } from '../profile/api.ts';
import { useErasures } from './api.ts';

export function Erasures(props: { scope: HistoryScope }) {
  const { scope } = props;
  const list = useErasures(scope);
  const ofAll = scope.admin && scope.tenant === null;
  const whose = useWhose(ofAll);
  const receipts = list.data?.filter(({ tenant }) => scope.tenant === null || tenant === scope.tenant);
  if (list.isPending) return <SkeletonRows label="Loading the receipts" rows={3} />;
  if (!receipts) {
    return <LoadFailed again={list}>Error loading the receipts. Please try again.</LoadFailed>;
  }
  if (receipts.length === 0) {
    return (
      <EmptyState title="Nothing was erased yet">
        {scope.admin ? 'An admin erases a user or an address here; a partner' : 'A person'} is erased with “Erase
        permanently” beside Delete Partner, or automatically some time after deletion.
      </EmptyState>
    );
  }
  return (
    <RowList
      label="Erasures"
      items={receipts.map((receipt) => ({ id: `${receipt.tenant}/${receipt.id}`, receipt }))}
      rowPx={140}
      row={({ receipt }) => <Receipt receipt={receipt} whose={ofAll ? whose(receipt.tenant) : null} />}
    />
  );
}

const SUBJECTS: Record<ErasureView['kind'], string> = {
  partner: 'A partner',
  address: 'An address',
  tenant: 'A user and all that was theirs',
};
const STATUS: Record<ErasureView['status'], { tone: BadgeTone; word: string; ended: string }> = {
  open: { tone: 'info', word: 'Being erased', ended: '' },
  done: { tone: 'good', word: 'Erased', ended: 'done' },
  dropped: { tone: 'mute', word: 'Not erased', ended: 'dropped, because the partner had been added again,' },
};

/** The destroyed and remaining data of one erasure. `whose`: the user whose data it was, as the admin sees it. */
export function Receipt(props: { receipt: ErasureView; whose: string | null }) {
  const { receipt } = props;
  const { completedAt, requestedAt, times } = receipt;
  const zone = useUserZone();
  const { tone, word, ended } = STATUS[receipt.status];
  const dropped = receipt.status === 'dropped';
  const subject = receipt.partnerId ?? receipt.addressHmac;
  return (
    <article className="px-4 py-3 text-small" aria-label={`Erasure of ${exactTime(zone, requestedAt)}`}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold text-body">{SUBJECTS[receipt.kind]}</h2>
        <Badge tone={tone}>{word}</Badge>
      </header>
      <p className="text-ink-3 text-note">
        {' '}
        Requested <time dateTime={requestedAt}>{exactTime(zone, requestedAt)}</time>, {WHY_ERASED[receipt.why]}
        {completedAt && (
          <>
            ; {ended} <time dateTime={completedAt}>{exactTime(zone, completedAt)}</time>
          </>
        )}
        {dropped && times > 0 && `; the counts are of ${counted(times, 'time')} before`}
        {!dropped && times > 1 && `; the counts are of all ${times} times`}
        {props.whose && ` · ${props.whose}`}
      </p>
      {subject && <p className="break-all font-mono text-ink-3 text-note">{subject}</p>}
      {(!dropped || times > 0) && (
        <dl className="mt-2 grid gap-x-3 gap-y-1 sm:grid-cols-[6rem_minmax(0,1fr)]">
          <dt className="text-ink-3">Destroyed</dt>
          <dd>{destroyed(receipt).join(', ')}.</dd>
          <dt className="text-ink-3">Remains</dt>
          <dd>{remains(receipt).join(', ')}.</dd>
        </dl>
      )}
    </article>
  );
}

/** The destroyed data in words. Empty counts are left out, except those of keys. */
function destroyed({ destroyed: gone }: ErasureView): string[] {
  return [
    counted(gone.keys, 'key'),
    ...some(gone.rows, 'row blanked', 'rows blanked'),
    ...some(gone.messagesCancelled, 'email cancelled', 'emails cancelled'),
    ...some(gone.jobs, 'job'),
    ...some(gone.secrets, 'stored secret'),
    ...some(gone.sessions, 'session'),
    ...some(gone.passwords, 'password'),
  ];
}

function remains({ remains: left }: ErasureView): string[] {
  return [
    `${counted(left.sealedTexts, 'sealed text')} that no one can open`,
    ...some(left.messagesKept, 'email that still counts', 'emails that still count'),
    ...some(left.suppressed, 'fingerprint on the “Do not contact” list', 'fingerprints on the “Do not contact” list'),
  ];
}

const some = (count: number, one: string, many?: string): string[] => (count > 0 ? [counted(count, one, many)] : []);
