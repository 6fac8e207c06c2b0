/** Whether mail from a domain is likely to arrive: SPF, DKIM, DMARC and MX, by what its DNS answers. */
export const DOMAIN_CHECKS = ['spf', 'dkim', 'dmarc', 'mx'] as const;
export type DomainCheck = (typeof DOMAIN_CHECKS)[number];

/** What a check found, the good first. The words for it are in web/features/domain/domainTexts.ts. */
export const DOMAIN_CODES = [
  'ok',
  /** The provider signs and sends in its own name, so the record is not asked for. */
  'not_needed',
  /** The provider runs this domain. */
  'managed',
  'missing',
  'multiple',
  'invalid',
  'not_included',
  'too_many_lookups',
  'allows_everyone',
  'revoked',
  'not_aligned',
  /** The domain belongs to a mail service that does not let others send for it. */
  'not_yours',
  'refuses_mail',
  /** Under which name the key lies is only known to the provider. */
  'not_found',
  /** What is there does not show that it is what the mail leaves by. */
  'unproved',
  /** A mail of the account came back without a signature. */
  'unsigned',
  'unavailable',
] as const;
export type DomainCode = (typeof DOMAIN_CODES)[number];

/** How serious a code is. `unknown`: the DNS alone cannot tell. */
export const LEVELS: Readonly<Record<DomainCode, 'pass' | 'warn' | 'fail' | 'unknown'>> = {
  ok: 'pass',
  not_needed: 'pass',
  managed: 'pass',
  missing: 'fail',
  multiple: 'fail',
  invalid: 'fail',
  not_included: 'fail',
  too_many_lookups: 'fail',
  allows_everyone: 'warn',
  revoked: 'fail',
  not_aligned: 'fail',
  not_yours: 'fail',
  refuses_mail: 'fail',
  not_found: 'unknown',
  unproved: 'unknown',
  unsigned: 'unknown',
  unavailable: 'unknown',
};

/** A DNS record to add, or to put in the place of the one that is there. */
export type DnsFix = { type: 'TXT' | 'MX' | 'CNAME'; host: string; value: string };
/** `found`: the records as they are. */
export type DomainFinding = { check: DomainCheck; code: DomainCode; found: string[]; fixes: DnsFix[] };

/** How a provider's mail proves which domain it comes from. */
export type DomainAuthentication = {
  /** Domains that the provider runs itself: nothing in their DNS is for the user to change. */
  manages?: RegExp;
  /** What an SPF record must include, and what does as well. */
  spfInclude?: string;
  spfAlso?: RegExp;
  /** The host that mail is handed to. Where nothing is known to include, its addresses must be in the SPF record. */
  server?: string;
  /** The provider sends with the user's domain as the envelope sender, so SPF counts for DMARC. */
  alignedBySpf: boolean;
  /** Names under which DKIM keys are looked for (`NAME._domainkey.DOMAIN`). */
  selectors: readonly string[];
  /**
   * `all`: its keys are always under one of these names. `usual`: one may have another name. `guessed`: nothing is known, and a key under one of
   * them may be somebody else's.
   */
  selectorsAre: 'all' | 'usual' | 'guessed';
  /** The records under which its keys are found, in the order of `selectors`, and then what else it needs; unset: only the provider knows. */
  keyRecords?: (domain: string) => DnsFix[];
  /** The MX record of a domain that it receives mail for: `PRIORITY HOST`. */
  mx?: string;
};

const KEY_HOST = /^(.+)\._domainkey\./i;

/** With the records that the provider itself lists for the domain: then nothing about its keys is guessed. */
export function asListed(by: DomainAuthentication, records: readonly DnsFix[]): DomainAuthentication {
  const selectorOf = ({ host }: DnsFix) => KEY_HOST.exec(host)?.[1];
  const keys = records.filter(selectorOf);
  if (keys.length === 0) return by;
  const others = records.filter((one) => !keys.includes(one));
  const selectors = keys.flatMap((one) => selectorOf(one) ?? []);
  return { ...by, selectors, selectorsAre: 'all', keyRecords: () => [...keys, ...others] };
}

