import { useDeferredValue, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { AvailablePartnerView, CampaignView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { ScrollRows } from '../../components/ui/ScrollRows.tsx';
import { VIRTUAL_FROM } from '../../components/ui/VirtualItems.tsx';
import { shortDate } from '../../lib/dates.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { exactly, type Total, totalNumber } from '../../lib/total.ts';
import { type Chosen, countOf } from '../partners/decisions.ts';
import { MatchScore } from '../partners/MatchScore.tsx';
import { usePartnerCounts } from '../partners/partnerPages.ts';
import { someJoined, useAddPartners } from './addPartners.ts';
import { type AvailableFilter, useAvailablePages } from './api.ts';
import { TwiceWarning } from './TwiceWarning.tsx';

const ROW_PX = 44;

type Rows = ReadonlyMap<string, AvailablePartnerView>;
const NO_ONE: Rows = new Map();

/** Approved partners with an email who are not in the campaign yet. */
export function AddPartnersDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign } = props;
  const [filter, setFilter] = useState<AvailableFilter>({});
  const asked = useDeferredValue(filter);
  const available = useAvailablePages(campaign.id, asked);
  const rows = available.data?.pages.flatMap((page) => page.rows);
  const [selected, setSelected] = useState(NO_ONE);
  const { hasNextPage, more } = available;
  const total = (hasNextPage && available.data?.pages[0]) || exactly(rows?.length ?? 0);
  // everyone whom the filter lets through, fetched or not
  const [all, setAll] = useState(false);
  const [nobodyTicked, setNobodyTicked] = useState(false);
  const add = useAddPartners('Error');
  const isFiltered = Object.keys(asked).length > 0;
  const chosen: Chosen = all
    ? { filter: { ...filter, availableFor: campaign.id }, total }
    : { ids: [...selected.keys()] };
  const count = countOf(chosen);
  const submit = (): void => {
    if (count.total === 0) {
      setNobodyTicked(true);
      showToast({
        title: 'No Partners Selected',
        text: 'Please select at least one partner to add.',
        variant: 'destructive',
      });
      return;
    }
    add.mutate(
      { campaignId: campaign.id, campaignName: campaign.name ?? 'the campaign', chosen },
      {
        onSuccess: (added) => {
          if (someJoined(added)) props.onClose();
        },
      },
    );
  };
  const nobody = rows?.length === 0 && !isFiltered && !available.isPlaceholderData;
  return (
    <Dialog
      onClose={props.onClose}
      title="Add Partners"
      description={`Approved partners with an email, for ${campaign.name ?? 'this campaign'}.`}
    >
      <DialogBody className="flex flex-col overflow-hidden! p-0!">
        {available.isPending && <Loading label="Loading partners" rows={3} height="h-10" className="p-5" />}
        {available.isError && (
          <LoadFailed again={available} className="m-5">
            The partners could not be loaded.
          </LoadFailed>
        )}
        {nobody && <Nobody />}
        {rows && !nobody && (
          <Choices
            rows={rows}
            isWhole={!hasNextPage}
            total={total}
            filter={filter}
            onFilter={(next) => {
              // all are those of the filter
              setAll(false);
              setFilter(next);
            }}
            selected={all ? byId(rows) : selected}
            all={all}
            onSelect={(next, isAll) => {
              setSelected(next);
              setAll(isAll);
            }}
            onNearEnd={more}
          />
        )}
        {rows && <LeftOut />}
        {!all && [...selected.values()].some(({ otherCampaigns }) => otherCampaigns.length > 0) && (
          <div className="border-t px-5 py-3">
            <TwiceWarning chosen={[...selected.values()]} />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        {nobodyTicked && count.total === 0 && (
          <p role="alert" className="mr-auto text-bad text-small">
            Select at least one partner.
          </p>
        )}
        <Button variant="ghost" onClick={props.onClose}>
          Cancel
        </Button>
        <Button variant="primary" pending={add.isPending} disabled={!rows || nobody} onClick={submit}>
          Add {count.total > 0 ? totalNumber(count) : ''} {count.total === 1 ? 'Partner' : 'Partners'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const byId = (rows: readonly AvailablePartnerView[]): Rows => new Map(rows.map((row) => [row.id, row]));

/** Approved people with an email who are not offered, since nothing may be sent to them. */
function LeftOut() {
  const count = usePartnerCounts().data?.blocked ?? 0;
  if (count === 0) return null;
  return (
    <p className="border-t px-5 py-3 text-ink-2 text-small">
      {counted(count, 'approved partner is', 'approved partners are')} not offered: nothing may be sent to{' '}
      {count === 1 ? 'this address' : 'these addresses'} (
      <Link href="/settings#do-not-contact" className="link">
        Do not contact
      </Link>
      ).
    </p>
  );
}

function Nobody() {
  return (
    <div className="flex flex-col items-center gap-4 px-5 py-8 text-center">
      <p className="text-ink-2">
        No partners to add: every approved partner with an email is already in this campaign. Approve more, or find
        their emails.
      </p>
      <ButtonLink href="/approved">Go to Approved Partners</ButtonLink>
    </div>
  );
}

function Choices(props: {
  rows: readonly AvailablePartnerView[];
  isWhole: boolean;
  total: Total;
  filter: AvailableFilter;
  onFilter: (filter: AvailableFilter) => void;
  selected: Rows;
  all: boolean;
  onSelect: (selected: Rows, all: boolean) => void;
  onNearEnd: () => void;
}) {
  const { rows, isWhole, total, filter, selected, onNearEnd } = props;
  const tick = (row: AvailablePartnerView, on: boolean): void => {
    const next = new Map(selected);
    if (on) next.set(row.id, row);
    else next.delete(row.id);
    props.onSelect(next, false);
  };
  const tickAll = (on: boolean): void => {
    if (on && !isWhole) {
      props.onSelect(NO_ONE, true);
      return;
    }
    const others = [...selected].filter(([id]) => !rows.some((row) => row.id === id));
    props.onSelect(new Map([...others, ...(on ? byId(rows) : [])]), false);
  };
  // the rule may leave a page so short that nothing scrolls
  useEffect(() => {
    if (rows.length <= VIRTUAL_FROM) onNearEnd();
  }, [rows.length, onNearEnd]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-sunken px-5 py-2">
        <Checkbox
          className="min-h-9"
          label={`Select all ${totalNumber(total)}`}
          disabled={rows.length === 0}
          checked={props.all || (rows.length > 0 && isWhole && rows.every(({ id }) => selected.has(id)))}
          onChange={tickAll}
        />
        <Checkbox
          className="min-h-9"
          label="Not contacted only"
          checked={filter.contacted === 'never'}
          onChange={(on) =>
            props.onFilter({ ...(filter.search && { search: filter.search }), ...(on && { contacted: 'never' }) })
          }
        />
        <Input
          type="search"
          aria-label="Search available partners"
          placeholder="Search name or email"
          className="ml-auto min-w-32 max-w-56 flex-1"
          maxLength={200}
          value={filter.search ?? ''}
          onChange={({ target: { value: search } }) =>
            props.onFilter({ ...(search && { search }), ...(filter.contacted && { contacted: 'never' }) })
          }
        />
      </div>
      {rows.length === 0 ? (
        <p className="px-5 py-8 text-center text-ink-2">No matching partner.</p>
      ) : (
        <ScrollRows
          label="Available partners"
          items={rows}
          rowPx={ROW_PX}
          onNearEnd={onNearEnd}
          row={(partner) => (
            <PartnerChoice partner={partner} checked={selected.has(partner.id)} onChange={(on) => tick(partner, on)} />
          )}
        />
      )}
    </>
  );
}

/** One partner that can be added, with what speaks against it. */
function PartnerChoice(props: {
  partner: AvailablePartnerView;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const { partner } = props;
  const { otherCampaigns, contactedAt, repliedAt, planned } = partner;
  const warnings = [
    otherCampaigns.length > 0 && `Also in ${otherCampaigns.join(', ')}`,
    contactedAt && !repliedAt && `Contacted ${shortDate(contactedAt)}`,
    repliedAt && `Replied ${shortDate(repliedAt)}`,
    planned && 'Email planned',
  ].filter((warning) => typeof warning === 'string');
  return (
    <div className="relative flex min-h-11 items-center gap-x-3 px-5 py-1 hover:bg-sunken max-sm:flex-wrap">
      <Checkbox
        className="min-w-0 flex-1 [&>label]:min-w-0 [&>label]:flex-1 [&>label]:after:absolute [&>label]:after:inset-0"
        checked={props.checked}
        onChange={props.onChange}
        label={
          <>
            <span dir="auto" className="block truncate text-left font-semibold leading-5">
              {partner.name ?? 'Erased'}
            </span>
            <span className="block truncate text-ink-3 text-note">
              {partner.contactInfo?.email} · {PLATFORM_LABELS[partner.platform]} ·{' '}
              {formatFollowers(partner.followersCount)}
            </span>
          </>
        }
      />
      <span className="flex min-w-0 max-w-1/2 justify-end gap-1 empty:hidden max-sm:order-last max-sm:w-full max-sm:max-w-full max-sm:justify-start max-sm:pl-7.5">
        {warnings.map((warning) => (
          <Badge key={warning} tone="warn" className="min-w-0 max-w-40">
            <span className="truncate">{warning}</span>
          </Badge>
        ))}
      </span>
      <span className="max-sm:[&_i]:hidden">
        <MatchScore score={partner.matchScore} rough={partner.roughScore} />
      </span>
    </div>
  );
}
