import { useState } from 'react';
import type { AvailablePartnerView, CampaignView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/format.ts';
import { PLATFORM_LABELS } from '../../../events/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { shortDate } from '../../lib/dates.ts';
import { showToast } from '../../lib/toasts.ts';
import { MatchScore } from '../partners/MatchScore.tsx';
import { useAddPartners } from './addPartners.ts';
import { useAvailablePartners } from './availablePartners.ts';

/** Approved partners with an email who are not in the campaign yet. */
export function AddPartnersDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign } = props;
  const available = useAvailablePartners(campaign.id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const add = useAddPartners('Error');
  const partners = available.data ?? [];
  const submit = (): void => {
    if (chosen.size === 0) {
      showToast({
        title: 'No Partners Selected',
        text: 'Please select at least one partner to add.',
        variant: 'destructive',
      });
      return;
    }
    add.mutate(
      { campaignId: campaign.id, campaignName: campaign.name ?? 'the campaign', partnerIds: [...chosen] },
      { onSuccess: props.onClose },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title="Add Partners"
      description={`Approved partners with an email, for ${campaign.name ?? 'this campaign'}.`}
    >
      <DialogBody className="px-0! py-0!">
        {available.isPending && (
          <div role="status" aria-label="Loading partners" className="flex flex-col gap-3 p-5">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </div>
        )}
        {available.isError && (
          <Notice tone="bad" className="m-5">
            The partners could not be loaded. Close this and try again.
          </Notice>
        )}
        {available.data && partners.length === 0 && (
          <p className="px-5 py-8 text-center text-ink-2">
            Nobody to add: every approved partner with an email is in this campaign already. Approve more, or find their
            emails.
          </p>
        )}
        {partners.length > 0 && (
          <>
            <div className="sticky top-0 z-10 border-b bg-sunken px-5 py-2">
              <Checkbox
                label={`Select all ${partners.length}`}
                checked={chosen.size === partners.length}
                onChange={(all) => setChosen(all ? new Set(partners.map((partner) => partner.id)) : new Set())}
              />
            </div>
            <ul aria-label="Available partners" className="divide-y">
              {partners.map((partner) => (
                <Choice
                  key={partner.id}
                  partner={partner}
                  checked={chosen.has(partner.id)}
                  onChange={(checked) => {
                    const next = new Set(chosen);
                    if (checked) next.add(partner.id);
                    else next.delete(partner.id);
                    setChosen(next);
                  }}
                />
              ))}
            </ul>
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" onClick={props.onClose}>
          Cancel
        </Button>
        <Button variant="primary" pending={add.isPending} disabled={available.isPending} onClick={submit}>
          Add {chosen.size > 0 ? chosen.size : ''} {chosen.size === 1 ? 'Partner' : 'Partners'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Choice(props: { partner: AvailablePartnerView; checked: boolean; onChange: (checked: boolean) => void }) {
  const { partner } = props;
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5 hover:bg-sunken">
      <Checkbox
        className="min-w-0 flex-1 [&>label]:min-w-0 [&>label]:flex-1 [&>label]:after:absolute [&>label]:after:inset-0"
        checked={props.checked}
        onChange={props.onChange}
        label={
          <>
            <span className="block truncate font-semibold">{partner.name ?? 'Erased'}</span>
            <span className="block truncate text-ink-3 text-note">
              {partner.contactInfo?.email} · {PLATFORM_LABELS[partner.platform]} ·{' '}
              {formatFollowers(partner.followersCount)}
            </span>
          </>
        }
      />
      {partner.contactedAt && <Badge tone="warn">Contacted {shortDate(partner.contactedAt)}</Badge>}
      <MatchScore score={partner.matchScore} />
    </li>
  );
}
