import { describe, expect, test } from 'vitest';
import {
  asListed,
  type DnsFix,
  type DomainAuthentication,
  type DomainFacts,
  judgeDomain,
} from '../../events/sending/domainPolicy.ts';
import { hostAuthentication } from '../../events/sending/hostAuthentication.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import {
  recordDomainCheck,
  recordReturnedTest,
  requestDomainCheck,
  senderDomain,
  skipDomainCheck,
} from '../../events/sending/senderDomain.ts';
import { readDomainFacts } from '../../worker/domainFacts.ts';
import type { DnsLookup } from '../../worker/providers/dns/lookup.ts';
import { spfAllows } from '../../worker/spf.ts';
import { signaturesOf } from '../../worker/tasks/returnedTest.ts';
import { given } from '../support/scenario.ts';

const KEY = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';
const GOOGLE = 'v=spf1 include:_spf.google.com ~all';

/** A domain that has all that Gmail's mail needs. */
const GOOD: DomainFacts = {
  spf: { records: [GOOGLE], includes: ['_spf.google.com'], lookups: 4, covers: null },
  dkim: { google: KEY },
  signature: null,
  dmarc: { at: 'packs.example', records: ['v=DMARC1; p=reject'] },
  mx: ['smtp.google.com'],
};
const BY = {
  gmail: MAIL_PROVIDERS.gmail.authentication(null),
  sendgrid: MAIL_PROVIDERS.sendgrid.authentication(null),
};
const gmail = (facts: Partial<DomainFacts> = {}, domain = 'packs.example') =>
  judgeDomain(BY.gmail, domain, { ...GOOD, ...facts });
const codes = (findings: ReturnType<typeof gmail>) => findings.map(({ check, code }) => `${check} ${code}`);
const of = (check: string, findings: ReturnType<typeof gmail>) => findings.find((one) => one.check === check);
const spf = (record: string[], more: Partial<Exclude<DomainFacts['spf'], string>> = {}) =>
  of('spf', gmail({ spf: { records: record, includes: ['_spf.google.com'], lookups: 4, covers: null, ...more } }));

describe('a domain', () => {
  test('that has everything passes', () => {
    expect(codes(gmail())).toEqual(['spf ok', 'dkim ok', 'dmarc ok', 'mx ok']);
  });
  test('that the provider runs is the provider’s business', () => {
    expect(new Set(gmail({}, 'gmail.com').map(({ code }) => code))).toEqual(new Set(['managed']));
    const outlook = judgeDomain(hostAuthentication('smtp-mail.outlook.com'), 'outlook.com', { ...GOOD, dkim: {} });
    expect(new Set(outlook.map(({ code }) => code))).toEqual(new Set(['managed']));
  });
  test('of a mail service cannot be sent for by SendGrid', () => {
    expect(of('dmarc', judgeDomain(BY.sendgrid, 'gmail.com', GOOD))).toMatchObject({ code: 'not_yours', fixes: [] });
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
    expect(spf([...records])).toMatchObject({ code, fixes: [{ type: 'TXT', host: 'packs.example', value }] });
  });
  test('the provider is added to a record that lacks it, before its end', () => {
    expect(spf(['v=spf1 a mx -all'], { includes: [], lookups: 2 })).toMatchObject({
      code: 'not_included',
      fixes: [{ value: 'v=spf1 a mx include:_spf.google.com -all' }],
    });
  });
  test('more than ten lookups fail', () => {
    expect(spf([GOOGLE], { lookups: 10 })?.code).toBe('ok');
    expect(spf([GOOGLE], { lookups: 11 })?.code).toBe('too_many_lookups');
  });
  test('SendGrid sends with a domain of its own', () => {
    const facts = {
      ...GOOD,
      spf: { records: [], includes: [], lookups: 0, covers: null },
      dkim: { s1: KEY, s2: null },
    };
    expect(codes(judgeDomain(BY.sendgrid, 'packs.example', facts))).toEqual([
      'spf not_needed',
      'dkim ok',
      'dmarc ok',
      'mx ok',
    ]);
  });
});

