import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { SenderDomainView } from '../../api/views.ts';
import { SenderDomain } from '../../web/features/settings/SenderDomain.tsx';
import { answer, calls, failed } from './support/api.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { noSenderDomain } from './support/views.ts';

const DOMAIN = `${'long'.repeat(14)}.example`;
const MISSING = { check: 'dmarc', code: 'missing', level: 'fail', found: [] as string[] } as const;
const view = (more: Partial<SenderDomainView> = {}): SenderDomainView => ({
  domain: DOMAIN,
  provider: 'gmail',
  checkedAt: new Date().toISOString(),
  findings: [
    { check: 'spf', code: 'ok', level: 'pass', found: ['v=spf1 include:_spf.google.com ~all'], fixes: [] },
    { check: 'dkim', code: 'not_found', level: 'unknown', found: [], fixes: [] },
    { ...MISSING, fixes: [{ type: 'TXT', host: `_dmarc.${DOMAIN}`, value: 'v=DMARC1; p=none' }] },
    { check: 'mx', code: 'ok', level: 'pass', found: ['smtp.google.com'], fixes: [] },
  ],
  ...more,
});
const checkOf = (name: string) => within(screen.getByText(name, { selector: 'h4' }).closest('li') as HTMLElement);

describe('the sending domain', () => {
  test('says of each check how it ended, and gives the record that is missing', async () => {
    answer('get', '/api/sender-domain', view());
    await renderPart(<SenderDomain />);
    await screen.findByText(DOMAIN);
    checkOf('SPF').getByText('OK');
    checkOf('SPF').getByText('Google may send for this domain.');
    expect(checkOf('SPF').queryByText('What is there now')).toBeNull();
    checkOf('DKIM').getByText('Unknown');
    checkOf('DMARC').getByText('Fix');
    expect(checkOf('DMARC').getByLabelText(`TXT record for _dmarc.${DOMAIN}`)).toHaveProperty(
      'value',
      'v=DMARC1; p=none',
    );
  });

  test('a record that is wrong is shown beside the one to replace it with', async () => {
    const found = ['v=spf1 +all'];
    const fix = { type: 'TXT', host: DOMAIN, value: 'v=spf1 ~all' } as const;
    const findings: SenderDomainView['findings'] = [
      { check: 'spf', code: 'allows_everyone', level: 'warn', found, fixes: [fix] },
    ];
    answer('get', '/api/sender-domain', view({ findings }));
    await renderPart(<SenderDomain />);
    await screen.findByText(DOMAIN);
    checkOf('SPF').getByText('Weak');
    checkOf('SPF').getByText('v=spf1 +all');
  });

  test('what no record proves is unknown, and says how to find out', async () => {
    const cname = (name: string) =>
      ({ type: 'CNAME', host: `${name}._domainkey.${DOMAIN}`, value: `${name}.${DOMAIN}.dkim.fmhosted.com` }) as const;
    answer(
      'get',
      '/api/sender-domain',
      view({
        provider: 'smtp',
        findings: [
          { check: 'spf', code: 'unproved', level: 'unknown', found: ['v=spf1 -all'], fixes: [] },
          { check: 'dkim', code: 'missing', level: 'fail', found: [], fixes: [cname('fm1'), cname('fm2')] },
        ],
      }),
    );
    await renderPart(<SenderDomain />);
    await screen.findByText(DOMAIN);
    checkOf('SPF').getByText('Unknown');
    checkOf('SPF').getByText(/Ask your email host what your SPF record must include/);
    checkOf('DKIM').getByText('The DNS has no key for your emails. Add each of these records.');
    for (const name of ['fm1', 'fm2']) checkOf('DKIM').getByLabelText(`CNAME record for ${name}._domainkey.${DOMAIN}`);
  });

  test('without a sender there is nothing to check', async () => {
    answer('get', '/api/sender-domain', noSenderDomain());
    await renderPart(<SenderDomain />);
    await screen.findByText('Your domain is checked once an email provider is set up.');
    expect(screen.queryByText('Check again')).toBeNull();
  });

  test('Check again shows the new result', async () => {
    answer('get', '/api/sender-domain', view());
    const findings: SenderDomainView['findings'] = [
      { check: 'dmarc', code: 'ok', level: 'pass', found: [], fixes: [] },
    ];
    answer('post', '/api/sender-domain/check', view({ findings }));
    const hand = await renderPart(<SenderDomain />);
    await hand.click(await screen.findByText('Check again'));
    await screen.findByText('The domain says what happens to emails that fail the checks.');
    expect(calls).toEqual([expect.objectContaining({ method: 'POST', path: '/api/sender-domain/check' })]);
  });

  test('a check that failed says so, and what was known stays', async () => {
    answer('get', '/api/sender-domain', view());
    answer('post', '/api/sender-domain/check', () => failed(500, 'The server could not answer.'));
    const hand = await renderPart(<SenderDomain />);
    await hand.click(await screen.findByText('Check again'));
    await seeToast({ title: 'Not Checked', variant: 'destructive' });
    screen.getByText(DOMAIN);
  });
});
