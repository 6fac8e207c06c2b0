import { describe, expect, test } from 'vitest';
import { type DomainFacts, judgeDomain } from '../../events/sending/domainPolicy.ts';
import {
  recordDomainCheck,
  requestDomainCheck,
  senderDomain,
  skipDomainCheck,
} from '../../events/sending/senderDomain.ts';
import { readDomainFacts } from '../../worker/domainFacts.ts';
import type { DnsLookup } from '../../worker/providers/dns/lookup.ts';
import { given } from '../support/scenario.ts';

const KEY = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';
const GOOGLE = 'v=spf1 include:_spf.google.com ~all';

/** A domain that has all that Gmail's mail needs. */
const GOOD: DomainFacts = {
  spf: { records: [GOOGLE], includes: ['_spf.google.com'], lookups: 4 },
  dkim: { google: KEY },
  dmarc: { at: 'packs.example', records: ['v=DMARC1; p=reject'] },
  mx: ['smtp.google.com'],
};
const gmail = (facts: Partial<DomainFacts> = {}, domain = 'packs.example') =>
  judgeDomain('gmail', domain, { ...GOOD, ...facts });
const codes = (findings: ReturnType<typeof gmail>) => findings.map(({ check, code }) => `${check} ${code}`);
const of = (check: string, findings: ReturnType<typeof gmail>) => findings.find((one) => one.check === check);
const spf = (record: string[], more: Partial<Exclude<DomainFacts['spf'], string>> = {}) =>
  of('spf', gmail({ spf: { records: record, includes: ['_spf.google.com'], lookups: 4, ...more } }));

describe('a domain', () => {
  test('that has everything passes', () => {
    expect(codes(gmail())).toEqual(['spf ok', 'dkim ok', 'dmarc ok', 'mx ok']);
  });
  test('that the provider runs is the provider’s business', () => {
    expect(new Set(gmail({}, 'gmail.com').map(({ code }) => code))).toEqual(new Set(['managed']));
    const outlook = judgeDomain('smtp', 'outlook.com', { ...GOOD, dkim: {} });
    expect(new Set(outlook.map(({ code }) => code))).toEqual(new Set(['managed']));
  });
  test('of a mail service cannot be sent for by SendGrid', () => {
    expect(of('dmarc', judgeDomain('sendgrid', 'gmail.com', GOOD))).toMatchObject({ code: 'not_yours', fix: null });
  });
  test('whose DNS gave no answer is unknown', () => {
    const all = { spf: 'unavailable', dkim: 'unavailable', dmarc: 'unavailable', mx: 'unavailable' } as const;
    expect(new Set(gmail(all).map(({ code }) => code))).toEqual(new Set(['unavailable']));
  });
});

describe('SPF', () => {
  test.each([
    ['there is none', [], 'missing', GOOGLE],
    [
      'there are two',
      ['v=spf1 ip4:192.0.2.1 -all', GOOGLE],
      'multiple',
      'v=spf1 ip4:192.0.2.1 include:_spf.google.com -all',
    ],
    [
      'everyone may send',
      ['v=spf1 include:_spf.google.com +all'],
      'allows_everyone',
      'v=spf1 include:_spf.google.com ~all',
    ],
    ['everyone may send, by the short form', ['v=spf1 all'], 'allows_everyone', 'v=spf1 ~all'],
  ] as const)('%s', (_, records, code, value) => {
    expect(spf([...records])).toMatchObject({ code, fix: { type: 'TXT', host: 'packs.example', value } });
  });
  test('the provider is added to a record that lacks it, before its end', () => {
    expect(spf(['v=spf1 a mx -all'], { includes: [], lookups: 2 })).toMatchObject({
      code: 'not_included',
      fix: { value: 'v=spf1 a mx include:_spf.google.com -all' },
    });
  });
  test('more than ten lookups fail', () => {
    expect(spf([GOOGLE], { lookups: 10 })?.code).toBe('ok');
    expect(spf([GOOGLE], { lookups: 11 })?.code).toBe('too_many_lookups');
  });
  test('SendGrid sends with a domain of its own', () => {
    const facts = { ...GOOD, spf: { records: [], includes: [], lookups: 0 }, dkim: { s1: KEY, s2: null } };
    expect(codes(judgeDomain('sendgrid', 'packs.example', facts))).toEqual([
      'spf not_needed',
      'dkim ok',
      'dmarc ok',
      'mx ok',
    ]);
  });
});

describe('DKIM', () => {
  test.each([
    ['gmail', { google: null }, 'not_found'],
    ['sendgrid', { s1: null, s2: null }, 'missing'],
    ['gmail', { google: 'v=DKIM1; p=' }, 'revoked'],
    ['sendgrid', { s1: null, s2: `k=rsa; ${KEY.slice(9)}` }, 'ok'],
  ] as const)('%s %o', (provider, dkim, code) => {
    expect(of('dkim', judgeDomain(provider, 'packs.example', { ...GOOD, dkim }))?.code).toBe(code);
  });
});

