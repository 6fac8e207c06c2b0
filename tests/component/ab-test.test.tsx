import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AbTestView, CampaignView, SendView } from '../../api/views.ts';
import { CampaignScreen } from '../../web/features/campaign/CampaignScreen.tsx';
import { CampaignsScreen } from '../../web/features/campaigns/CampaignsScreen.tsx';
import { answer, calls } from './support/api.ts';
import {
  aCampaign,
  aSchedule,
  aStartCheck,
  aStartPreview,
  besideCampaigns,
  sendIn,
  withPartners,
} from './support/campaignViews.ts';
import { errorOf, field, fillIn, seeFocusOn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

const button = (name: string) => screen.getByText(name, { selector: 'button' });
const SWITCH = 'Test a second version';

describe('the form of a campaign', () => {
  let hand: UserEvent;
  beforeEach(async () => {
    besideCampaigns();
    answer('get', '/api/campaigns', []);
    answer('post', '/api/campaigns', () => aCampaign());
    hand = await renderPart(<CampaignsScreen />);
    await hand.click(button('Create Campaign'));
    await screen.findByLabelText('Campaign name');
    await fillIn(hand, 'Campaign name', 'Summer socks');
    await fillIn(hand, 'Message instructions', 'Offer socks.');
    await fillIn(hand, 'Subject', 'Socks for your trails');
  });
  const sent = async () => {
    await hand.click(button('Create draft'));
    await waitFor(() => expect(calls).toHaveLength(1));
    return calls[0]?.body;
  };

  test('has one version, unless the user asks for two', async () => {
    expect(screen.queryByLabelText(/of version B/)).toBeNull();
    expect(await sent()).toMatchObject({ abTest: null });
  });

  test('sends what version B says instead', async () => {
    await hand.click(screen.getByLabelText(SWITCH));
    await fillIn(hand, 'Subject of version B', 'Your trails');
    expect(await sent()).toMatchObject({ abTest: { varies: 'subject', variantB: 'Your trails' } });
  });

  test('the instructions may differ instead, and the invitation is the subject of the other type', async () => {
    await hand.click(screen.getByLabelText(SWITCH));
    await hand.click(screen.getByLabelText('Show me you know me'));
    await fillIn(hand, 'Invitation', 'our trail days');
    expect(field('Invitation of version B').value).toBe('');
    await hand.click(screen.getByLabelText('Other instructions'));
    await fillIn(hand, 'Instructions of version B', 'Ask a question.');
    expect(await sent()).toMatchObject({ abTest: { varies: 'instructions', variantB: 'Ask a question.' } });
  });

  test('says beside the field what is wrong, with the focus there', async () => {
    await hand.click(screen.getByLabelText(SWITCH));
    await hand.click(button('Create draft'));
    await screen.findByText('Write version B');
    await seeFocusOn(() => field('Subject of version B'));
    await fillIn(hand, 'Subject of version B', 'Socks for your trails');
    await hand.click(button('Create draft'));
    await screen.findByText('Version B must differ from version A');
    expect(errorOf(field('Subject of version B'))).toBe('Version B must differ from version A');
    expect(calls).toEqual([]);
  });

  test('what is wrong with version B is said until it is right, whichever field changes that', async () => {
    await hand.click(screen.getByLabelText(SWITCH));
    await hand.click(button('Create draft'));
    await screen.findByText('Write version B');
    await hand.click(screen.getByLabelText('Other instructions'));
    const problem = () => errorOf(field('Instructions of version B'));
    await waitFor(() => expect(problem()).toBe('Write version B'));
    await hand.type(field('Instructions of version B'), 'Offer socks.');
    await waitFor(() => expect(problem()).toBe('Version B must differ from version A'));
    await hand.type(field('Message instructions'), ' Ask.');
    await waitFor(() => expect(screen.queryByText('Version B must differ from version A')).toBeNull());
    await hand.clear(field('Instructions of version B'));
    await waitFor(() => expect(problem()).toBe('Write version B'));
  });
});

describe('a campaign with two versions', () => {
  const version = (variant: 'A' | 'B', more: object = {}) => ({
    ...{ variant, text: variant === 'A' ? 'A vest for your trails' : 'Your trails', sent: 0, replied: 0 },
    ...{ interested: 0, bounced: 0, unsubscribed: 0, complained: 0, responseRate: 0, earlier: null, ...more },
  });
  let campaign: CampaignView;
  let sends: SendView[];
  let results: NonNullable<AbTestView>;
  beforeEach(() => {
    campaign = aCampaign({
      ...withPartners(2, 2),
      ...{ status: 'active', abTest: { varies: 'subject', variantB: 'Your trails', chosen: null } },
    });
    sends = [sendIn('sent', 'Ada Lindqvist', { variant: 'A' }), sendIn('review', 'Bo Berg', { variant: 'B' })];
    results = {
      variants: [
        version('A', { sent: 40, replied: 3, interested: 1, responseRate: 7.5 }),
        version('B', {
          sent: 41,
          replied: 10,
          interested: 6,
          bounced: 2,
          unsubscribed: 3,
          complained: 1,
          responseRate: 24.4,
        }),
      ],
      verdict: { kind: 'better', better: 'B', text: 'B is better: it gets more replies.' },
      chosen: null,
      inOtherVersion: 0,
    };
    besideCampaigns();
    answer('get', '/api/campaigns/:id', () => campaign);
    answer('get', '/api/campaigns/:id/sends', () => sends);
    answer('get', '/api/campaigns/:id/schedule', aSchedule());
    answer('get', '/api/campaigns/:id/ab-test', () => results);
    answer('get', '/api/campaigns/:id/days', { timezone: 'UTC', series: [] });
  });
  const shown = (tab = 'overview') => renderPart(<CampaignScreen campaignId="c1" />, `/campaigns/c1?tab=${tab}`);
  const figures = async (variant: 'A' | 'B') => {
    const card = await screen.findByLabelText(`Version ${variant}`, { selector: 'article' });
    return [...card.querySelectorAll('dl > div')].map((one) =>
      [...one.children].map((part) => part.textContent).join(' '),
    );
  };

  test('shows the figures of both, and whether they mean anything', async () => {
    await shown();
    expect(await figures('A')).toEqual(['Sent 40', 'Replied 3 7.5%', 'Interested 1', 'Bounced 0']);
    const objections = ['Unsubscribed 3', 'Reported as spam 1'];
    expect(await figures('B')).toEqual(['Sent 41', 'Replied 10 24.4%', 'Interested 6', 'Bounced 2', ...objections]);
    const replied = screen.getByLabelText('Partners who replied: 10, show the events');
    expect(replied.getAttribute('href')).toMatch(/number=partnersReplied&campaign=[^&]+&variant=B$/);
    const repliesOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(repliesOf('24.4%, show the replies')).toBe('/inbox?campaign=c1&variant=B&show=all');
    expect(repliesOf('6, show these replies')).toBe('/inbox?campaign=c1&variant=B&label=interested&show=all');
    screen.getByText('B is better: it gets more replies.');
    screen.getByText(/at most one test in twenty shows such a lead by chance/);
    screen.getByText('Your trails');
  });

  test('shows the figures of an earlier text apart', async () => {
    const [a = version('A'), b = version('B')] = results.variants;
    results = { ...results, variants: [a, { ...b, earlier: { sent: 12, replied: 1 } }] };
    await shown();
    expect(await figures('B')).toContain('Sent 41');
    screen.getByText('Before its text was changed: 12 sent, 1 replied');
    expect(screen.getAllByText(/^Before its text/)).toHaveLength(1);
  });

  test('a new label of a reply is counted at once', async () => {
    await shown();
    await figures('B');
    results = { ...results, variants: [version('A'), version('B', { interested: 7 })] };
    notice({ kind: 'conversation', id: 'c1.p1', type: 'ReplyLabelSet', version: 3 });
    await waitFor(async () => expect(await figures('B')).toContain('Interested 7'));
  });

  test('its messages say their version', async () => {
    await shown('messages');
    const [, ...rows] = within(await screen.findByRole('table', { name: 'Messages' })).getAllByRole('row');
    expect(rows.map((row) => within(row).queryByText(/^Version/)?.textContent).sort()).toEqual([
      'Version A',
      'Version B',
    ]);
  });

  test('one is used for the rest after a question', async () => {
    answer('post', '/api/campaigns/:id/ab-test/choice', () => {
      results = { ...results, chosen: 'B' };
      return campaign;
    });
    const hand = await shown();
    await hand.click(await screen.findByText('Use B for the rest'));
    const asking = within(await screen.findByRole('alertdialog'));
    asking.getByText(/Messages that are not written yet get version B/);
    await hand.click(asking.getByText('Use B', { selector: 'button' }));
    await seeToast({ title: 'Version B Chosen', text: 'Approved and sent messages stay as they are.' });
    await screen.findByText('B, for the rest');
    expect(calls.map(({ body }) => body)).toEqual([{ variant: 'B' }]);
    expect(screen.queryByText('Use B for the rest')).toBeNull();
    screen.getByText('Use A for the rest');
  });

  test('what the AI could not write in it can be asked for again', async () => {
    results = { ...results, chosen: 'B', inOtherVersion: 2 };
    answer('post', '/api/campaigns/:id/ab-test/choice', () => {
      results = { ...results, inOtherVersion: 0 };
      return campaign;
    });
    const hand = await shown();
    await screen.findByText('2 texts could not be written in version B. Try again.');
    await hand.click(screen.getByText('Use B for the rest'));
    await hand.click(within(await screen.findByRole('alertdialog')).getByText('Use B', { selector: 'button' }));
    await waitFor(() => expect(screen.queryByText('Use B for the rest')).toBeNull());
    expect(calls.map(({ body }) => body)).toEqual([{ variant: 'B' }]);
  });

  test('a draft has nothing to choose, and Start says how it is split', async () => {
    campaign = { ...campaign, status: 'draft' };
    const checks = [aStartCheck('version_a', 5), aStartCheck('version_b', 4), aStartCheck('version_own', 1)];
    answer('get', '/api/campaigns/:id/start-preview', aStartPreview({ checks }));
    const hand = await shown();
    await figures('A');
    expect(screen.queryByText(/for the rest$/)).toBeNull();
    await hand.click(button('Start'));
    const asking = within(await screen.findByRole('alertdialog'));
    await asking.findByText('5 emails in version A');
    asking.getByText('4 emails in version B');
    asking.getByText('1 email written by hand');
  });
});
