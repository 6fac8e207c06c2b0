import { useState } from 'react';
import { Link } from 'wouter';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { useAddPartners } from '../campaigns/addPartners.ts';
import { useCampaigns } from '../campaigns/campaigns.ts';

/** Chooses the campaign that the ticked partners go to. */
export function AddToCampaignDialog(props: {
  partners: readonly PartnerView[];
  onAdded: () => void;
  onClose: () => void;
}) {
  const campaigns = useCampaigns();
  const [campaignId, setCampaignId] = useState('');
  const add = useAddPartners('Failed to Add Partners');
  const withoutEmail = props.partners.filter((partner) => !partner.contactInfo?.email).length;
  const submit = (): void => {
    const campaign = campaigns.data?.find(({ id }) => id === campaignId);
    if (!campaign || props.partners.length === 0) {
      showToast({
        title: 'Selection Required',
        text: 'Please select a campaign and at least one partner.',
        variant: 'destructive',
      });
      return;
    }
    add.mutate(
      {
        campaignId,
        campaignName: campaign.name ?? 'the campaign',
        partnerIds: props.partners.map((partner) => partner.id),
      },
      { onSuccess: props.onAdded },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title="Add to Campaign"
      description={`${counted(props.partners.length, 'partner')} selected.`}
    >
      <DialogBody className="flex flex-col gap-3">
        {campaigns.data?.length === 0 ? (
          <p className="text-ink-2">
            There is no campaign yet.{' '}
            <Link href="/campaigns" className="link">
              Create one first
            </Link>
            ; your selection stays.
          </p>
        ) : (
          <Field label="Campaign">
            {(control) => (
              <Select
                {...control}
                value={campaignId}
                onChange={setCampaignId}
                placeholder={campaigns.isPending ? 'Loading campaigns...' : 'Choose a campaign'}
                options={(campaigns.data ?? []).map(({ id, name, status }) => ({
                  value: id,
                  label: `${name} (${status})`,
                }))}
              />
            )}
          </Field>
        )}
        {withoutEmail > 0 && (
          <p className="text-small text-signal">
            {counted(withoutEmail, 'partner')} without an email {withoutEmail === 1 ? 'is' : 'are'} left out. Get the
            email first.
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" onClick={props.onClose}>
          Cancel
        </Button>
        <Button variant="primary" pending={add.isPending} onClick={submit}>
          Add to Campaign
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
