import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { AvailablePartnerView, BatchView, PartnerView } from '../../api/views.ts';
import { AddToCampaignDialog } from '../../web/features/approved/AddToCampaignDialog.tsx';
import { CampaignsScreen } from '../../web/features/campaigns/CampaignsScreen.tsx';
import { answer, calls, failed, hold } from './support/api.ts';
import { aCampaign } from './support/campaignViews.ts';
import { fillIn } from './support/fields.ts';
import { aBatch } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aPartner, sendingSettings } from './support/views.ts';

const CAMPAIGNS = [
  aCampaign({ id: 'spring', name: 'Spring vests', status: 'draft' }),
  aCampaign({ id: 'winter', name: 'Winter caps', status: 'active' }),
  aCampaign({ id: 'past', name: 'Last year', status: 'completed' }),
];
const withEmail = (id: string, name: string): PartnerView =>
  aPartner({
    id,
    name,
    status: 'approved',
    contactInfo: { email: `${id}@m.example`, socialProfiles: [], confidence: 1 },
  });
const [ADA, BEN, IRA] = [withEmail('ada', 'Ada Free'), withEmail('ben', 'Ben Busy'), withEmail('ira', 'Ira Inside')];
const NOOR = aPartner({ id: 'noor', name: 'Noor Nomail', status: 'approved' });
const FOUR = [ADA, BEN, IRA, NOOR];
const free = (partner: PartnerView, more: Partial<AvailablePartnerView> = {}): AvailablePartnerView => ({
  ...partner,
  contactedAt: null,
  planned: false,
  repliedAt: null,
  otherCampaigns: [],
  ...more,
});
const REQUIRED = 'Please select a campaign and at least one partner.';

const [added, closed] = [vi.fn(), vi.fn()];
async function opened(partners: PartnerView[] = FOUR, campaigns = CAMPAIGNS): Promise<UserEvent> {
  added.mockClear();
  closed.mockClear();
  answer('get', '/api/campaigns', campaigns);
  answer('post', '/api/campaigns/:id/available-partners', [free(ADA), free(BEN)]);
  return renderPart(<AddToCampaignDialog partners={partners} onAdded={added} onClose={closed} />);
}
const box = () => within(screen.getByRole('dialog'));
const campaign = () => box().getByLabelText<HTMLSelectElement>('Campaign');
const submit = () => box().getByRole('button', { name: 'Add to Campaign' });
const choose = async (hand: UserEvent, name: string) => {
  await box().findByText(name);
  await hand.selectOptions(campaign(), name);
};

async function fillNew(hand: UserEvent): Promise<void> {
  await fillIn(hand, screen.getByLabelText('Campaign name'), 'Summer socks');
  await fillIn(hand, screen.getByLabelText('Subject'), 'Socks');
  await fillIn(hand, screen.getByLabelText('Message instructions'), 'Offer socks.');
}

