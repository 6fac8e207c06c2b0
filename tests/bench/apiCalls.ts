import { EXACT_TO } from '../../api/http/pages.ts';
import { cursorOf } from '../../db/lists/cursor.ts';
import { MESSAGE_SORTS } from '../../events/messages/messageInput.ts';
import { PARTNER_SORTS } from '../../events/partners/partnersInput.ts';
import { TODAY_GROUPS } from '../../events/today/needGroups.ts';
import type { Facts } from './apiFacts.ts';
import { DRAFTS, RUNNING, SEARCH } from './largeTenant.ts';

/** A value of this is the `next` of the same call without it. */
export const NEXT = '$next';

/** `lists`: how many the answer says there are, and how many the log says. */
type Example = {
  name?: string;
  query?: Readonly<Record<string, string>>;
  lists?: readonly [said: (answer: Answer) => number, logged: number];
};
export type Answer = { body: unknown; headers: Readonly<Record<string, string | string[] | undefined>> };
type Examples = { params?: Readonly<Record<string, string>>; name?: string; examples: readonly Example[] };

/** GETs that are not measured, with the reason. */
export const NOT_MEASURED: Readonly<Record<string, string>> = {
  '/api/events/stream': 'It streams until the client leaves. `bench -- commit` measures its lag.',
  '/api/inbox/{id}/files/{receivedId}/{number}': 'It answers with the bytes of one stored attachment.',
  '/api/media-kit': 'It answers with the bytes of one stored file.',
  '/api/partners/{id}/picture': 'It answers with the bytes of one stored picture.',
  '/api/partners/import/left-out': 'It needs an import whose rows have problems. They lie in one stored file.',
  '/api/gmail/auth-url': 'It makes an address for the sign-in at Google, and reads no list.',
  '/api/microsoft/auth-url': 'It makes an address for the sign-in at Microsoft, and reads no list.',
};

type Body = Record<string, unknown>;
const field =
  (...path: string[]) =>
  ({ body }: Answer): number =>
    Number(path.reduce<unknown>((value, name) => (value as Body)[name], body));

/** A list in full or in pages. `total`: its field, where the list is no bare array. */
const listed =
  (name?: string, total?: string) =>
  ({ body, headers }: Answer): number => {
    const counted = headers['x-total-count'] ?? (total === undefined ? undefined : (body as Body)[total]);
    if (counted !== undefined) return counted === `${EXACT_TO}+` ? EXACT_TO + 1 : Number(counted);
    return ((name === undefined ? body : (body as Body)[name]) as unknown[]).length;
  };
/** As many as a total says that is exact to a limit. */
const counted = (logged: number): number => Math.min(logged, EXACT_TO + 1);
const hasAny =
  (name: string) =>
  ({ body }: Answer): number =>
    Math.min(1, ((body as Body)[name] as unknown[]).length);

const plain: Examples = { examples: [{}] };
const each = (...queries: Record<string, string>[]): Example[] => queries.map((query) => ({ query }));

const historyFilters = (facts: Facts): Example[] => {
  const { messageId, firstDay, lastDay } = facts;
  return each(
    { stream: `message-${messageId}`, kind: 'message' },
    { type: 'EmailSent', actor: 'worker:*', correlation: 'c1' },
    { from: `${firstDay}T00:00:00Z`, to: `${lastDay}T00:00:00Z` },
    { before: NEXT, limit: '100' },
  );
};

const asOf = ({ middle: at }: Facts): Record<string, string>[] => [
  ...['dashboard', 'partners', 'campaigns'].map((what) => ({ at, what })),
  { at, what: 'partners', after: NEXT },
  { at, what: 'messages', campaign: RUNNING },
];

const numbers = [
  { campaign: RUNNING, limit: '50' },
  { campaign: RUNNING, variant: 'A' },
  { campaign: RUNNING, after: NEXT, limit: '10' },
];