describe('DKIM', () => {
  test('a key that may have another name is no reason to say that the policy turns the mail away', () => {
    const dmarc = { at: 'packs.example', records: ['v=DMARC1; p=reject'] };
    const facts = { ...GOOD, dmarc, dkim: { s1: null, s2: null } };
    expect(of('dmarc', judgeDomain(BY.sendgrid, 'packs.example', facts))?.code).toBe('ok');
  });
  test.each([
    ['gmail', { google: null }, 'not_found'],
    ['sendgrid', { s1: null, s2: null }, 'not_found'],
    ['gmail', { google: 'v=DKIM1; p=' }, 'revoked'],
    ['sendgrid', { s1: null, s2: `k=rsa; ${KEY.slice(9)}` }, 'ok'],
  ] as const)('%s %o', (provider, dkim, code) => {
    expect(of('dkim', judgeDomain(BY[provider], 'packs.example', { ...GOOD, dkim }))?.code).toBe(code);
  });
});

describe('a mail server of one’s own', () => {
  const own = hostAuthentication('mail.packs.example');
  const judged = (facts: Partial<DomainFacts>, by: DomainAuthentication = own) =>
    judgeDomain(by, 'packs.example', { ...GOOD, dkim: {}, ...facts });
  const withSpf = (covers: boolean | null, records = ['v=spf1 mx -all'], by = own) =>
    of('spf', judged({ spf: { records, includes: [], lookups: 1, covers } }, by));

  test.each([
    ['covers its addresses', true, ['v=spf1 mx -all'], 'ok', []],
    ['does not', false, ['v=spf1 mx -all'], 'not_included', ['v=spf1 mx a:mail.packs.example -all']],
    ['is missing', false, [], 'missing', ['v=spf1 a:mail.packs.example ~all']],
    ['may or may not', null, ['v=spf1 mx -all'], 'unproved', []],
    ['is missing, and its addresses are not known', null, [], 'missing', []],
  ] as const)('SPF %s', (_, covers, records, code, values) => {
    const found = withSpf(covers, [...records]);
    expect([found?.code, found?.fixes.map(({ value }) => value)]).toEqual([code, [...values]]);
  });
  test('an address goes into the record as it is', () => {
    expect(withSpf(false, [], hostAuthentication('192.0.2.7'))?.fixes[0]?.value).toBe('v=spf1 ip4:192.0.2.7 ~all');
  });
  test.each([
    ['a key under a common name proves nothing', { default: KEY }, null, 'unproved'],
    ['no key', {}, null, 'not_found'],
    ['the signature of a test email names the key', {}, { selector: 'x7', record: KEY }, 'ok'],
    ['whose record is not there', { default: KEY }, { selector: 'x7', record: null }, 'missing'],
    ['a test email came back unsigned', { default: KEY }, 'unsigned', 'unsigned'],
  ] as const)('DKIM: %s', (_, dkim, signature, code) => {
    expect(of('dkim', judged({ dkim, signature }))?.code).toBe(code);
  });
  test('a host that is known has exact records', () => {
    const fastmail = hostAuthentication('smtp.fastmail.com');
    const found = judged({ dkim: { fm1: KEY.replace('p=MI', 'p='), fm2: null, fm3: null } }, fastmail);
    expect(of('spf', found)).toMatchObject({
      code: 'not_included',
      fixes: [{ value: 'v=spf1 include:_spf.google.com include:spf.messagingengine.com ~all' }],
    });
    expect(of('dkim', judged({ dkim: { fm1: null, fm2: null, fm3: null } }, fastmail))).toMatchObject({
      code: 'missing',
      fixes: ['fm1', 'fm2', 'fm3'].map((name) => ({
        ...{ type: 'CNAME', host: `${name}._domainkey.packs.example` },
        value: `${name}.packs.example.dkim.fmhosted.com`,
      })),
    });
  });
  test('every test email is known once, by signatures of any form', () => {
    const mail = [
      'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;',
      '\td=Packs.example; s=x7; h=from; bh=d=; b=s=no',
      'DKIM-Signature: v=1; s=relay;d=relay.example',
      'Subject: DKIM-Signature: d=evil.example; s=e',
      '',
      'DKIM-Signature: d=body.example; s=b',
    ].join('\r\n');
    const signatures = signaturesOf(Buffer.from(mail));
    expect(signatures).toEqual([
      { domain: 'packs.example', selector: 'x7' },
      { domain: 'relay.example', selector: 'relay' },
    ]);
    const test = { requestId: 'r1', domain: 'packs.example', signatures };
    const [event] = recordReturnedTest(senderDomain.initial, test);
    expect(JSON.stringify(event?.data)).not.toContain('packs');
    given(senderDomain, { type: 'TestMailReturned', data: { requestId: 'r1' }, personal: test })
      .when((state) => recordReturnedTest(state, test))
      .gives();
  });
});