type Answer<T> = T | 'unavailable';
/** What the DNS answered; `unavailable`: nothing, or an error. */
export type DomainFacts = {
  /**
   * `records`: of the domain itself. `includes`: every domain that they lead to. `lookups`: how many queries a receiver makes. `covers`: whether
   * they let mail leave from all addresses of the server; null: nobody can tell from outside.
   */
  spf: Answer<{ records: string[]; includes: string[]; lookups: number; covers: boolean | null }>;
  /** The keys by selector: the text of the record, or null where there is none. */
  dkim: Answer<Record<string, string | null>>;
  /** How a mail of the account that came back was signed, and the key that the DNS has for it; null: none came back yet. */
  signature: Answer<{ selector: string; record: string | null } | 'unsigned' | null>;
  /** Of the domain, or else of the organization's domain above it (`at`). */
  dmarc: Answer<{ at: string; records: string[] }>;
  /** The hosts, the preferred first. A null MX (RFC 7505) is an empty name. */
  mx: Answer<string[]>;
};

/** RFC 7208, 4.6.4. */
const MOST_LOOKUPS = 10;
/** Mail services whose domains only they may send for. */
const MAIL_SERVICES =
  /^(gmail|googlemail|outlook|hotmail|live|msn|icloud|me|mac|aol|gmx|web|proton|protonmail|pm|mail|zoho|yahoo|ymail|fastmail)\.(com|de|net|at|ch|fr|es|it|ca|me|org|co\.uk|com\.au)$/;

/** What is wrong with a domain for mail that a provider sends for it. In the order of DOMAIN_CHECKS. */
export function judgeDomain(by: DomainAuthentication, domain: string, facts: DomainFacts): DomainFinding[] {
  if (by.manages?.test(domain)) return DOMAIN_CHECKS.map((check) => ({ check, code: 'managed', found: [], fixes: [] }));
  const dkim = judgeDkim(by, domain, facts);
  const spf = judgeSpf(by, domain, facts.spf);
  const mayPass = ({ code }: DomainFinding) => code === 'ok' || code === 'unproved';
  // where DKIM alone can vouch, a key under a name that is not known may do so
  const aligned = mayPass(dkim) || (by.alignedBySpf ? mayPass(spf) : dkim.code === 'not_found');
  return [spf, dkim, judgeDmarc(domain, facts.dmarc, aligned), judgeMx(by, domain, facts.mx)];
}

const isSpf = (record: string): boolean => /^v=spf1(\s|$)/i.test(record);
const IP4 = /^\d+(\.\d+){3}$/;

/** What an SPF record needs for a server: its address, or a name whose addresses count. */
const mechanismOf = (server: string): string =>
  IP4.test(server) ? `ip4:${server}` : server.includes(':') ? `ip6:${server}` : `a:${server}`;

function judgeSpf(by: DomainAuthentication, domain: string, facts: DomainFacts['spf']): DomainFinding {
  const said = (code: DomainCode, fix: string | null = null): DomainFinding => ({
    check: 'spf',
    code,
    found: facts === 'unavailable' ? [] : facts.records,
    fixes: fix === null ? [] : [{ type: 'TXT', host: domain, value: fix }],
  });
  if (facts === 'unavailable') return said('unavailable');
  const { spfInclude, spfAlso, server } = by;
  const { includes, covers } = facts;
  const isIncluded = includes.some((one) => one === spfInclude || spfAlso?.test(one));
  const lacks = spfInclude ? `include:${spfInclude}` : server && covers !== null ? mechanismOf(server) : null;
  const allowed = covers === true || (spfInclude ? isIncluded : covers);
  const [record, ...more] = facts.records.filter(isSpf);
  if (more.length > 0) return said('multiple', mergeSpf([record ?? '', ...more], allowed ? null : lacks));
  if (!by.alignedBySpf && (!record || facts.lookups <= MOST_LOOKUPS)) return said('not_needed');
  if (!record) return said('missing', lacks && `v=spf1 ${lacks} ~all`);
  if (/\s\+?all(\s|$)/i.test(record)) return said('allows_everyone', record.replace(/(\s)\+?all(?=\s|$)/i, '$1~all'));
  if (by.alignedBySpf && allowed === false) return said('not_included', mergeSpf([record], lacks));
  if (facts.lookups > MOST_LOOKUPS) return said('too_many_lookups');
  return said(by.alignedBySpf && allowed === null ? 'unproved' : 'ok');
}

/** One record of several, with another mechanism. A redirect and an `all` of the first record that has one end it. */
function mergeSpf(records: readonly string[], mechanism: string | null): string {
  const terms = records.flatMap((record) => record.trim().split(/\s+/).slice(1));
  const isEnd = (term: string) => /^([-~?+]?all|redirect=.*)$/i.test(term);
  const end = terms.find(isEnd) ?? '~all';
  const allowed = [...terms.filter((term) => !isEnd(term)), ...(mechanism ? [mechanism] : [])];
  return ['v=spf1', ...new Set(allowed), end].join(' ');
}