/** The calls of an admin about one tenant: the same with its name. */
const ofTenant = ({ tenant }: Facts, examples: readonly Example[]): Example[] =>
  examples.map((one) => ({ ...one, query: { ...one.query, tenant } }));

/** Filters of the lists of partners: each parameter is in one of them. */
const PARTNER_FILTERS: readonly Example[] = [
  { query: { search: 'oduya 7' } },
  { name: 'none', query: { search: 'has no such person' } },
  { query: { industry: 'Fitness', platforms: 'linkedin' } },
  { query: { tag: 'vip' } },
  { query: { minFollowers: '1000', minEngagement: '1', minMatchScore: '50', includeUnknown: 'true' } },
  { query: { status: 'approved', emailStatus: 'email_found', verified: 'true' } },
  { query: { status: 'approved', withoutEmail: 'true' } },
  { query: { searchId: SEARCH } },
  { query: { country: 'Norway', source: 'youtube', lastContact: 'over_30' } },
  { query: { label: 'interested', contacted: 'replied' } },
  { query: { availableFor: DRAFTS, contacted: 'never' } },
];
const filtered = ({ partnerId }: Facts): Example[] => [...PARTNER_FILTERS, { query: { id: partnerId } }];

const suppressed = ({ suppressions, firstDay }: Facts): Example[] => [
  { lists: [listed('items', 'total'), suppressions] },
  ...each(
    { email: 'gone1@away.example' },
    { reason: 'user', source: 'import' },
    { from: firstDay, to: firstDay },
    { after: NEXT, limit: '1' },
  ),
];

