/**
 * What the mail hosts ask their users to put into the DNS of a domain of their own, as their help pages give it; compared on 2026-11-24. A host
 * is known by the name of its SMTP server, however it was typed.
 */

import { PERSONAL_AT_MICROSOFT } from '../shared/ownDomain.ts';
import type { DnsFix, DomainAuthentication } from './domainPolicy.ts';

const cnames =
  (selectors: readonly string[], target: (selector: string, domain: string) => string) =>
  (domain: string): DnsFix[] =>
    selectors.map((selector) => ({
      ...{ type: 'CNAME', host: `${selector}._domainkey.${domain}`, value: target(selector, domain) },
    }));

const FASTMAIL = ['fm1', 'fm2', 'fm3'];
const MAILBOX_ORG = ['MBO0001', 'MBO0002', 'MBO0003', 'MBO0004'];
const IONOS = ['s1-ionos', 's2-ionos'];

type HostAuthentication = Omit<DomainAuthentication, 'alignedBySpf' | 'server'>;

const HOSTS: readonly [RegExp, HostAuthentication][] = [
  [
    /\.(fastmail|messagingengine)\.com$/,
    {
      manages: /^fastmail\.(com|fm|net|org|de|es|fr|in|jp|mx|to|us|cn|co\.uk|com\.au)$/,
      spfInclude: 'spf.messagingengine.com',
      ...{ selectors: FASTMAIL, selectorsAre: 'all' },
      keyRecords: cnames(FASTMAIL, (selector, domain) => `${selector}.${domain}.dkim.fmhosted.com`),
    },
  ],
  [
    /\.mail\.me\.com$/,
    {
      ...{ manages: /^(icloud|me|mac)\.com$/, spfInclude: 'icloud.com', selectors: ['sig1'], selectorsAre: 'all' },
      keyRecords: cnames(['sig1'], (_, domain) => `sig1.dkim.${domain}.at.icloudmailadmin.com`),
    },
  ],
  [
    /^smtp\.mailbox\.org$/,
    {
      ...{ manages: /^mailbox\.org$/, spfInclude: 'mailbox.org', selectors: MAILBOX_ORG, selectorsAre: 'all' },
      keyRecords: cnames(MAILBOX_ORG, (selector) => `${selector}._domainkey.mailbox.org`),
    },
  ],
  [
    /\.ionos\.[a-z.]+$/,
    {
      ...{ spfInclude: '_spf-eu.ionos.com', spfAlso: /^_spf-[a-z]+\.ionos\.com$/ },
      ...{ selectors: IONOS, selectorsAre: 'all' },
      keyRecords: cnames(IONOS, (selector) => `${selector.slice(0, 2)}.dkim.ionos.com`),
    },
  ],
  [
    // each data center has its own, and the administrator names the key
    /\.zoho(mail|cloud)?\.[a-z.]+$/,
    {
      manages: /^zoho(mail)?\.(com|eu|in)$/,
      ...{ spfInclude: 'zohomail.com', spfAlso: /(^|\.)zoho(mail|cloud)?\.[a-z.]+$/ },
      ...{ selectors: ['zmail', 'zoho'], selectorsAre: 'usual' },
    },
  ],
  [
    /(^|\.)(office365|outlook)\.com$/,
    {
      ...{ manages: PERSONAL_AT_MICROSOFT, spfInclude: 'spf.protection.outlook.com' },
      ...{ selectors: ['selector1', 'selector2'], selectorsAre: 'all' },
    },
  ],
  [
    /\.(gmail|googlemail)\.com$/,
    {
      ...{ manages: /^(gmail|googlemail)\.com$/, spfInclude: '_spf.google.com' },
      ...{ selectors: ['google'], selectorsAre: 'usual' },
    },
  ],
  [
    /(^|\.)gmx\.(net|com)$/,
    { manages: /^gmx\.(net|de|at|ch|com|co\.uk|fr|es|us)$/, selectors: [], selectorsAre: 'all' },
  ],
  [/\.web\.de$/, { manages: /^web\.de$/, selectors: [], selectorsAre: 'all' }],
  [
    /\.mail\.yahoo\.[a-z.]+$/,
    { manages: /^(yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/, selectors: [], selectorsAre: 'guessed' },
  ],
];

/** Names under which servers of one's own often keep their key. That one is there says nothing about who signs with it. */
const OFTEN = [
  'default',
  'dkim',
  'mail',
  'google',
  'selector1',
  'selector2',
  'fm1',
  'sig1',
  'zoho',
  'zmail',
  's1',
  'k1',
];

/** `host`: the name of the SMTP server; null: not known. */
export function hostAuthentication(host: string | null): DomainAuthentication {
  const name = host?.toLowerCase() ?? null;
  const known = HOSTS.find(([names]) => name !== null && names.test(name))?.[1];
  return {
    alignedBySpf: true,
    ...(name === null ? {} : { server: name }),
    ...(known ?? { selectors: OFTEN, selectorsAre: 'guessed' }),
  };
}
