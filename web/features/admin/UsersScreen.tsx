import { Card } from '../../components/ui/Card.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { Radio } from '../../components/ui/Radio.tsx';
import { SectionColumn } from '../../components/ui/Sections.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { useAdminSetting } from '../session/api.ts';
import { AdminPage } from './AdminPage.tsx';
import { useSaveSetting } from './api.ts';
import { LimitsCard } from './InstallationCards.tsx';
import { UsersCard } from './UsersCard.tsx';

export function UsersScreen() {
  return (
    <AdminPage note="Who can use this installation.">
      <div className="flex flex-col gap-4 *:min-w-0">
        <UsersCard />
        <SectionColumn>
          <SecondFactorRuleCard />
          <LimitsCard />
        </SectionColumn>
      </div>
    </AdminPage>
  );
}

const OPTIONS = [
  { value: 'nobody', label: 'Nobody', note: 'Each user decides.' },
  { value: 'admins', label: 'Admins', note: 'Admins and auditors.' },
  { value: 'everyone', label: 'Everyone', note: 'Every user.' },
];

function SecondFactorRuleCard() {
  const setting = useAdminSetting('second_factor_required');
  const save = useSaveSetting('second_factor_required');
  return (
    <Card title="Required two-factor authentication" note="Users without it set it up before anything else.">
      <div className="p-4">
        {setting.isPending && <Skeleton className="h-16" />}
        {setting.isError && <LoadFailed again={setting}>Error loading the two-factor rule.</LoadFailed>}
        {setting.data !== undefined && (
          <Radio
            label="Who needs two-factor authentication"
            columns={3}
            value={save.isPending ? save.variables : setting.data}
            onChange={(value) => save.mutate(value)}
            options={OPTIONS}
          />
        )}
      </div>
    </Card>
  );
}