test.each([
  ['v=spf1 ip4:192.0.2.0/24 -all', 'pass'],
  ['v=spf1 ip4:192.0.2.128/25 -all', 'fail'],
  ['v=spf1 a:mail.packs.example ~all', 'pass'],
  ['v=spf1 a/24 -all', 'pass'],
  ['v=spf1 mx -all', 'pass'],
  ['v=spf1 -mx +all', 'fail'],
  ['v=spf1 ?a:mail.packs.example -all', 'fail'],
  ['v=spf1 include:list.example -all', 'pass'],
  ['v=spf1 include:deny.example ip4:192.0.2.7 -all', 'pass'],
  ['v=spf1 redirect=list.example', 'pass'],
  ['v=spf1 exists:%{i}.list.example -all', 'unknown'],
  ['v=spf1 ip6:2001:db8::/32 -all', 'fail'],
  ['v=spf1 include:packs.example -all', 'fail'],
] as const)('mail from 192.0.2.7 under %s: %s', async (record, result) => {
  const zone: Record<string, string[]> = {
    'packs.example': [record],
    'list.example': ['v=spf1 ip4:192.0.2.7 -all'],
    'deny.example': ['v=spf1 -all'],
  };
  const addresses: Record<string, string[]> = { 'mail.packs.example': ['192.0.2.7'], 'packs.example': ['192.0.2.99'] };
  const dns: DnsLookup = {
    txt: async (name) => zone[name] ?? [],
    mx: async () => ['mail.packs.example'],
    addresses: async (name) => addresses[name] ?? [],
  };
  expect(await spfAllows(dns, 'packs.example', '192.0.2.7')).toBe(result);
});

