import { Route, Switch } from 'wouter';
import type { UserView } from '../../api/views.ts';
import { type OnDemand, onDemand } from '../lib/onDemand.tsx';
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
const Calendar = onDemand(() =>
  import('../features/calendar/CalendarScreen.tsx').then((module) => module.CalendarScreen),
);
const Review = onDemand(() => import('../features/review/ReviewScreen.tsx').then((module) => module.ReviewScreen));
const Inbox = onDemand(() => import('../features/inbox/InboxScreen.tsx').then((module) => module.InboxScreen));
const Settings = onDemand(() =>
  import('../features/settings/SettingsScreen.tsx').then((module) => module.SettingsScreen),
);
const SendingAccounts = onDemand(() =>
  import('../features/settings/SendingAccountsScreen.tsx').then((module) => module.SendingAccountsScreen),
);
const Schedule = onDemand(() =>
  import('../features/settings/ScheduleScreen.tsx').then((module) => module.ScheduleScreen),
);
const DoNotContact = onDemand(() =>
  import('../features/suppressions/DoNotContactScreen.tsx').then((module) => module.DoNotContactScreen),
);
const Security = onDemand(() =>
  import('../features/security/SecurityScreen.tsx').then((module) => module.SecurityScreen),
);
const History = onDemand(() => import('../features/history/HistoryScreen.tsx').then((module) => module.HistoryScreen));
const Audit = onDemand(() => import('../features/history/AuditScreen.tsx').then((module) => module.AuditScreen));
const Admin = onDemand(() => import('../features/admin/AdminScreen.tsx').then((module) => module.AdminScreen));
const Users = onDemand(() => import('../features/admin/UsersScreen.tsx').then((module) => module.UsersScreen));
const AiUsage = onDemand(() => import('../features/admin/AiUsageScreen.tsx').then((module) => module.AiUsageScreen));
const AdminLinks = onDemand(() => import('../features/admin/LinksScreen.tsx').then((module) => module.LinksScreen));

/** Screens that make no sense before there is a business profile. /admin, the account's security and the 404 page are spared. */
export function needsProfile(path: string): boolean {
  return /^\/(dashboard|discovery|onboarding|approved|settings(\/(sending|schedule|do-not-contact|history))?|campaigns(\/[^/]+(\/review)?)?|inbox(\/[^/]+)?)?\/?$/.test(
    path,
  );
}

type Screen = OnDemand<object>;
const SCREENS: readonly (readonly [path: string, Screen])[] = [
  ['/', Dashboard],
  ['/dashboard', Dashboard],
  ['/discovery', Discovery],
  ['/onboarding', Onboarding],
  ['/approved', Approved],
  ['/campaigns', Campaigns],
  ['/campaigns/schedule', Calendar],
  ['/settings', Settings],
  ['/settings/sending', SendingAccounts],
  ['/settings/schedule', Schedule],
  ['/settings/do-not-contact', DoNotContact],
  ['/settings/history', History],
  ['/settings/security', Security],
];
const OF_ADMINS: typeof SCREENS = [
  ['/admin', Admin],
  ['/admin/users', Users],
  ['/admin/ai-usage', AiUsage],
  ['/admin/links', AdminLinks],
  ['/admin/audit', Audit],
];

/** Has the code of a screen fetched while something else is waited for. */
export function fetchScreen(path: string): void {
  SCREENS.find(([own]) => own === path)?.[1].ahead();
}

export function Routes(props: { user: UserView }) {
  const screens = props.user.isAdmin ? [...SCREENS, ...OF_ADMINS] : SCREENS;
  return (
    <Switch>
      {screens.map(([path, Screen]) => (
        <Route key={path} path={path} component={Screen} />
      ))}
      <Route path="/campaigns/:campaignId">{(params) => <Campaign campaignId={params.campaignId} />}</Route>
      <Route path="/campaigns/:campaignId/review">{(params) => <Review campaignId={params.campaignId} />}</Route>
      <Route path="/inbox">
        <Inbox conversationId={null} />
      </Route>
      <Route path="/inbox/:conversationId">{(params) => <Inbox conversationId={params.conversationId} />}</Route>
      <Route component={NotFoundScreen} />
    </Switch>
  );
}
