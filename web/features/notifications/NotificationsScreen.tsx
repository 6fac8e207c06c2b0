import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SectionColumn } from '../../components/ui/Sections.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { useNotifications } from './api.ts';
import { ChannelsCard } from './ChannelsCard.tsx';
import { RulesCard } from './RulesCard.tsx';

export function NotificationsScreen() {
  const settings = useNotifications();
  return (
    <SettingsPage title="Notifications" note="What you hear about outside of the app.">
      <SectionColumn>
        {settings.isPending && <Skeleton className="h-96" />}
        {settings.isError && <LoadFailed again={settings}>Couldn't load your notifications. Try again.</LoadFailed>}
        {settings.data && (
          <>
            <ChannelsCard settings={settings.data} />
            <RulesCard settings={settings.data} />
          </>
        )}
      </SectionColumn>
    </SettingsPage>
  );
}
