import { useState } from 'react';
import { Link } from 'wouter';
import type { AvailablePartnerView, CampaignView } from '../../../api/views.ts';
import { byScore } from '../../../events/partners/score.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { ScrollRows } from '../../components/ui/ScrollRows.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { usePartnerCounts } from '../partners/partnerPages.ts';
import { useAddPartners, useAvailablePartners } from './api.ts';
import { PartnerChoice } from './PartnerChoice.tsx';
import { TwiceWarning } from './TwiceWarning.tsx';

/** With this many people, users look for a name rather than scroll. */
const SEARCH_FROM = 10;
const ROW_PX = 60;

/** Approved partners with an email who are not in the campaign yet. */
export function AddPartnersDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign } = props;
  const available = useAvailablePartners(campaign.id);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [nobodyTicked, setNobodyTicked] = useState(false);
  const add = useAddPartners('Error');
  const chosen = (available.data ?? []).filter(({ id }) => selected.has(id));
  const submit = (): void => {
    if (chosen.length === 0) {
      setNobodyTicked(true);
      showToast({
        title: 'No Partners Selected',
        text: 'Please select at least one partner to add.',
        variant: 'destructive',
      });
      return;
    }
    add.mutate(
      {
        campaignId: campaign.id,
        campaignName: campaign.name ?? 'the campaign',
        partnerIds: chosen.map(({ id }) => id),
      },
      {
        onSuccess: ({ addedCount }) => {
          if (addedCount > 0) props.onClose();
        },
      },
    );
  };
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
        {available.data?.length === 0 && <Nobody />}
        {available.data && available.data.length > 0 && (
          <Choices partners={available.data} selected={selected} onSelect={setSelected} />
        )}
        {available.data && <LeftOut />}
        {chosen.some(({ otherCampaigns }) => otherCampaigns.length > 0) && (
          <div className="border-t px-5 py-3">
            <TwiceWarning chosen={chosen} />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        {nobodyTicked && chosen.length === 0 && (
          <p role="alert" className="mr-auto text-bad text-small">
            Select at least one partner.
          </p>
        )}
        <Button variant="ghost" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          pending={add.isPending}
          disabled={!available.data || available.data.length === 0}
          onClick={submit}
        >
          Add {chosen.length > 0 ? chosen.length : ''} {chosen.length === 1 ? 'Partner' : 'Partners'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

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
      <ButtonLook>
        <Link href="/approved">Go to Approved Partners</Link>
      </ButtonLook>
    </div>
  );
}

function Choices(props: {
  partners: readonly AvailablePartnerView[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}) {
  const { partners, selected } = props;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = partners
    .filter(({ name, contactInfo }) => `${name ?? ''} ${contactInfo?.email ?? ''}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => byScore(a.matchScore, b.matchScore));
  const tick = (ids: readonly string[], on: boolean): void => {
    const next = new Set(selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    props.onSelect(next);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-sunken px-5 py-2">
        <Checkbox
          className="min-h-9"
          label={`Select all ${wholeNumber(shown.length)}`}
          disabled={shown.length === 0}
          checked={shown.length > 0 && shown.every(({ id }) => selected.has(id))}
          onChange={(all) =>
            tick(
              shown.map(({ id }) => id),
              all,
            )
          }
        />
        {partners.length >= SEARCH_FROM && (
          <Input
            type="search"
            aria-label="Search available partners"
            placeholder="Search name or email"
            className="ml-auto max-w-56 flex-1"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </div>
      {shown.length === 0 ? (
        <p className="px-5 py-8 text-center text-ink-2">No matching partner.</p>
      ) : (
        <ScrollRows
          label="Available partners"
          items={shown}
          rowPx={ROW_PX}
          row={(partner) => (
            <PartnerChoice
              partner={partner}
              checked={selected.has(partner.id)}
              onChange={(on) => tick([partner.id], on)}
            />
          )}
        />
      )}
    </>
  );
}
