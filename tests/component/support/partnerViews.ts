import type {
  BatchView,
  ListedPartnerView,
  ManyDecidedView,
  PartnerDetailView,
  PartnerView,
} from '../../../api/views.ts';
import type { Outreach } from '../../../events/shared/options.ts';
import { answer } from './api.ts';
import { countsOf, pageOfList, passing } from './partnerList.ts';

import { aPartner } from './views.ts';

/** Five people, the best match first: three pending, one approved, one rejected. */
export const fivePeople = (): PartnerView[] => [
  aPartner({
    id: 'ada',
    name: 'Ada Lindqvist',
    username: 'adaruns',
    platform: 'linkedin',
    profileUrl: 'https://www.linkedin.com/in/adaruns',
    followersCount: 950,
    engagementRate: 0.8,
    matchScore: 92,
    bio: 'Trail-running coach in Vermont.',
  }),
  aPartner({
    id: 'ben',
    name: 'Ben Okafor',
    username: 'bencooks',
    profileUrl: 'https://www.instagram.com/bencooks',
    industry: 'Food',
    followersCount: 12_480,
    engagementRate: 3.4,
    matchScore: 81,
    emailStatus: 'email_found',
    contactInfo: { email: 'ben@okafor.example', socialProfiles: [], confidence: 0.9 },
    contactSource: 'import',
    bio: 'Cooks over open fires.',
  }),
  aPartner({
    id: 'cleo',
    name: 'Cleo Marsh',
    username: 'cleomarsh',
    platform: 'youtube',
    profileUrl: 'https://www.youtube.com/@cleomarsh',
    industry: 'Travel',
    followersCount: 1_200_000,
    engagementRate: 5,
    matchScore: 76,
    bio: 'Slow trips by rail.',
  }),
  aPartner({
    id: 'dov',
    name: 'Dov Kessler',
    username: 'dovplays',
    platform: 'tiktok',
    profileUrl: 'https://www.tiktok.com/@dovplays',
    industry: 'Gaming',
    followersCount: 52_000,
    engagementRate: 10.2,
    matchScore: 70,
    status: 'approved',
    bio: 'Speedruns and kindness.',
  }),
  aPartner({
    id: 'eli',
    name: 'Eli Sand',
    username: 'elisand',
    platform: 'twitter',
    profileUrl: 'https://twitter.com/elisand',
    industry: 'Technology',
    followersCount: null,
    engagementRate: null,
    matchScore: 40,
    status: 'rejected',
    bio: 'Writes about small tools.',
  }),
];

export const aDetail = (partner: PartnerView, more: Partial<PartnerDetailView> = {}): PartnerDetailView => ({
  ...partner,
  scoredBy: 'rules',
  judgment: null,
  parts: [],
  evidence: [],
  note: '',
  ...more,
});

/** As the lists have them; by default they are in no campaign. */
export const listed = (partners: readonly (PartnerView & { outreach?: Outreach })[]): ListedPartnerView[] =>
  partners.map((partner) => ({ outreach: null, ...partner }));

/** A batch that is done, or a moment of it. */
export const aBatch = (some: Partial<BatchView>): BatchView => ({
  ...{ id: 'b1', act: { kind: 'decide', before: 'pending', status: 'approved' }, status: 'completed' },
  ...{ total: 3, exact: true, doneCount: 3, leftOut: [], error: null },
  ...some,
});

/** The partners as the server keeps them. A decision, its Undo and a removal change them. */
export function keepPartners(first: readonly PartnerView[]): { list: PartnerView[] } {
  const kept = { list: [...first] };
  const decided = new Map<number, PartnerView['status']>();
  const idIn = (path: string) => path.split('/')[3] ?? '';
  const found = (path: string): PartnerView =>
    kept.list.find(({ id }) => id === idIn(path)) ?? aPartner({ id: 'nobody' });
  const change = (path: string, status: PartnerView['status']): PartnerView => {
    kept.list = kept.list.map((one) => (one.id === idIn(path) ? { ...one, status } : one));
    return found(path);
  };
  const asked = (path: string) => new URL(path, 'http://x').searchParams;
  // before the calls beside it, which take precedence
  answer('get', '/api/partners/:id', ({ path }) =>
    kept.list.some(({ id }) => id === idIn(path))
      ? aDetail(found(path))
      : Response.json({ error: 'Partner not found' }, { status: 404 }),
  );
  answer('get', '/api/partners', ({ path }) => pageOfList(listed(kept.list), path));
  answer('get', '/api/partners/counts', () => countsOf(kept.list));
  answer('get', '/api/partners/total', ({ path }) => ({
    total: passing(kept.list, asked(path)).length,
    exact: true,
  }));
  answer('post', '/api/partners/selected', ({ body }) =>
    listed(kept.list.filter(({ id }) => (body as { ids: string[] }).ids.includes(id))),
  );
  const decide = (id: string, status: PartnerView['status']): number => {
    const undo = decided.size + 1;
    decided.set(undo, found(`/api/partners/${id}`).status);
    change(`/api/partners/${id}`, status);
    return undo;
  };
  // the worker is done with a batch at once
  const decidedBy = new Map<string, ManyDecidedView['decided']>();
  let batch: BatchView | null = null;
  const begin = (act: BatchView['act'], decided: ManyDecidedView['decided']): Response => {
    batch = aBatch({ id: `batch ${decidedBy.size}`, act, total: decided.length, doneCount: decided.length });
    decidedBy.set(batch.id, decided);
    return Response.json(batch, { status: 202 });
  };
  answer('get', '/api/partners/batch', () => batch);
  answer('post', '/api/partners/decide', ({ body }) => {
    const { ids, filter, ...act } = body as {
      ids?: string[];
      filter?: Record<string, string>;
      before: 'pending' | 'approved';
      status: 'approved' | 'rejected';
    };
    const shown = passing(kept.list, new URLSearchParams({ ...filter, status: act.before }));
    const meant = ids ? shown.filter(({ id }) => ids.includes(id)) : shown;
    const made = meant.map(({ id }) => ({ id, decision: decide(id, act.status) }));
    return ids ? { decided: made, refused: ids.length - made.length } : begin({ kind: 'decide', ...act }, made);
  });
  answer('post', '/api/partners/undo-decisions', ({ body }) => {
    const { batchId, decisions } = body as { batchId?: string; decisions?: ManyDecidedView['decided'] };
    const undone = decisions ?? decidedBy.get(batchId ?? '') ?? [];
    for (const { id, decision } of undone) change(`/api/partners/${id}`, decided.get(decision) ?? 'pending');
    if (batchId === undefined) return { decided: undone, refused: 0 };
    return begin({ kind: 'undo', before: 'pending', batchId }, undone);
  });
  answer('get', '/api/partners/:id/waiting-messages', { campaigns: [] });
  answer('get', '/api/searches/latest', null);
  answer('patch', '/api/partners/:id/status', ({ path, body }) => {
    const undo = decide(idIn(path), (body as { status: PartnerView['status'] }).status);
    return { ...found(path), undo };
  });
  answer('post', '/api/partners/:id/undo-decision', ({ path, body }) => {
    const before = decided.get((body as { decision: number }).decision) ?? 'pending';
    return { ...change(path, before), waitingMessages: 0 };
  });
  answer('delete', '/api/partners/:id', ({ path }) => {
    kept.list = kept.list.filter(({ id }) => id !== idIn(path));
    return new Response(null, { status: 204 });
  });
  return kept;
}