describe('Add to Campaign', () => {
  test('without any campaign a new one begins with the selection', async () => {
    const hand = await opened(FOUR, []);
    await box().findByText('No campaigns yet. A new one begins with these partners.');
    await hand.click(box().getByText('New campaign'));
    expect(window.location.pathname + window.location.search).toBe('/campaigns?new=true');

    cleanup();
    answer('get', '/api/campaign-sends/undecided', []);
    answer('get', '/api/sending-accounts', []);
    answer('get', '/api/sending-settings', sendingSettings());
    answer('post', '/api/campaigns', aCampaign({ id: 'c9', name: 'Summer socks' }));
    answer('post', '/api/campaigns/:id/partners', () => failed(500));
    await renderPart(<CampaignsScreen />, '/campaigns?new=true');
    await screen.findByText('With the 4 partners that you selected.');
    await fillNew(hand);
    await hand.click(screen.getByText('Create draft'));
    const text = 'Summer socks was created as a draft. Failed to add partners to campaign';
    await seeToast({ title: 'Failed to Add Partners', text, variant: 'destructive' });
    expect(calls.at(-1)).toMatchObject({
      path: '/api/campaigns/c9/partners',
      body: { partnerIds: ['ada', 'ben', 'ira', 'noor'] },
    });
    await waitFor(() => expect(window.location.pathname).toBe('/campaigns/c9'));
  });

  test('a new one begins with all of a filter', async () => {
    answer('get', '/api/campaigns', CAMPAIGNS);
    const all = { filter: { status: 'approved' as const }, total: { total: 1_000, exact: false } };
    const hand = await renderPart(<AddToCampaignDialog partners={[ADA]} all={all} onAdded={added} onClose={closed} />);
    await hand.click(box().getByText('New campaign'));
    cleanup();
    answer('get', '/api/campaign-sends/undecided', []);
    answer('get', '/api/sending-accounts', []);
    answer('get', '/api/sending-settings', sendingSettings());
    answer('post', '/api/campaigns', aCampaign({ id: 'c9', name: 'Summer socks' }));
    let batch: BatchView | null = null;
    answer('get', '/api/partners/batch', () => batch);
    answer('post', '/api/campaigns/:id/partners', () => {
      batch = aBatch({ id: 'socks', act: { kind: 'join', campaignId: 'c9' }, status: 'running' });
      return Response.json(batch, { status: 202 });
    });
    await renderPart(<CampaignsScreen />, '/campaigns?new=true');
    await screen.findByText('With the 1,000+ partners that you selected.');
    await fillNew(hand);
    await hand.click(screen.getByText('Create draft'));
    await seeToast({ title: 'Campaign Created', text: 'Summer socks is a draft. Its partners are being added.' });
    expect(calls.at(-1)?.body).toEqual({ filter: { status: 'approved' } });
  });

  test('without a partner adds nothing', async () => {
    const hand = await opened([]);
    box().getByText('Select at least one partner in the list.');
    await choose(hand, 'Spring vests (draft)');
    await hand.click(submit());
    await seeToast({ title: 'Selection Required', text: REQUIRED, variant: 'destructive' });
    expect(calls).toEqual([]);
  });

  test('without a campaign says so beside the field, in focus', async () => {
    const hand = await opened();
    box().getByText('4 partners selected.');
    await hand.click(submit());
    await seeToast({ title: 'Selection Required', text: REQUIRED, variant: 'destructive' });
    box().getByText(REQUIRED);
    expect(campaign().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(campaign());
    await choose(hand, 'Spring vests (draft)');
    expect(box().queryByText(REQUIRED)).toBeNull();
  });

  test('says who joins, who is left out, who was contacted before, and who is in another running campaign', async () => {
    const hand = await opened();
    answer('post', '/api/campaigns/:id/available-partners', [
      free(ADA, { contactedAt: '2026-02-02T12:00:00.000Z', repliedAt: '2026-02-04T12:00:00.000Z' }),
      free(BEN, { otherCampaigns: ['Winter caps'], planned: true }),
    ]);
    await choose(hand, 'Spring vests (draft)');
    await box().findByText('2 partners will be added. 2 left out: 1 already in this campaign, 1 no email.');
    box().getByText(/^1 partner was contacted before: Ada Free \(.+, replied .+\)\.$/);
    box().getByText('1 partner will get an email from another campaign: Ben Busy.');
    box().getByText('1 partner is in another running campaign already (Winter caps) and would get an email from each.');
  });

  test.each([
    ['Winter caps (active)', 'It is active: new messages are sent after you approve their texts.'],
    ['Last year (completed)', 'It is completed: new partners pause it until you resume it.'],
  ])('to %s says what becomes of those who join', async (name, text) => {
    const hand = await opened();
    await choose(hand, name);
    box().getByText(text);
  });

  test('says how many were added and why not the others, once for a double click', async () => {
    const hand = await opened();
    const { held, release } = hold();
    const skipped = [
      { partnerId: 'ira', reason: 'already in this campaign' },
      { partnerId: 'noor', reason: 'no email' },
    ];
    answer('post', '/api/campaigns/:id/partners', () => held.then(() => ({ addedCount: 2, skipped })));
    await choose(hand, 'Spring vests (draft)');
    await hand.dblClick(submit());
    release();
    const text = '2 partners added to Spring vests. 2 left out: 1 already in this campaign, 1 no email.';
    await seeToast({ title: 'Partners Added', text });
    await waitFor(() => expect(added).toHaveBeenCalledOnce());
    const body = { partnerIds: ['ada', 'ben', 'ira', 'noor'] };
    expect(calls).toEqual([{ method: 'POST', path: '/api/campaigns/spring/partners', body }]);
  });

  test('no one added is no success, and the dialog stays', async () => {
    const hand = await opened([NOOR]);
    const skipped = [{ partnerId: 'noor', reason: 'no email' }];
    answer('post', '/api/campaigns/:id/partners', { addedCount: 0, skipped });
    await choose(hand, 'Winter caps (active)');
    await hand.click(submit());
    const text = 'No partners were added. 1 left out: no email.';
    await seeToast({ title: 'Failed to Add Partners', text, variant: 'destructive' });
    expect(added).not.toHaveBeenCalled();
    expect(closed).not.toHaveBeenCalled();
  });
});
