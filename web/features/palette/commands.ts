import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { UserView } from '../../../api/views.ts';
import { destinations } from '../../app/routes.ts';
import { commandsHere, type HereCommand } from '../../lib/here.ts';
import { useTheme } from '../../lib/theme.ts';
import { campaignsQuery } from '../campaigns/campaignsQuery.ts';
import { usePlatformsInForce } from '../discovery/visiblePartners.ts';
import { foundConversationsQuery } from '../inbox/foundConversations.ts';
import { useExportPartners } from '../partners/api.ts';
import { readFilter } from '../partners/filterUrl.ts';
import { partnerHref } from '../partners/PartnerLink.tsx';
import { firstPartnersQuery } from '../partners/partnerPages.ts';
import { partnerStage } from '../partners/partnerStage.ts';
import { openPalette } from './openPalette.ts';
import { EXPORT, PLACES } from './places.ts';
import { searchCommands } from './searchCommands.ts';

export type Command = HereCommand & {
  /** At the end of the line. */
  note: string;
};

const MOST = 6;

type Own = Command & { words: string };

/** Saves the partners that the filters of the open list let through; all partners where no list is open. */
function useExportOfList(): () => void {
  const [path] = useLocation();
  const [params] = useSearchParams();
  const platforms = usePlatformsInForce();
  const { mutate } = useExportPartners(path === '/approved' ? 'approved-partners' : 'partners-export');
  const filter = readFilter(params);
  if (path === '/approved') return () => mutate({ filter: { ...filter, status: 'approved' } });
  return () => mutate({ filter: path === '/discovery' ? { ...filter, platforms: [...platforms] } : {} });
}

/** What is always there: actions of what is open, what can be done anywhere, screens. */
function useOwnCommands(user: UserView): Own[] {
  const [, navigate] = useLocation();
  const { theme, toggle } = useTheme();
  // what is open when the palette opens: its own keys do not count
  const [here] = useState(commandsHere);
  const exportPartners = useExportOfList();
  const go = (href: string) => () => navigate(href);
  const mine = ({ adminsOnly }: { adminsOnly?: true }): boolean => !adminsOnly || user.isAdmin;
  return [
    // two parts of a screen may have a command of the same id
    ...here.map((command, at): Own => ({ ...command, id: `here-${at}`, note: 'Here', words: 'here' })),
    ...PLACES.filter(mine).map(({ id, text, words, href }): Own => ({ id, text, words, note: 'Do', run: go(href) })),
    ...[
      { ...EXPORT, run: exportPartners },
      {
        ...{ id: 'theme', text: theme === 'dark' ? 'Use the light theme' : 'Use the dark theme', run: toggle },
        words: 'mode night day colors appearance light dark switch',
      },
      {
        ...{ id: 'keys', text: 'Keyboard shortcuts', run: () => openPalette('shortcuts') },
        words: 'help hotkeys keys commands',
      },
      {
        // a real navigation, as the user menu does
        ...{ id: 'out', text: 'Log out', run: () => window.location.assign('/api/logout') },
        words: 'logout sign out signout leave exit quit',
      },
    ].map((action): Own => ({ ...action, note: 'Do' })),
    ...destinations(user).map(
      ({ title, href, keys }): Own => ({
        ...{ id: `go-${href}`, text: title, note: 'Go to', words: 'go open show screen', run: go(href) },
        ...(keys && { keys }),
      }),
    ),
  ];
}

/** The palette's commands for these words. People, conversations and campaigns appear only once something is typed. */
export function useCommands(
  typed: string,
  user: UserView,
): { commands: Command[]; isLoading: boolean; isIncomplete: boolean } {
  const [, navigate] = useLocation();
  const own = useOwnCommands(user);
  const search = useDeferredValue(typed.trim());
  const looking = typed.trim() !== '';
  const partners = useQuery({ ...firstPartnersQuery({ search }, MOST), enabled: looking });
  const conversations = useQuery({ ...foundConversationsQuery(search, MOST), enabled: looking });
  const campaigns = useQuery({ ...campaignsQuery(), enabled: looking });
  const go = (href: string) => () => navigate(href);
  if (!looking) return { commands: own, isLoading: false, isIncomplete: false };
  const ofCampaigns = (campaigns.data ?? []).map(({ id, name }) => ({
    ...{
      id: `campaign-${id}`,
      text: name ?? 'Campaign',
      note: 'Campaign',
      words: 'campaign',
      run: go(`/campaigns/${id}`),
    },
  }));
  const commands = searchCommands(own, typed);
  const asked = commands.filter(({ exact, note }) => exact || note === 'Here');
  return {
    commands: [
      ...asked,
      ...(partners.data ?? []).map(
        (partner): Command => ({
          ...{ id: `partner-${partner.id}`, text: partner.name ?? 'Erased', note: partnerStage(partner).label },
          run: go(partnerHref(partner.id)),
        }),
      ),
      ...searchCommands(ofCampaigns, typed).slice(0, MOST),
      ...(conversations.data?.conversations ?? []).map(
        ({ id, partner, last }): Command => ({
          ...{ id: `conversation-${id}`, note: 'Conversation' },
          text: [partner.name ?? 'An erased person', last?.subject].filter(Boolean).join(': '),
          run: go(`/inbox/${id}?show=all`),
        }),
      ),
      ...commands.filter((command) => !asked.includes(command)),
    ],
    isLoading: partners.isPending || campaigns.isPending || conversations.isPending,
    isIncomplete: partners.isError || campaigns.isError || conversations.isError,
  };
}