/** Whether a text under a selector is a key record: one with a key, or with a revoked key (RFC 6376, 3.6.1). A wildcard answers others. */
export const isKeyRecord = (record: string): boolean =>
  /(^|;)\s*p\s*=/i.test(record) && !/^\s*v\s*=(?!\s*DKIM1\s*(;|$))/i.test(record);
const isKey = (record: string | null): record is string => /(^|;)\s*p\s*=\s*[A-Za-z0-9+/]/i.test(record ?? '');

/** The signature of a mail that came back says more than names under which a key is looked for. */
function judgeDkim(by: DomainAuthentication, domain: string, { dkim, signature }: DomainFacts): DomainFinding {
  const said = (code: DomainCode, found: string[] = [], fixes: DnsFix[] = []): DomainFinding => ({
    ...{ check: 'dkim', code, found, fixes },
  });
  if (dkim === 'unavailable' || signature === 'unavailable') return said('unavailable');
  if (signature !== null && signature !== 'unsigned') {
    const { selector, record } = signature;
    return said(isKey(record) ? 'ok' : record === null ? 'missing' : 'revoked', [selector]);
  }
  const keys = Object.entries(dkim).flatMap(([selector, record]) => (record === null ? [] : [{ selector, record }]));
  const found = keys.map(({ selector }) => selector);
  const lacking = (by.keyRecords?.(domain) ?? []).filter((_, index) => !isKey(dkim[by.selectors[index] ?? ''] ?? null));
  if (keys.some(({ record }) => isKey(record))) {
    if (by.selectorsAre !== 'guessed') return said('ok', found);
    return said(signature === 'unsigned' ? 'unsigned' : 'unproved', found);
  }
  if (keys.length > 0 && by.selectorsAre !== 'guessed') return said('revoked', found, lacking);
  if (signature === 'unsigned' && lacking.length === 0) return said('unsigned');
  return said(by.selectorsAre === 'all' ? 'missing' : 'not_found', [], lacking);
}

/** Receivers discard every other text under `_dmarc` (RFC 7489, 6.6.3). */
export const isPolicyRecord = (record: string): boolean => /^v\s*=\s*DMARC1\s*(;|$)/i.test(record);

function judgeDmarc(domain: string, facts: DomainFacts['dmarc'], aligned: boolean): DomainFinding {
  const host = `_dmarc.${domain}`;
  const said = (code: DomainCode, value: string | null = null): DomainFinding => ({
    check: 'dmarc',
    code,
    found: facts === 'unavailable' ? [] : facts.records,
    fixes: value === null ? [] : [{ type: 'TXT', host, value }],
  });
  if (MAIL_SERVICES.test(domain)) return said('not_yours');
  if (facts === 'unavailable') return said('unavailable');
  const records = facts.records.filter(isPolicyRecord);
  const [record] = records;
  if (!record) return said('missing', 'v=DMARC1; p=none');
  if (records.length > 1) return said('multiple');
  const policy = /;\s*p\s*=\s*([a-z]+)/i.exec(record)?.[1]?.toLowerCase();
  const ofSubdomain = facts.at === domain ? undefined : /;\s*sp\s*=\s*([a-z]+)/i.exec(record)?.[1]?.toLowerCase();
  const holds = ofSubdomain ?? policy;
  if (!holds || !['none', 'quarantine', 'reject'].includes(holds)) return said('invalid', 'v=DMARC1; p=none');
  return said(holds !== 'none' && !aligned ? 'not_aligned' : 'ok');
}

function judgeMx({ mx }: DomainAuthentication, domain: string, facts: DomainFacts['mx']): DomainFinding {
  const said = (code: DomainCode, found: string[] = [], fixes: DnsFix[] = []): DomainFinding => ({
    ...{ check: 'mx', code, found, fixes },
  });
  const fixes: DnsFix[] = mx ? [{ type: 'MX', host: domain, value: mx }] : [];
  if (facts === 'unavailable') return said('unavailable');
  if (facts.length === 0) return said('missing', [], fixes);
  if (facts.every((host) => host === '' || host === '.')) return said('refuses_mail', [], fixes);
  return said('ok', facts);
}
