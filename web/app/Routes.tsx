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

export function Routes(props: { user: UserView }) {
  return (
    <Switch>
      <Route path="/" component={Dashboard} />
      <Route path="/dashboard" component={Dashboard} />
      <Route path="/discovery" component={Discovery} />
      <Route path="/onboarding" component={Onboarding} />
      <Route path="/approved" component={Approved} />
      <Route path="/campaigns" component={Campaigns} />
      <Route path="/campaigns/schedule" component={Calendar} />
      <Route path="/campaigns/:campaignId">{(params) => <Campaign campaignId={params.campaignId} />}</Route>
      <Route path="/campaigns/:campaignId/review">{(params) => <Review campaignId={params.campaignId} />}</Route>
      <Route path="/inbox">
        <Inbox conversationId={null} />
      </Route>
      <Route path="/inbox/:conversationId">{(params) => <Inbox conversationId={params.conversationId} />}</Route>
      <Route path="/settings" component={Settings} />
      <Route path="/settings/sending" component={SendingAccounts} />
      <Route path="/settings/schedule" component={Schedule} />
      <Route path="/settings/do-not-contact" component={DoNotContact} />
      <Route path="/settings/history" component={History} />
      <Route path="/settings/security" component={Security} />
      {props.user.isAdmin && <Route path="/admin" component={Admin} />}
      {props.user.isAdmin && <Route path="/admin/users" component={Users} />}
      {props.user.isAdmin && <Route path="/admin/ai-usage" component={AiUsage} />}
      {props.user.isAdmin && <Route path="/admin/links" component={AdminLinks} />}
      {props.user.isAdmin && <Route path="/admin/audit" component={Audit} />}
      <Route component={NotFoundScreen} />
    </Switch>
  );
}