test('a server is covered when all its addresses are; one behind a gateway cannot be told', async () => {
  const dns = (...addresses: string[]): DnsLookup => ({
    txt: async (name) => (name === 'packs.example' ? ['v=spf1 ip4:192.0.2.0/24 -all'] : []),
    mx: async () => [],
    addresses: async () => addresses,
  });
  const covers = async (...addresses: string[]) => {
    const by = { selectors: [], server: 'mail.packs.example' };
    const { spf: found } = await readDomainFacts(dns(...addresses), 'packs.example', by);
    return found === 'unavailable' ? found : found.covers;
  };
  expect(await covers('192.0.2.7')).toBe(true);
  expect(await covers('192.0.2.7', '2001:db8::7')).toBe(false);
  expect(await covers('10.0.0.7')).toBeNull();
  expect(await covers()).toBeNull();
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
    const unsigned = { spf: { records: [], includes: [], lookups: 0, covers: null }, dkim: { google: null } };
    expect(dmarc(['v=DMARC1; p=reject'], unsigned)).toBe('not_aligned');
    expect(dmarc(['v=DMARC1; p=none'], unsigned)).toBe('ok');
    expect(dmarc(['v=DMARC1; p=reject'], { dkim: { google: null } })).toBe('ok');
  });
  test('the policy for subdomains counts below the organization’s domain', () => {
    const unsigned = { spf: { records: [], includes: [], lookups: 0, covers: null }, dkim: { google: null } };
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
    addresses: async () => [],
  });
  const read = (zone: Record<string, string[]>, domain = 'packs.example') =>
    readDomainFacts(dns(zone), domain, { selectors: ['s1'] });

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
      covers: null,
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
      addresses: async () => [],
    };
    const { spf: found } = await readDomainFacts(counting, 'packs.example', { selectors: [] });
    expect(asked.length).toBeLessThan(50);
    expect(found).toMatchObject({ lookups: 30 });
  });
  test('the policy of the organization counts for a subdomain without one', async () => {
    const zone = { '_dmarc.packs.co.uk': ['v=DMARC1; p=none'] };
    expect((await read(zone, 'mail.packs.co.uk')).dmarc).toEqual({ at: 'packs.co.uk', records: ['v=DMARC1; p=none'] });
  });
  const ANY = 'v=spf1 -all';
  const POLICY = 'v=DMARC1; p=reject';
  test.each([
    [
      'of a wildcard is no policy: that of the organization counts',
      { '_dmarc.mail.packs.example': [ANY] },
      'packs.example',
      [POLICY],
    ],
    [
      'beside other texts counts',
      { '_dmarc.mail.packs.example': [ANY, 'v=DMARC1; p=none'] },
      'mail.packs.example',
      [ANY, 'v=DMARC1; p=none'],
    ],
  ])('a text %s', async (_which, zone, at, records) => {
    const found = await read({ '_dmarc.packs.example': [POLICY], ...zone }, 'mail.packs.example');
    expect(found.dmarc).toEqual({ at, records });
  });
  test.each([
    ['a wildcard answers', [ANY], null],
    ['a wildcard answers with a policy', [POLICY], null],
    ['there is a key beside other texts', [ANY, KEY], KEY],
    ['the key was taken back', [ANY, 'v=DKIM1; p='], 'v=DKIM1; p='],
    ['a key has no version', ['k=rsa; p=MIIB'], 'k=rsa; p=MIIB'],
  ])('where %s for a selector, a record without a key is none', async (_what, records, record) => {
    const dns: DnsLookup = { txt: async () => records, mx: async () => [], addresses: async () => [] };
    const signatures = [{ selector: 's1', domain: 'packs.example' }];
    const found = await readDomainFacts(dns, 'packs.example', { selectors: ['s1'] }, signatures);
    expect(found).toMatchObject({ dkim: { s1: record }, signature: { selector: 's1', record } });
  });
  test('what fails is unavailable, and the rest is still read', async () => {
    const failing: DnsLookup = {
      txt: (name) => (name.startsWith('_dmarc') ? Promise.reject(new Error('SERVFAIL')) : Promise.resolve([])),
      mx: async () => ['mail.packs.example'],
      addresses: async () => [],
    };
    expect(await readDomainFacts(failing, 'packs.example', { selectors: ['s1'] })).toEqual({
      spf: { records: [], includes: [], lookups: 0, covers: null },
      dkim: { s1: null },
      signature: null,
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

describe('records that a provider lists itself', () => {
  const LISTED: DnsFix[] = [
    { type: 'CNAME', host: 'em8.packs.example', value: 'u1.wl8.sendgrid.net' },
    { type: 'CNAME', host: 'pp1._domainkey.packs.example', value: 'pp1.domainkey.u1.wl8.sendgrid.net' },
    { type: 'CNAME', host: 'pp2._domainkey.packs.example', value: 'pp2.domainkey.u1.wl8.sendgrid.net' },
  ];
  const by = asListed(BY.sendgrid, LISTED);
  const dkim = (keys: Record<string, string | null>) =>
    of('dkim', judgeDomain(by, 'packs.example', { ...GOOD, dkim: keys }));

  test('name the keys to look for, whatever they are called', () => {
    expect(by.selectors).toEqual(['pp1', 'pp2']);
    expect(dkim({ pp1: KEY, pp2: null })).toMatchObject({ code: 'ok', fixes: [] });
  });
  test('are what is missing, all of them', () => {
    const [other, ...keys] = LISTED;
    expect(dkim({ pp1: null, pp2: null })).toMatchObject({ code: 'missing', fixes: [...keys, other] });
  });
  test('without a key among them change nothing', () => {
    expect(asListed(BY.sendgrid, LISTED.slice(0, 1))).toBe(BY.sendgrid);
  });
});
