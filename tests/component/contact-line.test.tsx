/** The line of an address: where it comes from, whether it takes mail, and whether campaigns may use it. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { ContactLine } from '../../web/features/partners/ContactLine.tsx';
import { renderPart } from './support/renderApp.tsx';
import { aPartner } from './support/views.ts';

type Checked = NonNullable<PartnerView['contactVerification']>;

const AT = '2026-03-02T09:00:00.000Z';
const verified = (status: Checked['status'], reason: Checked['reason']): Checked => ({
  ...{ status, reason, by: 'hunter', at: AT },
});
const shown = (more: Partial<PartnerView>) =>
  renderPart(
    <ContactLine
      partner={aPartner({
        ...{ status: 'approved', emailStatus: 'email_found', contactSource: 'hunter' },
        contactInfo: { email: 'ada@lindqvist.example', socialProfiles: [], confidence: 0.9 },
        ...more,
      })}
    />,
  );
const isReady = () => screen.queryByText('Ready for campaigns') !== null;

test.each([
  ['Deliverable', verified('deliverable', 'mailbox_exists'), true],
  ['Risky', verified('risky', 'takes_all'), true],
  ['Undeliverable', verified('undeliverable', 'no_mailbox'), false],
] as const)('%s', async (label, contactVerification, ready) => {
  await shown({ contactVerification });
  screen.getByText('Email: ada@lindqvist.example');
  screen.getByText(label);
  expect(isReady()).toBe(ready);
  expect(screen.queryByText(/Nothing is sent to it. Enter another address./) !== null).toBe(!ready);
});

test('not checked yet, with the page that shows it', async () => {
  await shown({ contactVerification: null, contactSourceUrl: 'https://uphill.example/team' });
  expect(screen.getByText('uphill.example').getAttribute('href')).toBe('https://uphill.example/team');
  screen.getByText(/Not checked yet\./);
});

test('an imported address says when it is checked', async () => {
  await shown({ contactVerification: null, contactSource: 'import' });
  screen.getByText(/Imported.* Not checked yet: it is checked when you add the partner to a campaign\./);
});

test('a page that is no link is none', async () => {
  await shown({ contactVerification: null, contactSourceUrl: 'javascript:alert(1)' });
  expect(document.querySelector('a')).toBeNull();
});

test('on the "Do not contact" list it is not ready, whatever was found', async () => {
  await shown({ contactVerification: verified('deliverable', 'mailbox_exists'), doNotContact: 'unsubscribed' });
  expect(isReady()).toBe(false);
});

test('without an address it says so', async () => {
  await shown({ contactInfo: null, emailStatus: 'pending' });
  screen.getByText('No email yet');
});
