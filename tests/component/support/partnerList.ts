import type { ListedPartnerView, PartnerCountsView, PartnerView } from '../../../api/views.ts';
import { industryKey } from '../../../events/shared/options.ts';

/** As the server's SQL lets partners through (tests/integration/partner-pages.test.ts), for the few of a test. */
export function passing<P extends PartnerView>(partners: readonly P[], asked: URLSearchParams): P[] {
  const number = (name: string) => Number(asked.get(name) ?? 0);
  const reaches = (figure: number | null, name: string) =>
    number(name) <= 0 || (figure === null ? asked.has('includeUnknown') : figure >= number(name));
  const words = (asked.get('search') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return partners.filter((one) => {
    const text = [one.name, one.username, one.bio, one.industry, ...one.tags].join('\n').toLowerCase();
    return (
      words.every((word) => text.includes(word.replace(/^@/, ''))) &&
      (!asked.get('industry') || industryKey(one.industry ?? '') === industryKey(asked.get('industry') ?? '')) &&
      (!asked.get('tag') || one.tags.some((tag) => tag.toLowerCase() === asked.get('tag')?.toLowerCase())) &&
      reaches(one.followersCount, 'minFollowers') &&
      reaches(one.engagementRate, 'minEngagement') &&
      (!asked.has('minMatchScore') || (one.matchScore !== null && one.matchScore >= number('minMatchScore'))) &&
      (!asked.get('status') || one.status === asked.get('status')) &&
      (!asked.get('platforms') || (asked.get('platforms') ?? '').split(',').includes(one.platform)) &&
      (!asked.get('emailStatus') || one.emailStatus === asked.get('emailStatus')) &&
      (!asked.get('id') || one.id === asked.get('id')) &&
      (!asked.get('searchId') || one.searchId === asked.get('searchId')) &&
      (!asked.has('verified') || one.verified) &&
      (!asked.has('withoutEmail') || !one.contactInfo?.email)
    );
  });
}

const match = ({ matchScore, verified }: PartnerView) =>
  matchScore === null ? null : verified ? matchScore : matchScore - 101;

const KEYS: Record<string, { of: (one: PartnerView) => string | number | null; highestFirst?: true }> = {
  match: { of: match, highestFirst: true },
  followers: { of: ({ followersCount }) => followersCount, highestFirst: true },
  engagement: { of: ({ engagementRate }) => engagementRate, highestFirst: true },
  name: { of: ({ name }) => name?.toLowerCase() ?? null },
  industry: { of: ({ industry }) => industry?.toLowerCase() ?? null },
  email: { of: ({ contactInfo }) => contactInfo?.email ?? null },
  added: { of: ({ createdAt }) => createdAt, highestFirst: true },
};

/** In the order that the query names; those of whom the value is not known come last. */
export function inOrder<P extends PartnerView>(partners: readonly P[], asked: URLSearchParams): P[] {
  const { of, highestFirst } = KEYS[asked.get('sort') ?? 'added'] ?? { of: match };
  const turned = (highestFirst ?? false) !== asked.has('turned');
  const best = partners.toSorted((a, b) => (match(b) ?? -999) - (match(a) ?? -999));
  const known = best.filter((one) => of(one) !== null);
  const unknown = best.filter((one) => of(one) === null);
  known.sort((a, b) => {
    const [one, other] = [of(a) ?? 0, of(b) ?? 0];
    const order = one < other ? -1 : one > other ? 1 : 0;
    return turned ? -order : order;
  });
  return [...known, ...unknown];
}

export function countsOf(partners: readonly PartnerView[]): PartnerCountsView {
  const waits = ({ roughScore, status, erased, unreadable }: PartnerView) =>
    roughScore && status !== 'rejected' && !erased && !unreadable;
  const tags = new Map(partners.flatMap(({ tags }) => tags.map((tag) => [tag.toLowerCase(), tag] as const)));
  return {
    partners: partners.map(({ status, platform, emailStatus }) => ({ status, platform, emailStatus, count: 1 })),
    blocked: partners.filter(
      (one) => one.status === 'approved' && one.emailStatus === 'email_found' && one.doNotContact,
    ).length,
    waitForJudge: partners.filter(waits).length,
    tags: [...tags.keys()].sort().flatMap((key) => tags.get(key) ?? []),
    countries: [],
  };
}

/** A page of a list, with the address of the next one. */
export function pageOfList(partners: readonly ListedPartnerView[], path: string): Response {
  const url = new URL(path, 'http://x');
  const from = Number(url.searchParams.get('after') ?? 0);
  const to = from + Number(url.searchParams.get('limit') ?? 200);
  const rows = inOrder(passing(partners, url.searchParams), url.searchParams);
  url.searchParams.set('after', String(to));
  return Response.json(rows.slice(from, to), {
    headers: {
      'X-Total-Count': String(rows.length),
      ...(to < rows.length && { Link: `<${url.pathname}${url.search}>; rel="next"` }),
    },
  });
}
