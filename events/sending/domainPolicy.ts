/** Whether mail from a domain is likely to arrive: SPF, DKIM, DMARC and MX, by what its DNS answers. */
import type { EmailProvider } from '../shared/options.ts';
import { MAIL_PROVIDERS } from './mailProviders.ts';

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
  unavailable: 'unknown',
};

/** A DNS record to add, or to put in the place of the one that is there. */
export type DnsFix = { type: 'TXT' | 'MX'; host: string; value: string };
/** `found`: the records as they are. */
export type DomainFinding = { check: DomainCheck; code: DomainCode; found: string[]; fix: DnsFix | null };

type Answer<T> = T | 'unavailable';
/** What the DNS answered; `unavailable`: nothing, or an error. */
export type DomainFacts = {
  /** `records`: of the domain itself. `includes`: every domain that they lead to. `lookups`: how many queries a receiver makes. */
  spf: Answer<{ records: string[]; includes: string[]; lookups: number }>;
  /** The keys by selector: the text of the record, or null where there is none. */
  dkim: Answer<Record<string, string | null>>;
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

/** What is wrong with a domain for mail that `provider` sends for it. In the order of DOMAIN_CHECKS. */
export function judgeDomain(provider: EmailProvider, domain: string, facts: DomainFacts): DomainFinding[] {
  const { manages } = MAIL_PROVIDERS[provider].authentication;
  if (manages?.test(domain)) return DOMAIN_CHECKS.map((check) => ({ check, code: 'managed', found: [], fix: null }));
  const dkim = judgeDkim(provider, facts.dkim);
  const spf = judgeSpf(provider, domain, facts.spf);
  const aligned = dkim.code === 'ok' || (spf.code === 'ok' && MAIL_PROVIDERS[provider].authentication.alignedBySpf);
  return [spf, dkim, judgeDmarc(domain, facts.dmarc, aligned), judgeMx(provider, domain, facts.mx)];
}

const isSpf = (record: string): boolean => /^v=spf1(\s|$)/i.test(record);

function judgeSpf(provider: EmailProvider, domain: string, facts: DomainFacts['spf']): DomainFinding {
  const said = (code: DomainCode, fix: string | null = null): DomainFinding => ({
    check: 'spf',
    code,
    found: facts === 'unavailable' ? [] : facts.records,
    fix: fix === null ? null : { type: 'TXT', host: domain, value: fix },
  });
  const { spfInclude, alignedBySpf } = MAIL_PROVIDERS[provider].authentication;
  if (facts === 'unavailable') return said('unavailable');
  const [record, ...more] = facts.records.filter(isSpf);
  if (more.length > 0) return said('multiple', mergeSpf([record ?? '', ...more], spfInclude));
  if (!alignedBySpf && (!record || facts.lookups <= MOST_LOOKUPS)) return said('not_needed');
  if (!record) return said('missing', spfInclude ? `v=spf1 include:${spfInclude} ~all` : null);
  if (/\s\+?all(\s|$)/i.test(record)) return said('allows_everyone', record.replace(/(\s)\+?all(?=\s|$)/i, '$1~all'));
  if (spfInclude && !facts.includes.includes(spfInclude)) return said('not_included', mergeSpf([record], spfInclude));
  return said(facts.lookups > MOST_LOOKUPS ? 'too_many_lookups' : 'ok');
}

/** One record of several, with `include`. A redirect and an `all` of the first record that has one end it. */
function mergeSpf(records: readonly string[], include: string | undefined): string {
  const terms = records.flatMap((record) => record.trim().split(/\s+/).slice(1));
  const isEnd = (term: string) => /^([-~?+]?all|redirect=.*)$/i.test(term);
  const end = terms.find(isEnd) ?? '~all';
  const allowed = [...terms.filter((term) => !isEnd(term)), ...(include ? [`include:${include}`] : [])];
  return ['v=spf1', ...new Set(allowed), end].join(' ');
}

function judgeDkim(provider: EmailProvider, facts: DomainFacts['dkim']): DomainFinding {
  if (facts === 'unavailable') return { check: 'dkim', code: 'unavailable', found: [], fix: null };
  const keys = Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== null);
  const found = keys.map(([selector]) => selector);
  const said = (code: DomainCode): DomainFinding => ({ check: 'dkim', code, found, fix: null });
  if (keys.some(([, record]) => /(^|;)\s*p\s*=\s*[A-Za-z0-9+/]/i.test(record))) return said('ok');
  if (keys.length > 0) return said('revoked');
  return said(MAIL_PROVIDERS[provider].authentication.ownSelectors ? 'missing' : 'not_found');
}

function judgeDmarc(domain: string, facts: DomainFacts['dmarc'], aligned: boolean): DomainFinding {
  const host = `_dmarc.${domain}`;
  const said = (code: DomainCode, value: string | null = null): DomainFinding => ({
    check: 'dmarc',
    code,
    found: facts === 'unavailable' ? [] : facts.records,
    fix: value === null ? null : { type: 'TXT', host, value },
  });
  if (MAIL_SERVICES.test(domain)) return said('not_yours');
  if (facts === 'unavailable') return said('unavailable');
  const records = facts.records.filter((record) => /^v\s*=\s*DMARC1\s*(;|$)/i.test(record));
  const [record] = records;
  if (!record) return said('missing', 'v=DMARC1; p=none');
  if (records.length > 1) return said('multiple');
  const policy = /;\s*p\s*=\s*([a-z]+)/i.exec(record)?.[1]?.toLowerCase();
  const ofSubdomain = facts.at === domain ? undefined : /;\s*sp\s*=\s*([a-z]+)/i.exec(record)?.[1]?.toLowerCase();
  const holds = ofSubdomain ?? policy;
  if (!holds || !['none', 'quarantine', 'reject'].includes(holds)) return said('invalid', 'v=DMARC1; p=none');
  return said(holds !== 'none' && !aligned ? 'not_aligned' : 'ok');
}

function judgeMx(provider: EmailProvider, domain: string, facts: DomainFacts['mx']): DomainFinding {
  const { mx } = MAIL_PROVIDERS[provider].authentication;
  const fix: DnsFix | null = mx ? { type: 'MX', host: domain, value: mx } : null;
  if (facts === 'unavailable') return { check: 'mx', code: 'unavailable', found: [], fix: null };
  if (facts.length === 0) return { check: 'mx', code: 'missing', found: [], fix };
  if (facts.every((host) => host === '' || host === '.')) return { check: 'mx', code: 'refuses_mail', found: [], fix };
  return { check: 'mx', code: 'ok', found: facts, fix: null };
}
