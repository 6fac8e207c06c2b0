import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useLocation } from 'wouter';
import type { UserView } from '../../../api/views.ts';
import { destinations } from '../../app/routes.ts';
import { useTheme } from '../../lib/theme.ts';
import { campaignsQuery } from '../campaigns/campaignsQuery.ts';
import { firstPartnersQuery } from '../partners/partnerPages.ts';

export type Command = {
  id: string;
  group: 'Partners' | 'Campaigns' | 'Actions' | 'Go to';
  text: string;
  /** At the end of the line. */
  note?: string;
  keys?: string;
  run: () => void;
};

/** The limit for each kind; the lists have the rest. */
const MOST = 6;

const matches = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word));

/** The palette's commands for these words. Partners and campaigns appear only once something is typed. */
export function useCommands(
  typed: string,
  user: UserView,
): { commands: Command[]; isLoading: boolean; isIncomplete: boolean } {
  const [, navigate] = useLocation();
  const { theme, toggle } = useTheme();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const looking = words.length > 0;
  const partners = useQuery({ ...firstPartnersQuery({ search: useDeferredValue(typed) }, MOST), enabled: looking });
  const campaigns = useQuery({ ...campaignsQuery(), enabled: looking });
  const go = (href: string) => () => navigate(href);
  const all: Command[] = [
    ...(looking ? (partners.data ?? []) : []).map(
      ({ id, name, status }): Command => ({
        ...{ id: `partner-${id}`, group: 'Partners', text: name ?? 'Erased', note: status },
        run: go(`/${status === 'approved' ? 'approved' : 'discovery'}?partner=${id}`),
      }),
    ),
    ...(looking ? (campaigns.data ?? []) : [])
      .filter(({ name }) => matches(name ?? '', words))
      .slice(0, MOST)
      .map(
        ({ id, name, status }): Command => ({
          ...{ id: `campaign-${id}`, group: 'Campaigns', text: name ?? 'Campaign', note: status },
          run: go(`/campaigns/${id}`),
        }),
      ),
    ...[
      { id: 'new-campaign', text: 'Create a campaign', run: go('/campaigns?new=true') },
      { id: 'theme', text: theme === 'dark' ? 'Use the light theme' : 'Use the dark theme', run: toggle },
      // a real navigation, as the user menu does
      { id: 'out', text: 'Log out', run: () => window.location.assign('/api/logout') },
    ].map((action): Command => ({ ...action, group: 'Actions' })),
    ...destinations(user).map(
      ({ title, href, keys }): Command => ({
        ...{ id: `go-${href}`, group: 'Go to', text: title, ...(keys && { keys }) },
        run: go(href),
      }),
    ),
  ];
  const own = all.filter(({ group, text }) => group === 'Partners' || group === 'Campaigns' || matches(text, words));
  return {
    commands: own,
    isLoading: looking && (partners.isPending || campaigns.isPending),
    isIncomplete: looking && (partners.isError || campaigns.isError),
  };
}
