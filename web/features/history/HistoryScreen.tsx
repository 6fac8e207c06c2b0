import { SettingsPage } from '../settings/SettingsPage.tsx';
import { History } from './History.tsx';
import { OWN } from './scope.ts';

export function HistoryScreen() {
  return (
    <SettingsPage title="History" note="Everything that happened with your data: what, when, by whom and why.">
      <History scope={OWN} />
    </SettingsPage>
  );
}
