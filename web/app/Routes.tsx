import { Route, Switch } from 'wouter';
import type { UserView } from '../../api/views.ts';
import { onDemand } from '../lib/onDemand.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';

const Dashboard = onDemand(() =>
  import('../features/dashboard/DashboardScreen.tsx').then((module) => module.DashboardScreen),
);
const Discovery = onDemand(() =>
  import('../features/discovery/DiscoveryScreen.tsx').then((module) => module.DiscoveryScreen),
);
const Onboarding = onDemand(() =>
  import('../features/onboarding/OnboardingScreen.tsx').then((module) => module.OnboardingScreen),
);
const Approved = onDemand(() =>
  import('../features/approved/ApprovedScreen.tsx').then((module) => module.ApprovedScreen),
);
const Campaigns = onDemand(() =>
  import('../features/campaigns/CampaignsScreen.tsx').then((module) => module.CampaignsScreen),
);
const Campaign = onDemand(() =>
  import('../features/campaign/CampaignScreen.tsx').then((module) => module.CampaignScreen),
);
const Inbox = onDemand(() => import('../features/inbox/InboxScreen.tsx').then((module) => module.InboxScreen));
const Settings = onDemand(() =>
  import('../features/settings/SettingsScreen.tsx').then((module) => module.SettingsScreen),
);
const Security = onDemand(() =>
  import('../features/security/SecurityScreen.tsx').then((module) => module.SecurityScreen),
);
const History = onDemand(() => import('../features/history/HistoryScreen.tsx').then((module) => module.HistoryScreen));
const Audit = onDemand(() => import('../features/history/AuditScreen.tsx').then((module) => module.AuditScreen));
const Admin = onDemand(() => import('../features/admin/AdminScreen.tsx').then((module) => module.AdminScreen));

/** Screens that make no sense before there is a business profile. /admin, the account's security and the 404 page are spared. */
export function needsProfile(path: string): boolean {
  return /^\/(dashboard|discovery|onboarding|approved|settings(\/history)?|campaigns(\/[^/]+)?|inbox(\/[^/]+)?)?\/?$/.test(
    path,
  );
}

export function Routes(props: { user: UserView }) {
  return (
    <Switch>
      <Route path="/" component={Dashboard} />
      <Route path="/dashboard" component={Dashboard} />
      <Route path="/discovery" component={Discovery} />
      <Route path="/onboarding" component={Onboarding} />
      <Route path="/approved" component={Approved} />
      <Route path="/campaigns" component={Campaigns} />
      <Route path="/campaigns/:campaignId">{(params) => <Campaign campaignId={params.campaignId} />}</Route>
      <Route path="/inbox">
        <Inbox conversationId={null} />
      </Route>
      <Route path="/inbox/:conversationId">{(params) => <Inbox conversationId={params.conversationId} />}</Route>
      <Route path="/settings" component={Settings} />
      <Route path="/settings/history" component={History} />
      <Route path="/settings/security" component={Security} />
      <Route path="/admin">{props.user.isAdmin ? <Admin /> : <NotFoundScreen />}</Route>
      <Route path="/admin/audit">{props.user.isAdmin ? <Audit /> : <NotFoundScreen />}</Route>
      <Route component={NotFoundScreen} />
    </Switch>
  );
}
