import {
  Activity,
  Ban,
  Bell,
  CircleCheck,
  Clock,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Link2,
  ListTodo,
  type LucideIcon,
  Mail,
  Radar,
  Settings,
  ShieldCheck,
  Sparkles,
  UserRound,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { type StringRouteParams, useLocation } from 'wouter';
import { fetchDashboard } from '../features/dashboard/api.ts';
import { type OnDemand, onDemand } from '../lib/onDemand.tsx';

/** The facts about a screen in one place: its users, and every way that leads to it. */
type About = {
  /** Its name in the palette, and in the navigation if it has an icon there. */
  title?: string;
  icon?: LucideIcon;
  /** The name of its tab on a phone; screens without one are under More. */
  tab?: string;
  /** Keys that lead to it from everywhere. */
  keys?: string;
  /** Its place in the list of sections of Settings or Admin. */
  section?: { of: 'settings' | 'admin'; title: string; icon: LucideIcon };
  /** Shown without a business profile, too; every other screen then leads to the setup. */
  withoutProfile?: true;
  /** For admins, who need no business profile. */
  adminsOnly?: true;
  /** The only screens of an auditor, by their names in its navigation. */
  auditors?: string;
  /** Three panes: the sidebar needs more room than elsewhere to be open beside them. */
  panes?: true;
  /** No tabs on a phone: the screen has a bar of its own at the foot. */
  ownFoot?: true;
  /** No navigation: the other screens need what this one asks for. */
  setup?: true;
  /** Asks for its data before its code is here. */
  prefetch?: () => void;
};

export type AppRoute = About & {
  path: string;
  /** Its address without parameters. */
  href: string;
  pattern: RegExp;
  Screen: OnDemand<object>;
};

/** The parameters of the path are the props of the screen. */
function route<Path extends string>(
  path: Path,
  load: () => Promise<ComponentType<StringRouteParams<Path>>>,
  about: About = {},
): AppRoute {
  const href = path.replace(/\/:.*/, '');
  const pattern = path.replace(/\/:(\w+)\?/g, '(?:/(?<$1>[^/]+))?').replace(/:(\w+)/g, '(?<$1>[^/]+)');
  return {
    ...about,
    path,
    href,
    pattern: new RegExp(`^${pattern}/?$`, 'i'),
    Screen: onDemand(load) as OnDemand<object>,
  };
}

/** Every screen behind sign-in. The first one that fits an address is shown. */
export const ROUTES: readonly AppRoute[] = [
  route('/today/:needId?', () => import('../features/today/TodayScreen.tsx').then((m) => m.TodayScreen), {
    title: 'Today',
    icon: ListTodo,
    tab: 'Today',
    keys: 'G T',
    panes: true,
  }),
  route('/dashboard', () => import('../features/dashboard/DashboardScreen.tsx').then((m) => m.DashboardScreen), {
    title: 'Dashboard',
    icon: LayoutDashboard,
    tab: 'Dashboard',
    keys: 'G D',
    prefetch: fetchDashboard,
  }),
  route('/discovery', () => import('../features/discovery/DiscoveryScreen.tsx').then((m) => m.DiscoveryScreen), {
    title: 'Partner Discovery',
    icon: Radar,
    tab: 'Discovery',
    keys: 'G P',
  }),
  route('/onboarding', () => import('../features/onboarding/OnboardingScreen.tsx').then((m) => m.OnboardingScreen), {
    setup: true,
  }),
  route('/approved', () => import('../features/approved/ApprovedScreen.tsx').then((m) => m.ApprovedScreen), {
    title: 'Approved Partners',
    icon: CircleCheck,
    keys: 'G A',
  }),
  route('/partners/:id', () => import('../features/record/RecordScreen.tsx').then((m) => m.RecordScreen), {
    panes: true,
  }),
  route('/campaigns', () => import('../features/campaigns/CampaignsScreen.tsx').then((m) => m.CampaignsScreen), {
    title: 'Campaigns',
    icon: Mail,
    tab: 'Campaigns',
    keys: 'G C',
  }),
  route('/campaigns/schedule', () => import('../features/calendar/CalendarScreen.tsx').then((m) => m.CalendarScreen)),
  route('/campaigns/compare', () => import('../features/compare/CompareScreen.tsx').then((m) => m.CompareScreen)),
  route('/campaigns/:campaignId', () =>
    import('../features/campaign/CampaignScreen.tsx').then((m) => m.CampaignScreen),
  ),
  route(
    '/campaigns/:campaignId/review',
    () => import('../features/review/ReviewScreen.tsx').then((m) => m.ReviewScreen),
    { panes: true, ownFoot: true },
  ),
  route('/inbox/:conversationId?', () => import('../features/inbox/InboxScreen.tsx').then((m) => m.InboxScreen), {
    title: 'Inbox',
    icon: Inbox,
    tab: 'Inbox',
    keys: 'G I',
    panes: true,
  }),
  route('/settings', () => import('../features/settings/SettingsScreen.tsx').then((m) => m.SettingsScreen), {
    title: 'Settings',
    icon: Settings,
    keys: 'G S',
    section: { of: 'settings', title: 'Profile & signature', icon: UserRound },
  }),
  route(
    '/settings/sending',
    () => import('../features/settings/SendingAccountsScreen.tsx').then((m) => m.SendingAccountsScreen),
    { section: { of: 'settings', title: 'Sending accounts', icon: Mail } },
  ),
  route('/settings/schedule', () => import('../features/settings/ScheduleScreen.tsx').then((m) => m.ScheduleScreen), {
    section: { of: 'settings', title: 'Schedule & limits', icon: Clock },
  }),
  route(
    '/settings/notifications',
    () => import('../features/notifications/NotificationsScreen.tsx').then((m) => m.NotificationsScreen),
    { section: { of: 'settings', title: 'Notifications', icon: Bell } },
  ),
  route('/settings/webhooks', () => import('../features/webhooks/WebhooksScreen.tsx').then((m) => m.WebhooksScreen), {
    section: { of: 'settings', title: 'Webhooks', icon: Link2 },
  }),
  route(
    '/settings/do-not-contact',
    () => import('../features/suppressions/DoNotContactScreen.tsx').then((m) => m.DoNotContactScreen),
    { section: { of: 'settings', title: 'Do not contact', icon: Ban } },
  ),
  route('/settings/security', () => import('../features/security/SecurityScreen.tsx').then((m) => m.SecurityScreen), {
    title: 'Account security',
    section: { of: 'settings', title: 'Security', icon: KeyRound },
    auditors: 'Account security',
    withoutProfile: true,
  }),
  route('/settings/history', () => import('../features/history/HistoryScreen.tsx').then((m) => m.HistoryScreen), {
    title: 'History',
    section: { of: 'settings', title: 'History', icon: History },
  }),
  route('/admin', () => import('../features/admin/AdminScreen.tsx').then((m) => m.AdminScreen), {
    title: 'Admin Panel',
    icon: ShieldCheck,
    section: { of: 'admin', title: 'Health', icon: Activity },
    adminsOnly: true,
  }),
  route('/admin/users', () => import('../features/admin/UsersScreen.tsx').then((m) => m.UsersScreen), {
    section: { of: 'admin', title: 'Users', icon: Users },
    adminsOnly: true,
  }),
  route('/admin/ai-usage', () => import('../features/admin/AiUsageScreen.tsx').then((m) => m.AiUsageScreen), {
    section: { of: 'admin', title: 'AI usage', icon: Sparkles },
    adminsOnly: true,
  }),
  route('/admin/links', () => import('../features/admin/LinksScreen.tsx').then((m) => m.LinksScreen), {
    section: { of: 'admin', title: 'Links', icon: Link2 },
    adminsOnly: true,
  }),
  route(
    '/admin/security-log',
    () => import('../features/admin/SecurityLogScreen.tsx').then((m) => m.SecurityLogScreen),
    {
      section: { of: 'admin', title: 'Security log', icon: KeyRound },
      adminsOnly: true,
    },
  ),
  route('/admin/audit', () => import('../features/history/AuditScreen.tsx').then((m) => m.AuditScreen), {
    section: { of: 'admin', title: 'Audit', icon: History },
    auditors: 'Audit',
    adminsOnly: true,
  }),
];

export type Destination = AppRoute & { title: string };
export type NavigationItem = Destination & { icon: LucideIcon };

const hasTitle = (one: AppRoute): one is Destination => one.title !== undefined;
/** The screens that a user goes to by name. */
export const destinations = (user: { isAdmin: boolean }): Destination[] =>
  ROUTES.filter(hasTitle).filter(({ adminsOnly }) => !adminsOnly || user.isAdmin);

const hasIcon = (one: Destination): one is NavigationItem => one.icon !== undefined;
export const navigationItems = (user: { isAdmin: boolean }): NavigationItem[] => destinations(user).filter(hasIcon);

/** The sections of Settings or Admin. */
export const sectionsOf = (screen: 'settings' | 'admin') =>
  ROUTES.flatMap(({ href, section }) => (section?.of === screen ? [{ ...section, href }] : []));

/** / is the dashboard. */
const addressOf = (path: string): string => (path === '/' ? '/dashboard' : path);

/** The screen at a path; null: there is none. */
export const routeAt = (path: string): AppRoute | null =>
  ROUTES.find(({ pattern }) => pattern.test(addressOf(path))) ?? null;

export const paramsAt = ({ pattern }: AppRoute, path: string): object => pattern.exec(addressOf(path))?.groups ?? {};

export const needsProfile = (route: AppRoute | null): boolean =>
  route !== null && !route.withoutProfile && !route.adminsOnly;

/** The item of the navigation that a path belongs to. */
export function itemAt<Item extends AppRoute>(items: readonly Item[], path: string): Item | undefined {
  const address = addressOf(path);
  return items.find(({ href }) => address === href || address.startsWith(`${href}/`));
}

export function useRoute(): AppRoute | null {
  const [path] = useLocation();
  return routeAt(path);
}
