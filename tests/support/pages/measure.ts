/** What counts of the pages: claims go through the same code as those of the AI. */
import { pageContent } from '../../../db/parse/pageContent.ts';
import { partner } from '../../../events/partners/partner.ts';
import { LOOKS } from '../../../worker/contactSteps.ts';
import type { Deps } from '../../../worker/context.ts';
import type { OpenedPage } from '../../../worker/providers/web/openPage.ts';
import { confirmed } from '../../../worker/providers/webSearch/confirmed.ts';
import { aPerson, NO_MEMORY } from '../samples.ts';
import type { PageCase } from './case.ts';

const plan = { topics: [], jobTitles: [], audienceTerms: [], regions: [] };
const scope = { tenant: 't', cause: { actor: 'worker:test', correlationId: 'c', causationId: null } };
const seenAt = '2026-03-01T09:00:00.000Z';
const ask = { plan, criteria: {}, regions: [], known: [], seenAt, scope, about: 'search-s1', ...NO_MEMORY };

/** `own`: a profile that the page links truly, so that the person is found at all. */
export async function countsOf({ url, html, name, known, quotes, profiles, email }: PageCase, own: readonly string[]) {
  const content = pageContent(html, 'text/html', url);
  if (!content) return { quotes: [], profiles: [], email: false };
  const page = { ok: true as const, url, content };
  const claim = { name, page: url, profiles: [...own, ...profiles], quotes: [...quotes], place: null, country: null };
  const person = confirmed(claim, page, ask)?.person;
  const shown = person?.evidence.map(({ text }) => text).join(' ') ?? '';
  return {
    quotes: quotes.filter((quote) => plain(shown).includes(plain(quote))),
    profiles: profiles.filter((one) => person?.socialProfiles.some((profile) => profile.url === one)),
    email: email ? await foundAt({ url, name, known, email }, page) : false,
  };
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\u2019/g, "'")
    .replace(/\s+/g, ' ');

async function foundAt(
  one: Pick<PageCase, 'url' | 'name' | 'known'> & { email: string },
  page: OpenedPage,
): Promise<boolean> {
  const [, onTheWeb] = LOOKS.find(([step]) => step === 'ai') ?? [];
  const deps = {
    askAi: async () => ({
      value: { email: one.email, sourceUrl: one.url, confidence: 0.9 },
      model: 'm',
      opened: [one.url],
    }),
    openPage: async () => page,
  } as unknown as Deps;
  const unknown = { username: null, profileUrl: null, company: null, companyDomain: null, socialProfiles: [] };
  const { person } = aPerson({ person: { ...unknown, ...one.known, name: one.name } });
  const job = { tenant: 't', id: 'p', correlationId: 'c', causationId: null };
  const found = await onTheWeb?.(deps, { job, state: partner.initial, person, spend: () => undefined });
  return found !== undefined && 'email' in found && found.email === one.email;
}
