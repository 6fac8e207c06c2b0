import { DAYS_BETWEEN_CAMPAIGNS } from '../../../events/shared/options.ts';
import { Card } from '../../components/ui/Card.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { counted } from '../../lib/numbers.ts';
import { useBusinessProfile, useSaveProfile } from '../profile/api.ts';

const { min, max } = DAYS_BETWEEN_CAMPAIGNS;
const OPTIONS = Array.from({ length: max - min + 1 }, (_, index) => ({
  value: String(min + index),
  label: index === 0 ? 'None' : counted(min + index, 'day'),
}));

/** Sets the days between emails of different campaigns to one person. A choice is saved at once. */
export function CampaignDistanceCard() {
  const profile = useBusinessProfile().data;
  const save = useSaveProfile();
  if (!profile) return null;
  const saving = save.isPending ? save.variables.minDaysBetweenCampaigns : undefined;
  return (
    <Card title="Between campaigns" note="For all sending accounts. Send Now only warns.">
      <div className="p-4">
        <Field
          label="Minimum time between emails to one person"
          hint="Emails of other campaigns wait until then. Follow-ups have their own days."
        >
          {(control) => (
            <Select
              {...control}
              className="max-w-40"
              value={String(saving ?? profile.minDaysBetweenCampaigns)}
              onChange={(days) => save.mutate({ minDaysBetweenCampaigns: Number(days) })}
              options={OPTIONS}
            />
          )}
        </Field>
      </div>
    </Card>
  );
}
