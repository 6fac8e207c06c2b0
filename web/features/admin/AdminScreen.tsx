import { ADMIN_SETTING_KEYS, type AdminSettingKey } from '../../../events/inputs/account.ts';
import { useTitle } from '../../app/title.ts';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { useAdminSetting } from '../session/adminSetting.ts';

const LABELS: Record<AdminSettingKey, { label: string; unset: string }> = {
  signup_url: { label: 'Signup URL', unset: 'Not set: the sign-in page of this installation is used.' },
  openai_cost_warning_threshold: { label: 'Cost warning threshold (USD)', unset: 'Not set' },
  tutorials_url: { label: 'Tutorials URL', unset: 'Not set: the link is hidden.' },
  help_desk_url: { label: 'Help Desk URL', unset: 'Not set: the link is hidden.' },
};

/** What this installation is set to. Changing it, and the users, come with the accounts release. */
export function AdminScreen() {
  useTitle('Admin');
  return (
    <div className="max-w-prose">
      <PageHeader title="Admin Panel" note="What this installation is set to." />
      <div className="flex flex-col gap-4">
        <Card title="Settings">
          <dl className="divide-y">
            {ADMIN_SETTING_KEYS.map((key) => (
              <Setting key={key} name={key} />
            ))}
          </dl>
        </Card>
        <Notice tone="info">
          Changing these settings, managing users and the AI usage report arrive with the accounts release.
        </Notice>
      </div>
    </div>
  );
}

function Setting(props: { name: AdminSettingKey }) {
  const setting = useAdminSetting(props.name);
  const { label, unset } = LABELS[props.name];
  return (
    <div className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[14rem_1fr]">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">
        {setting.isPending && <Skeleton className="h-5 w-40" />}
        {setting.isError && <span className="text-bad">Could not be loaded.</span>}
        {setting.isSuccess && (setting.data || <span className="text-ink-2">{unset}</span>)}
      </dd>
    </div>
  );
}
