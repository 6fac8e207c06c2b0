/** An email that came back, in the campaign: another address is found or typed, and it is sent again there. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PartnerView, SendView } from '../../api/views.ts';
import { CampaignMessages } from '../../web/features/campaign/CampaignMessages.tsx';
import { answer, calls, failed } from './support/api.ts';
import { aCampaign, sendIn } from './support/campaignViews.ts';
import { keepPartners } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aPartner, someCredits } from './support/views.ts';

const OLD = 'ada@lindqvist.example';
const NEW = 'ada@studio.example';
const delivery = {
  report: 'bounced',
  text: '550 no such user',
  cameBack: true,
  at: '2026-03-03T10:03:00.000Z',
} as const;
const bounced = (more: Partial<SendView> = {}): SendView => {
  const message = sendIn('sent', 'Ada Lindqvist', { delivery, needsAddress: true, recipientEmail: OLD, ...more });
  return { ...message, partner: { ...message.partner, id: 'ada' } };
};
const withAddress = (email: string, more: Partial<PartnerView> = {}) =>
  aPartner({
    ...{ id: 'ada', name: 'Ada Lindqvist', status: 'approved', emailStatus: 'email_found' },
    contactInfo: { email, socialProfiles: [], confidence: 0.9 },
    ...more,
  });

async function opened(message = bounced()) {
  answer('get', '/api/campaigns/:id/sends', [message]);
  answer('get', '/api/credits', someCredits());
  const kept = keepPartners([withAddress(OLD)]);
  const hand = await renderPart(<CampaignMessages campaign={aCampaign()} />);
  await hand.click(await screen.findByLabelText('Fix address of Ada Lindqvist'));
  const form = within(await screen.findByLabelText('Another address'));
  return { hand, kept, form, field: form.getByLabelText('Send it again to'), send: form.getByText('Use and send') };
}
const sent = () => calls.filter(({ path }) => path.endsWith('/resend')).map(({ body }) => body);

test('an address is typed; the old one, none, and no address are refused in place', async () => {
  const { hand, form, field, send } = await opened();
  const write = async (text: string) => {
    await hand.clear(field);
    await hand.paste(text);
  };
  for (const [typed, problem] of [
    ['', 'Enter another address, or find one'],
    [OLD.toUpperCase(), 'The email came back from this address'],
    ['ada', 'Invalid email'],
  ] as const) {
    await write(typed);
    await hand.click(send);
    form.getByText(problem);
  }
  expect(sent()).toEqual([]);
  await write(NEW);
  answer('post', '/api/campaign-sends/:id/resend', () =>
    failed(422, 'Nothing is sent to this address (unsubscribed).'),
  );
  await hand.click(send);
  await seeToast({
    ...{ title: 'Send Failed', text: 'Nothing is sent to this address (unsubscribed).', variant: 'destructive' },
  });
  expect(field).toHaveProperty('value', NEW);
  answer('post', '/api/campaign-sends/:id/resend', sendIn('sent', 'Ada Lindqvist', { id: 'again' }));
  await hand.click(send);
  await seeToast({ title: 'Email Sent', text: `Sent to ${NEW}.` });
  expect(sent()).toEqual([{ newAddress: NEW }, { newAddress: NEW }]);
});

test('an address that a search found is shown with its source, and goes with one press', async () => {
  const { hand, kept, form } = await opened(bounced({ body: `I found ${OLD} on your page.` }));
  form.getByText('The text contains the old address. The new address replaces it there, too.');
  const found = withAddress(NEW, { contactSource: 'hunter', contactFoundAt: '2026-03-03T10:10:00.000Z' });
  kept.list = [found];
  answer('post', '/api/partners/:id/enhance-contact', {
    ...{ partner: found, usedHunter: true, fallbackUsed: false, source: 'hunter', creditsRemaining: 9 },
    ...{ creditUsed: true, steps: [] },
  });
  answer('post', '/api/campaign-sends/:id/resend', sendIn('sent', 'Ada Lindqvist', { id: 'again' }));
  await hand.click(form.getByText(/^(Find Email \(|Search again)/));
  await form.findByText(/^Found at Hunter/);
  await hand.click(form.getByText('Use and send'));
  await seeToast({ title: 'Email Sent', text: `Sent to ${NEW}.` });
  expect(sent()).toEqual([{ newAddress: NEW }]);
});