describe('DMARC', () => {
  const dmarc = (records: string[], more: Partial<DomainFacts> = {}, at = 'packs.example') =>
    of('dmarc', gmail({ dmarc: { at, records }, ...more }))?.code;
  test.each([
    ['none', [], 'missing'],
    ['another text', ['hello'], 'missing'],
    ['two', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'multiple'],
    ['without a policy', ['v=DMARC1; rua=mailto:a@packs.example'], 'invalid'],
    ['an unknown policy', ['v=DMARC1; p=maybe'], 'invalid'],
    ['one that watches', ['v=DMARC1; p=none;'], 'ok'],
  ] as const)('%s', (_, records, code) => expect(dmarc([...records])).toBe(code));
  test('a strict policy turns away what neither SPF nor DKIM vouches for', () => {
    const unsigned = { spf: { records: [], includes: [], lookups: 0 }, dkim: { google: null } };
    expect(dmarc(['v=DMARC1; p=reject'], unsigned)).toBe('not_aligned');
    expect(dmarc(['v=DMARC1; p=none'], unsigned)).toBe('ok');
    expect(dmarc(['v=DMARC1; p=reject'], { dkim: { google: null } })).toBe('ok');
  });
  test('the policy for subdomains counts below the organization’s domain', () => {
    const unsigned = { spf: { records: [], includes: [], lookups: 0 }, dkim: { google: null } };
    const record = ['v=DMARC1; p=none; sp=quarantine'];
    expect(of('dmarc', gmail({ ...unsigned, dmarc: { at: 'example', records: record } }))?.code).toBe('not_aligned');
    expect(dmarc(record, unsigned)).toBe('ok');
  });
});

test.each([
  [[], 'missing'],
  [[''], 'refuses_mail'],
  [['mail.packs.example'], 'ok'],
] as const)('MX %o is %s', (mx, code) => expect(of('mx', gmail({ mx: [...mx] }))?.code).toBe(code));

describe('what the DNS is asked', () => {
  const dns = (zone: Record<string, string[]>): DnsLookup => ({
    txt: async (name) => zone[name] ?? [],
    mx: async () => [],
  });
  const read = (zone: Record<string, string[]>, domain = 'packs.example') => readDomainFacts(dns(zone), domain, ['s1']);

  test('each include is followed, and every query counts', async () => {
    const { spf: found } = await read({
      'packs.example': [
        'other',
        'v=spf1 a mx:mail.example include:one.example ?include:two.example ip4:192.0.2.0/24 ~all',
      ],
      'one.example': ['v=spf1 redirect=three.example'],
      'three.example': ['v=spf1 exists:%{i}.example -all'],
    });
    expect(found).toEqual({
      records: ['v=spf1 a mx:mail.example include:one.example ?include:two.example ip4:192.0.2.0/24 ~all'],
      includes: ['one.example', 'two.example', 'three.example'],
      lookups: 6,
    });
  });
  test('a record that leads to itself ends', async () => {
    const { spf: found } = await read({ 'packs.example': ['v=spf1 include:packs.example -all'] });
    expect(found).toMatchObject({ includes: ['packs.example'], lookups: 2 });
  });
  test('a record with thousands of includes is not followed to its end', async () => {
    const record = `v=spf1 ${Array.from({ length: 3_000 }, (_, index) => `include:d${index}.example`).join(' ')} -all`;
    const asked: string[] = [];
    const counting: DnsLookup = {
      txt: async (name) => {
        asked.push(name);
        return name === 'packs.example' ? [record] : [];
      },
      mx: async () => [],
    };
    const { spf: found } = await readDomainFacts(counting, 'packs.example', []);
    expect(asked.length).toBeLessThan(50);
    expect(found).toMatchObject({ lookups: 30 });
  });
  test('the policy of the organization counts for a subdomain without one', async () => {
    const zone = { '_dmarc.packs.co.uk': ['v=DMARC1; p=none'] };
    expect((await read(zone, 'mail.packs.co.uk')).dmarc).toEqual({ at: 'packs.co.uk', records: ['v=DMARC1; p=none'] });
  });
  test('what fails is unavailable, and the rest is still read', async () => {
    const failing: DnsLookup = {
      txt: (name) => (name.startsWith('_dmarc') ? Promise.reject(new Error('SERVFAIL')) : Promise.resolve([])),
      mx: async () => ['mail.packs.example'],
    };
    expect(await readDomainFacts(failing, 'packs.example', ['s1'])).toEqual({
      spf: { records: [], includes: [], lookups: 0 },
      dkim: { s1: null },
      dmarc: 'unavailable',
      mx: ['mail.packs.example'],
    });
  });
});

describe('the check', () => {
  const asked = { type: 'DomainCheckRequested', data: { requestId: 'r1' } } as const;
  const findings = gmail({ mx: [] });
  const result = { domain: 'packs.example', provider: 'gmail', findings } as const;

  test('is joined while it is under way, and asked for again a minute later', () => {
    given(senderDomain, asked)
      .when((state) => requestDomainCheck(state, 'r2', state.requestedAt ?? ''))
      .gives();
    given(senderDomain, asked)
      .when((state) => requestDomainCheck(state, 'r2', '2126-01-01T00:00:00.000Z'))
      .gives({ type: 'DomainCheckRequested', data: { requestId: 'r2' } });
  });
  test('names the domain and its records in the personal part alone', () => {
    const [event] = recordDomainCheck(senderDomain.initial, result);
    expect(JSON.stringify(event?.data)).not.toContain('packs');
    expect(event).toMatchObject({ personal: { domain: 'packs.example' } });
  });
  test('without a sender ends the request and forgets what was known', () => {
    given(senderDomain, asked)
      .when(skipDomainCheck)
      .gives({ type: 'DomainCheckSkipped', data: { requestId: 'r1' } });
    given(senderDomain).when(skipDomainCheck).gives();
  });
});
