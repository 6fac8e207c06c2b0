import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { CampaignView, PartnerView } from '../../../api/views.ts';
import { START_CHECKS } from '../../../events/campaigns/startChecks.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { showToast } from '../../lib/toasts.ts';
import { totalWords } from '../../lib/total.ts';
import { someJoined, useAddPartners } from '../campaigns/addPartners.ts';
import { useJoining } from '../campaigns/api.ts';
import { useCampaigns } from '../campaigns/campaignsQuery.ts';
import { contactedText, joiningText } from '../campaigns/joiningText.ts';
import { usePartnersForNew } from '../campaigns/partnersForNew.ts';
import { TwiceWarning } from '../campaigns/TwiceWarning.tsx';
import { type Chosen, countOf, type FilteredPartners } from '../partners/decisions.ts';

const REQUIRED = 'Please select a campaign and at least one partner.';

export function AddToCampaignDialog(props: {
  /** Those who were selected one by one. */
  partners: readonly PartnerView[];
  /** Everyone whom a filter lets through, instead. */
  all?: FilteredPartners | undefined;
  onAdded: () => void;
  onClose: () => void;
}) {
  const { partners } = props;
  const chosen: Chosen = props.all ?? { ids: partners.map(({ id }) => id) };
  const count = countOf(chosen);
  const isFilter = 'filter' in chosen;
  const campaigns = useCampaigns();
  const [, setForNew] = usePartnersForNew();
  const [, navigate] = useLocation();
  const [campaignId, setCampaignId] = useState('');
  const [problem, setProblem] = useState<string>();
  const select = useRef<HTMLSelectElement>(null);
  const add = useAddPartners('Failed to Add Partners');
  const offered = campaigns.data?.filter(({ archived }) => !archived);
  const campaign = offered?.find(({ id }) => id === campaignId);
  const none = offered?.length === 0;
  const createNew = (): void => {
    setForNew(chosen);
    navigate('/campaigns?new=true');
  };
  const submit = (): void => {
    if (!campaign || count.total === 0) {
      showToast({ title: 'Selection Required', text: REQUIRED, variant: 'destructive' });
      setProblem(REQUIRED);
      select.current?.focus();
      return;
    }
    add.mutate(
      { campaignId, campaignName: campaign.name ?? 'the campaign', chosen },
      {
        onSuccess: (added) => {
          if (someJoined(added)) props.onAdded();
        },
      },
    );
  };
  return (
    <Dialog
      onClose={props.onClose}
      title="Add to Campaign"
      description={
        count.total === 0 ? 'Select at least one partner in the list.' : `${totalWords(count, 'partner')} selected.`
      }
    >
      <DialogBody className="flex flex-col gap-3">
        {campaigns.isError && <LoadFailed again={campaigns}>The campaigns could not be loaded.</LoadFailed>}
        {none ? (
          <p className="text-ink-2">No campaigns yet. A new one begins with these partners.</p>
        ) : (
          <Field label="Campaign" error={problem}>
            {(control) => (
              <Select
                {...control}
                ref={select}
                value={campaignId}
                onChange={(id) => {
                  setProblem(undefined);
                  setCampaignId(id);
                }}
                placeholder={campaigns.isPending ? 'Loading campaigns...' : 'Choose a campaign'}
                options={(offered ?? []).map(({ id, name, status }) => ({
                  value: id,
                  label: `${name ?? 'Campaign'} (${status})`,
                }))}
              />
            )}
          </Field>
        )}
        {!isFilter && <JoiningNotes partners={partners} campaign={campaign} />}
      </DialogBody>
      <DialogFooter onCancel={props.onClose}>
        <Button variant={none ? 'primary' : 'outline'} disabled={count.total === 0} onClick={createNew}>
          New campaign
        </Button>
        {!none && (
          <Button variant="primary" pending={add.isPending} onClick={submit}>
            Add to Campaign
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

const MOST_NAMED = 3;

/** The number of selected partners who join the campaign, those who were written to before, and what follows for them. */
function JoiningNotes(props: { partners: readonly PartnerView[]; campaign: CampaignView | undefined }) {
  const { partners, campaign } = props;
  const ids = partners.map(({ id }) => id);
  const available = useJoining(campaign?.id ?? null, ids).data;
  const joining = available ?? [];
  const contacted = contactedText(joining);
  const planned = joining.filter((partner) => partner.planned);
  const names = planned.flatMap(({ name }) => name ?? []).slice(0, MOST_NAMED);
  return (
    <>
      {available && <p className="text-small">{joiningText(partners, available)}</p>}
      {contacted && <Notice tone="warn">{contacted}</Notice>}
      {planned.length > 0 && (
        <Notice tone="warn">{START_CHECKS.planned.words({ count: planned.length, names })}</Notice>
      )}
      <TwiceWarning chosen={joining} />
      {campaign?.status === 'active' && (
        <p className="text-ink-2 text-small">It is active: new messages are sent after you approve their texts.</p>
      )}
      {campaign?.status === 'completed' && (
        <p className="text-ink-2 text-small">It is completed: new partners pause it until you resume it.</p>
      )}
    </>
  );
}
