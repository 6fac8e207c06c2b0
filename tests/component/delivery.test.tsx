import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { CampaignMessages } from '../../web/features/campaign/CampaignMessages.tsx';
import { answer } from './support/api.ts';
import { aCampaign, sendIn } from './support/campaignViews.ts';
import { renderPart } from './support/renderApp.tsx';

type Report = NonNullable<SendView['delivery']>;
const show = async (delivery: Report | null) => {
  answer('get', '/api/campaigns/:id/sends', [sendIn('sent', 'Ada Lindqvist', { delivery })]);
  await renderPart(<CampaignMessages campaign={aCampaign()} />);
  await screen.findByText('Ada Lindqvist');
};

test.each([
  ['bounced', 'Bounced', true],
  ['blocked', 'Blocked', true],
  ['dropped', 'Not delivered', true],
  ['complained', 'Reported as spam', false],
  ['unsubscribed', 'Unsubscribed', false],
  ['delivered', 'Delivered', false],
  ['deferred', 'Delayed', false],
] as const)(
  'a mail that was %s says so beside its status; what came back is no reply',
  async (report, badge, cameBack) => {
    await show({ report, text: 'Sent, but: 550 no such user', cameBack, at: '2026-03-02T10:31:00.000Z' });
    screen.getByText('Sent', { selector: '[data-row] span' });
    screen.getByText(badge, { selector: '[data-row] span' });
    screen.getByText(/^Sent, but: 550 no such user ·/);
    expect(document.querySelector('time[datetime="2026-03-02T10:31:00.000Z"]')?.textContent).toMatch(/2 Mar|Mar 2/);
    expect(screen.queryAllByText('Mark as Replied')).toHaveLength(cameBack ? 0 : 1);
  },
);

test('a mail of which nothing was told can be marked as replied', async () => {
  await show(null);
  screen.getByText('Mark as Replied');
  expect(screen.queryByText('Bounced')).toBeNull();
});

test('those who unsubscribed and those who reported spam have a chip each', async () => {
  const of = (name: string, report: Report['report']) =>
    sendIn('sent', name, { delivery: { report, text: 'Sent', cameBack: false, at: '2026-03-02T10:31:00.000Z' } });
  const sends = [of('Ada Lindqvist', 'unsubscribed'), of('Bo Berg', 'complained'), of('Cleo Marsh', 'delivered')];
  answer('get', '/api/campaigns/:id/sends', sends);
  const hand = await renderPart(
    <CampaignMessages campaign={aCampaign({ unsubscribedCount: 1, complainedCount: 1 })} />,
  );
  const names = () => [...document.querySelectorAll('[data-row] [data-opens]')].map(({ textContent }) => textContent);
  await screen.findByText('Cleo Marsh');
  await hand.click(screen.getByRole('button', { name: 'Unsubscribed 1' }));
  expect(names()).toEqual(['Ada Lindqvist']);
  await hand.click(screen.getByRole('button', { name: 'Reported as spam 1' }));
  expect(names()).toEqual(['Bo Berg']);
});