/** At least one example for each GET. Their queries name each parameter that the call declares. */
export function callsOf(facts: Facts): Readonly<Record<string, Examples | readonly Examples[]>> {
  const { messageId, partnerId, partners, pending, approved } = facts;
  const [sentCampaign = ''] = messageId.split('.');
  const conversation = messageId.split('.').slice(0, 2).join('.');
  const sends = (id: string, name: string): Examples => ({
    ...{ params: { id }, name },
    examples: [{ lists: [listed(), counted(facts.messages[id] ?? Number.NaN)] }],
  });
  const sentLists: Examples = {
    params: { id: sentCampaign },
    examples: [
      { query: { message: messageId }, lists: [listed(), 1] },
      ...each({ show: 'replied', search: 'oduya 7' }, { after: NEXT, limit: '10' }),
      ...MESSAGE_SORTS.map((sort) => ({ name: sort, query: { sort, order: 'desc', limit: '100' } })),
    ],
  };
  const campaigns = (lists?: Example['lists']): Examples[] => [
    { params: { id: sentCampaign }, name: 'sent', examples: [lists ? { lists } : {}] },
    { params: { id: DRAFTS }, name: 'drafts', examples: [{}] },
  ];
  const span = { from: facts.firstDay, to: facts.lastDay };
  const figures: Examples = { examples: each({ campaigns: `${sentCampaign},${DRAFTS}`, ...span }) };
  const causes = { event: `message-${messageId}@2` };
  return {
    '/api/health': plain,
    '/api/ready': plain,
    '/api/auth/user': plain,
    '/api/admin/settings/{key}': { params: { key: 'signup_url' }, examples: [{}] },
    '/api/events': { examples: each({ limit: '1000' }, { after: NEXT }) },
    '/api/auth/security': plain,
    '/api/auth/sessions': plain,
    '/api/auth/tokens': plain,
    '/api/auth/incoming-webhooks': plain,
    '/api/feed/positions': plain,
    '/api/feed/events': {
      examples: each(
        { limit: '200' },
        { types: 'message.sent', campaign: sentCampaign, partner: partnerId },
        { personal: 'true', limit: '10' },
        { after: '0-0-0', wait: '0' },
      ),
    },
    '/api/auth/passkeys': plain,
    '/api/dashboard/stats': { examples: [{ lists: [field('totalEmailsSent'), facts.sent] }] },
    '/api/dashboard/overview': {
      examples: [{ query: { days: '30' }, lists: [field('funnel', 'approved'), approved] }],
    },
    '/api/credits': plain,
    '/api/ai-estimates': plain,
    '/api/business-profile': plain,
    '/api/search-schedule': plain,
    '/api/searches/latest': plain,
    '/api/searches/{id}': { params: { id: SEARCH }, examples: [{}] },
    '/api/partners/import': plain,
    '/api/partners/batch': plain,
    '/api/partners': {
      examples: [
        { lists: [listed(), counted(partners)] },
        { query: { status: 'pending' }, lists: [listed(), counted(pending)] },
        ...filtered(facts),
        ...each({ after: NEXT, limit: '10' }),
        ...PARTNER_SORTS.map((sort) => ({ name: sort, query: { sort, turned: 'true', limit: '100' } })),
      ],
    },
    '/api/partners/counts': plain,
    '/api/partners/total': {
      examples: [{ lists: [field('total'), Math.min(partners, EXACT_TO)] }, ...filtered(facts)],
    },
    '/api/partners/export': {
      examples: [{ lists: [({ body }) => String(body).trim().split('\n').length - 1, partners] }, ...filtered(facts)],
    },
    '/api/partners/{id}': { params: { id: partnerId }, examples: [{}] },
    '/api/partners/{id}/timeline': {
      params: { id: partnerId },
      examples: [{}, ...each({ after: NEXT, limit: '5' }, { show: 'decisions' })],
    },
    '/api/partners/{id}/waiting-messages': { params: { id: partnerId }, examples: [{}] },
    '/api/campaigns': { examples: [{ lists: [listed(), facts.campaigns] }] },
    '/api/campaigns/{id}': campaigns(),
    '/api/campaigns/{id}/ab-test': { params: { id: sentCampaign }, examples: [{}] },
    '/api/campaign-figures': figures,
    '/api/campaign-figures/export': figures,
    '/api/campaigns/{id}/start-preview': {
      params: { id: DRAFTS },
      examples: [{}],
    },
    '/api/calendar': { examples: [{ query: { day: facts.lastDay } }] },
    '/api/campaigns/{id}/schedule': { params: { id: RUNNING }, examples: [{}, ...each({ after: NEXT, limit: '2' })] },
    '/api/campaigns/{id}/days': campaigns(),
    '/api/campaigns/{id}/available-partners': [
      ...campaigns([listed(), 0]),
      {
        ...{ params: { id: DRAFTS }, name: 'narrowed' },
        examples: each(
          { search: 'oduya 7', contacted: 'never' },
          { sort: 'name', turned: 'true', limit: '100' },
          // everyone of the tenant is in each campaign, so no page has a next one
          { after: cursorOf(['added', 1, 0, '']), limit: '50' },
        ),
      },
    ],
    '/api/campaigns/{id}/sends': [
      sends(sentCampaign, 'sent'),
      sends(RUNNING, 'planned'),
      sends(DRAFTS, 'drafts'),
      sentLists,
    ],
    '/api/campaign-sends/undecided': { examples: [{ lists: [listed(), 0] }] },
    '/api/email-settings': { examples: [{ query: { account: facts.tenant } }] },
    '/api/gmail/status': { examples: [{ query: { account: facts.tenant } }] },
    '/api/mailbox/status': { examples: [{ query: { account: facts.tenant, provider: 'smtp' } }] },
    '/api/sender-domain': { examples: [{ query: { account: facts.tenant } }] },
    '/api/saved-views': plain,
    '/api/snippets': plain,
    '/api/campaign-templates': plain,
    '/api/inbox': {
      examples: [
        { query: { show: 'all', limit: '100' }, lists: [field('counts', 'open'), facts.openConversations] },
        { name: 'found', query: { search: 'sounds right for my 4' }, lists: [hasAny('conversations'), 1] },
        { name: 'none', query: { search: 'nothing has these words' }, lists: [listed('conversations'), 0] },
        ...each(
          { after: NEXT, limit: '10' },
          { label: 'interested', campaign: RUNNING, unread: 'true', unanswered: 'true' },
          { variant: 'A', campaign: RUNNING },
        ),
      ],
    },
    '/api/today/count': plain,
    '/api/today/{group}': TODAY_GROUPS.map((group) => ({
      ...{ params: { group }, name: group },
      examples: group === 'read' ? [{}, ...each({ campaign: DRAFTS, after: NEXT, limit: '2' })] : [{}],
    })),
    '/api/inbox/unread': { examples: [{ lists: [field('unread'), facts.unread] }] },
    '/api/inbox/{id}': { params: { id: conversation }, examples: [{}] },
    '/api/suppressions': { examples: suppressed(facts) },
    '/api/suppressions/export': { examples: suppressed(facts).map(({ query = {} }) => ({ query })) },
    '/api/sending-settings': { examples: [{ query: { account: facts.tenant } }] },
    '/api/sending-accounts': plain,
    '/api/notifications': plain,
    '/api/webhooks': plain,
    '/api/webhooks/{id}/deliveries': { params: { id: facts.tenant }, examples: [{}] },
    '/api/erasures': plain,
    '/api/admin/erasures': plain,
    '/api/admin/security-log': plain,
    '/api/admin/openai-usage/stats': { examples: [{ query: { daysAgo: '30' } }] },
    '/api/admin/users': { examples: [{ lists: [listed('users', 'total'), 1] }] },
    '/api/admin/limits': plain,
    '/api/admin/users/{id}/tokens': { params: { id: facts.ownerId }, examples: [{}] },
    '/api/admin/health': plain,
    '/api/history': { examples: [{}, ...historyFilters(facts)] },
    '/api/history/causes': { examples: [{ query: causes }] },
    '/api/history/explain/{messageId}': { params: { messageId }, examples: [{}] },
    '/api/history/as-of': { examples: each(...asOf(facts)) },
    '/api/history/number/{name}': [
      { params: { name: 'sentCount' }, name: 'sentCount', examples: each(...numbers) },
      {
        ...{ params: { name: 'totalPartners' }, name: 'totalPartners' },
        examples: [{ query: { span: 'recent' } }, { lists: [field('count'), partners] }],
      },
    ],
    '/api/admin/history': { examples: [{}, ...ofTenant(facts, historyFilters(facts))] },
    '/api/admin/history/causes': { examples: ofTenant(facts, [{ query: causes }]) },
    '/api/admin/history/explain/{messageId}': { params: { messageId }, examples: ofTenant(facts, [{}]) },
    '/api/admin/history/emails': {
      examples: [
        // a name that at most 500 of 10,000 people have
        { query: { find: 'oduya 77' } },
        { query: { find: 'nobody@lindqvist.example', limit: '5' } },
        ...ofTenant(
          facts,
          each(
            { find: 'oduya 77', limit: '2', from: `${facts.firstDay}T00:00:00Z`, to: `${facts.lastDay}T00:00:00Z` },
            { find: 'oduya 77', limit: '2', before: NEXT },
          ),
        ),
      ],
    },
    '/api/admin/history/as-of': { examples: ofTenant(facts, each(...asOf(facts))) },
    '/api/admin/history/number/{name}': [
      { params: { name: 'sentCount' }, name: 'sentCount', examples: ofTenant(facts, each(...numbers)) },
      {
        params: { name: 'totalPartners' },
        name: 'totalPartners',
        examples: ofTenant(facts, [{ query: { span: 'recent' } }]),
      },
    ],
    '/api/history/days': { examples: [{ query: { zone: 'Europe/Berlin' } }] },
    '/api/admin/history/days': { examples: ofTenant(facts, [{ query: { zone: 'Europe/Berlin' } }]) },
  };
}
