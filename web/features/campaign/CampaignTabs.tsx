import { Link } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { compareHref } from '../compare/figures.ts';
import { CAMPAIGN_TABS, type CampaignTab, campaignHref } from './campaignUrl.ts';

const LOOK =
  'flex h-10 shrink-0 items-center gap-1.5 border-transparent border-b-2 font-medium text-ink-2 text-small -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink';

const TITLES: Record<CampaignTab, string> = {
  messages: 'Messages',
  overview: 'Overview',
  schedule: 'Schedule',
  settings: 'Settings',
};

/** The parts of a campaign; each has an address. */
export function CampaignTabs(props: { campaign: CampaignView; tab: CampaignTab }) {
  const { id, messageCount } = props.campaign;
  return (
    <nav aria-label="Campaign" className="flex min-w-0 gap-5 overflow-x-auto">
      {CAMPAIGN_TABS.map((tab) => (
        <Link
          key={tab}
          href={campaignHref(id, { tab })}
          aria-current={tab === props.tab ? 'page' : undefined}
          className={LOOK}
        >
          {TITLES[tab]}
          {tab === 'messages' && <span className="text-ink-3 text-note tabular-nums">{wholeNumber(messageCount)}</span>}
        </Link>
      ))}
      <Link href={compareHref(id)} className={LOOK}>
        Compare
      </Link>
    </nav>
  );
}
