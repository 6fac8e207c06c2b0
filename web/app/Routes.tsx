import { lazy } from 'react';
import { Route, Switch } from 'wouter';
import type { UserView } from '../../api/views.ts';
import { NotFoundScreen } from './NotFoundScreen.tsx';

const Dashboard = lazy(() =>
  import('../features/dashboard/DashboardScreen.tsx').then((module) => ({ default: module.DashboardScreen })),
);
const Discovery = lazy(() =>
  import('../features/discovery/DiscoveryScreen.tsx').then((module) => ({ default: module.DiscoveryScreen })),
);
const Onboarding = lazy(() =>
  import('../features/onboarding/OnboardingScreen.tsx').then((module) => ({ default: module.OnboardingScreen })),
);
const Approved = lazy(() =>
  import('../features/approved/ApprovedScreen.tsx').then((module) => ({ default: module.ApprovedScreen })),
);
const Campaigns = lazy(() =>
  import('../features/campaigns/CampaignsScreen.tsx').then((module) => ({ default: module.CampaignsScreen })),
);
const Campaign = lazy(() =>
  import('../features/campaign/CampaignScreen.tsx').then((module) => ({ default: module.CampaignScreen })),
);
const Settings = lazy(() =>
  import('../features/settings/SettingsScreen.tsx').then((module) => ({ default: module.SettingsScreen })),
);
const Admin = lazy(() =>
  import('../features/admin/AdminScreen.tsx').then((module) => ({ default: module.AdminScreen })),
);

/** Screens that make no sense before there is a business profile. /admin and the 404 page are spared. */
export function needsProfile(path: string): boolean {
  return /^\/(dashboard|discovery|onboarding|approved|settings|campaigns(\/[^/]+)?)?\/?$/.test(path);
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
      <Route path="/settings" component={Settings} />
      <Route path="/admin">{props.user.isAdmin ? <Admin /> : <NotFoundScreen />}</Route>
      <Route component={NotFoundScreen} />
    </Switch>
  );
}
