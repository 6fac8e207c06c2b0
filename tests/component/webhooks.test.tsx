/** Settings, Webhooks. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeliveryView, WebhookView } from '../../api/views.ts';
import { WebhooksScreen } from '../../web/features/webhooks/WebhooksScreen.tsx';
import { answer, calls, failed } from './support/api.ts';
import { fillIn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';

const aWebhook = (own: Partial<WebhookView> = {}): WebhookView => ({
  id: 'w1',
  url: 'https://crm.example/hooks',
  events: ['reply.received', 'unsubscribed'],
  personal: false,
  addedAt: '2026-11-30T10:00:00Z',
  earlierSecretUntil: null,
  off: null,
  ...own,
});
const aDelivery = (own: Partial<DeliveryView> = {}): DeliveryView => ({
  id: 'msg_1',
  event: 'reply.received',
  queuedAt: '2026-11-30T10:00:00Z',
  status: 'delivered',
  tries: 1,
  lastAt: '2026-11-30T10:00:01Z',
  httpStatus: 204,
  trouble: null,
  nextAt: null,
  ...own,
});
const show = async (webhooks: WebhookView[]) => {
  answer('get', '/api/webhooks', () => ({ webhooks }));
  const hand = await renderPart(<WebhooksScreen />, '/settings/webhooks');
  await screen.findByText(webhooks.length > 0 ? 'https://crm.example/hooks' : /^No webhooks yet/);
  return hand;
};

test('a webhook is added, and its secret is shown once', async () => {
  const webhooks: WebhookView[] = [];
  const hand = await show(webhooks);
  await hand.click(screen.getByText('New webhook'));
  await hand.click(await screen.findByText('Add webhook'));
  expect(screen.getByText('Enter the URL')).toBeTruthy();
  await fillIn(hand, screen.getByLabelText('URL'), 'https://localhost/hooks');
  await hand.click(screen.getByText('Add webhook'));
  expect(screen.getByText('Select at least one event')).toBeTruthy();
  await hand.click(screen.getByLabelText(/^unsubscribed/));
  await hand.click(screen.getByLabelText(/^partner\.found/));
  const refusal = 'Enter an https URL with the name of a public server, such as https://example.com/hooks';
  answer('post', '/api/webhooks', () => failed(400, refusal, { details: [{ field: 'url', message: refusal }] }));
  await hand.click(screen.getByText('Add webhook'));
  expect(await screen.findByText(refusal)).toBeTruthy();

  await fillIn(hand, screen.getByLabelText('URL'), 'https://crm.example/hooks');
  answer('post', '/api/webhooks', () => {
    webhooks.push(aWebhook({ personal: true }));
    return { id: 'w1', secret: 'whsec_c2VjcmV0' };
  });
  await hand.click(screen.getByLabelText('Send personal data'));
  await hand.click(screen.getByText('Add webhook'));
  expect(await screen.findByDisplayValue('whsec_c2VjcmV0')).toBeTruthy();
  expect(calls.at(-1)?.body).toEqual({
    ...{ url: 'https://crm.example/hooks', events: ['partner.found', 'unsubscribed'], personal: true },
  });
  await hand.keyboard('{Escape}');
  expect(screen.getByText('Copy the secret first. It is lost once this is closed.')).toBeTruthy();
  await hand.click(screen.getByText('I have copied it'));
  expect(await screen.findByText('Personal data')).toBeTruthy();
  expect(screen.queryByDisplayValue('whsec_c2VjcmV0')).toBeNull();
});

test('deliveries say what became of them, and are sent again', async () => {
  const hand = await show([aWebhook()]);
  const kept = [
    aDelivery({ id: 'msg_3', status: 'waiting', tries: 2, httpStatus: 503, nextAt: '2026-12-30T10:00:00Z' }),
    aDelivery({ id: 'msg_2', status: 'failed', tries: 10, httpStatus: null, trouble: 'private' }),
    aDelivery(),
  ];
  answer('get', '/api/webhooks/:id/deliveries', () => ({ deliveries: kept, next: null }));
  await hand.click(screen.getByText(/^Show deliveries/));
  const rows = within(await screen.findByRole('list', { name: 'Deliveries' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => /^(Waiting|Failed|Delivered)/.exec(textContent ?? '')?.[1])).toEqual([
    'Waiting',
    'Failed',
    'Delivered',
  ]);
  expect(rows[0]?.textContent).toMatch(/HTTP 503 · 2 tries · again /);
  expect(rows[1]?.textContent).toContain('The host is on a private network · 10 tries');
  answer('post', '/api/webhooks/:id/deliveries/:delivery/redeliver', { success: true });
  await hand.click(within(rows[1] as HTMLElement).getByRole('button', { name: 'Send again reply.received msg_2' }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/webhooks/w1/deliveries/msg_2/redeliver'));
});

test('one that was switched off says why, and is switched on, rotated and removed from its menu', async () => {
  const webhooks = [aWebhook({ off: { why: 'failing', at: '2026-11-30T10:00:00Z' } })];
  const hand = await show(webhooks);
  expect(screen.getByRole('status').textContent).toMatch(/after three days of failures/);
  expect(screen.queryByText(/^Send a test/)).toBeNull();
  const choose = async (item: string) => {
    await hand.click(screen.getByRole('button', { name: 'Actions for https://crm.example/hooks' }));
    await hand.click(await screen.findByRole('menuitem', { name: item }));
  };
  answer('put', '/api/webhooks/:id/on', () => {
    webhooks.splice(0, 1, aWebhook());
    return { webhooks };
  });
  await choose('Switch on');
  expect(await screen.findByText('On')).toBeTruthy();
  expect(calls.at(-1)?.body).toEqual({ on: true });

  answer('post', '/api/webhooks/:id/secret', { id: 'w1', secret: 'whsec_bmV3' });
  await choose('Rotate the secret');
  await hand.click(await screen.findByRole('button', { name: 'Rotate secret' }));
  expect(await screen.findByDisplayValue('whsec_bmV3')).toBeTruthy();
  await hand.click(screen.getByText('I have copied it'));

  answer('delete', '/api/webhooks/:id', () => {
    webhooks.length = 0;
    return { webhooks };
  });
  await choose('Remove');
  await hand.click(await screen.findByRole('button', { name: 'Remove webhook' }));
  expect(await screen.findByText(/^No webhooks yet/)).toBeTruthy();
});
