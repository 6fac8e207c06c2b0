import { decideEach } from '../../db/log/decideEach.ts';
import { countUnjudged, type JudgedSubject, readUnjudged } from '../../db/read/judgments.ts';
import type { Judgment } from '../../events/partners/judgment.ts';
import { judgePartner, type PartnerState } from '../../events/partners/partner.ts';
import { candidateOf } from '../../events/partners/rubric.ts';
import { JUDGED_AT_ONCE, JUDGED_UNASKED } from '../../events/shared/options.ts';
import { type Job, type JobPayload, type Needs, scopeOf, type TailedEvent } from '../context.ts';
import { defineTask } from '../defineTask.ts';
import type { AskAi } from '../providers/openai/askAi.ts';
import { NEVER_ANSWERED } from '../providers/openai/failure.ts';
import {
  type Judged,
  judgeCandidates,
  partnerJudgmentPrompt,
  similaritiesTo,
} from '../providers/openai/partnerJudgment.ts';
import { ProviderError } from '../providers/providerError.ts';
import { askLater } from './askLater.ts';
import { asFound, SCORING_FIELDS, type Scoring, scoringOf } from './scoring.ts';

/** People of one run: ten questions. More are another run's, so that a worker can stop. */
const MOST_OF_A_RUN = 300;

const queueOf = (tenant: string): string => `judge:${tenant}`;

/** `of`: the kind of the id. A job for `criteria` is for everyone who waits. */
const jobOf = (of: 'search' | 'partner' | 'criteria' | 'all', { tenant, id }: TailedEvent): Job => ({
  ...{ id, also: { of } },
  jobKey: `judge:${tenant}:${of}${of === 'search' || of === 'partner' ? `:${id}` : ''}`,
  queueName: queueOf(tenant),
});

/**
 * Has the AI judge pending and approved partners whom it has not judged by the present criteria. While more than JUDGED_UNASKED wait, it judges only
 * the new ones, until a user asks for all. A score stays with the rules until then, and while the AI is away.
 */
export const judgePartners = defineTask({
  name: 'judge-partners',
  lane: 'ask',
  on: {
    SearchCompleted: (event) => jobOf('search', event),
    ImportCompleted: (event) => jobOf('criteria', event),
    // an import ends with an event of its own
    PartnerAdded: (event) => event.data.by !== 'import' && jobOf('partner', event),
    PartnerProfileGenerated: (event) => jobOf('criteria', event),
    BusinessProfileUpdated: (event) =>
      event.data.fields.some((field) => SCORING_FIELDS.includes(field)) && jobOf('criteria', event),
    PartnerJudgmentRequested: (event) => jobOf('all', event),
  },
  needs: ['store', 'askAi', 'embed'],
  handler: async (deps, job, run) => {
    const { store, askAi } = deps;
    const scoring = await scoringOf(store, job.tenant);
    // without an AI the rules do
    if (!askAi || !scoring?.hasAudience) return;
    const of = job.also?.of ?? 'criteria';
    const spec = { queueName: queueOf(job.tenant), jobKey: `judge-later:${job.tenant}:${of}:${job.id}` };
    try {
      const asked = of === 'all' || (await mayJudgeAll(deps, job, scoring));
      const subject = asked ? null : subjectOf(of, job.id);
      if (!asked && subject === null) return;
      const left = await judgeSome({ ...deps, askAi }, job, scoring, subject);
      if (left === 'more') await run.addJob('judge-partners', job, spec);
      if (left === 'missing') throw leftOut();
    } catch (error) {
      await askLater(store, error, { task: 'judge-partners', job, run, spec });
    }
  },
});

/** An answer without some of the people. */
const leftOut = () =>
  new ProviderError({ code: 'provider_unusable', provider: 'The AI provider' }, 'bad_answer', false);

const mayJudgeAll = async ({ store }: Needs<'store'>, { tenant }: JobPayload, { criteriaHash }: Scoring) =>
  (await countUnjudged(store, tenant, criteriaHash, JUDGED_UNASKED + 1)) <= JUDGED_UNASKED;

function subjectOf(of: string, id: string): JudgedSubject | null {
  if (of === 'search') return { searchId: id };
  return of === 'partner' ? { partnerId: id } : null;
}

/** By partner. */
type Judgments = [id: string, judgment: Judgment][];

type Waiting = Judged & { inputHash: string; searchId: string | null };

/** Judges the newest who wait. `more`: others wait. `missing`: the AI left some out. It ends when the criteria change: they have a job of their own. */
async function judgeSome(
  deps: Needs<'store' | 'embed'> & { askAi: AskAi },
  job: JobPayload,
  scoring: Scoring,
  subject: JudgedSubject | null,
): Promise<'done' | 'more' | 'missing'> {
  const { store, askAi, embed } = deps;
  const scope = { ...scopeOf('judge-partners', job), about: `profile-${job.tenant}` };
  const rows = await readUnjudged(store, job.tenant, scoring.criteriaHash, { subject, most: MOST_OF_A_RUN + 1 });
  const people = rows.slice(0, MOST_OF_A_RUN).flatMap(({ id, state }) => waitingOf(id, state, scoring));
  const similarities = await similaritiesTo(
    embed,
    scope,
    scoring.wanted,
    people.map(({ candidate }) => candidate),
  );
  const ordered = inOrder(people.map((one, at) => ({ ...one, similarity: similarities[at] ?? null })));

  let judged = 0;
  let isOutdated = false;
  const missing = await judgeIn(JUDGED_AT_ONCE, ordered);
  // among fewer, fewer are overlooked
  const still = await judgeIn(Math.min(JUDGED_AT_ONCE, Math.ceil(missing.length / 2)), missing);
  if (isOutdated) return 'done';
  if (rows.length > MOST_OF_A_RUN && judged > 0) return 'more';
  return still.length > 0 ? 'missing' : 'done';

  async function judgeIn(size: number, some: readonly Waiting[]): Promise<Waiting[]> {
    const left: Waiting[] = [];
    for (let from = 0; from < some.length && !isOutdated; from += size)
      left.push(...(await judgeBatch(some.slice(from, from + size))));
    return left;
  }

  /** Answers whom the AI left out. */
  async function judgeBatch(batch: readonly Waiting[]): Promise<Waiting[]> {
    let answer: Awaited<ReturnType<typeof judgeCandidates>>;
    try {
      answer = await judgeCandidates(askAi, scope, scoring.wanted, batch);
    } catch (error) {
      const isDeclined = error instanceof ProviderError && NEVER_ANSWERED.has(error.code);
      if (!isDeclined) throw error;
      // one text that the AI declines must not keep it from the others
      const [one] = batch;
      if (one && batch.length === 1) {
        await record(scoring, [refusalOf(one, 'none')]);
        return [];
      }
      const half = batch.length >> 1;
      return [...(await judgeBatch(batch.slice(0, half))), ...(await judgeBatch(batch.slice(half)))];
    }
    // an answer takes minutes, in which a user may change the criteria or decide on people
    const scoringNow = await scoringOf(store, job.tenant);
    if (scoringNow?.criteriaHash !== scoring.criteriaHash) {
      isOutdated = true;
      return [];
    }
    const { said, declined, model } = answer;
    const { name, version } = partnerJudgmentPrompt;
    const by = { criteriaHash: scoring.criteriaHash, model, promptVersion: `${name}@${version}` };
    const judgments = batch.flatMap((waiting): Judgments => {
      const { key, inputHash, similarity } = waiting;
      const one = said.get(key);
      if (one) return [[key, { ...by, ...one, inputHash, similarity }]];
      return declined.includes(key) ? [refusalOf(waiting, model)] : [];
    });
    await record(scoringNow, judgments);
    return batch.filter(({ key }) => !judgments.some(([id]) => id === key));
  }

  function refusalOf({ key, inputHash, similarity }: Waiting, model: string): Judgments[number] {
    const { name, version } = partnerJudgmentPrompt;
    const by = { criteriaHash: scoring.criteriaHash, model, promptVersion: `${name}@${version}` };
    const nothing = { marks: { topic: null, audience: null, region: null, quality: null }, against: [], quotes: [] };
    return [key, { ...by, ...nothing, inputHash, similarity, refused: true, reason: '' }];
  }

  async function record(scoringNow: Scoring, judgments: Judgments): Promise<void> {
    const byInput = new Map(judgments.map(([, judgment]) => [judgment.inputHash, judgment]));
    const ids = judgments.map(([id]) => id);
    await decideEach(store, scope, 'partner', ids, (partner) => {
      const found = asFound(partner);
      // the AI read another text if the profile has changed
      const judgment = found && byInput.get(scoring.inputHash(found));
      if (!judgment) return [];
      // who is refused keeps the score by rules
      return [...judgePartner(partner, judgment), ...(judgment.refused ? [] : scoringNow.score(partner, judgment))];
    });
    judged += ids.length;
  }
}

function waitingOf(id: string, state: PartnerState, scoring: Scoring): Waiting[] {
  const found = asFound(state);
  if (!found) return [];
  const inputHash = scoring.inputHash(found);
  return [{ key: id, candidate: candidateOf(found), similarity: null, inputHash, searchId: state.searchId }];
}

/** The newest search first. Of one search, who is most similar comes first: the budget may end before the list does. */
function inOrder(people: readonly Waiting[]): Waiting[] {
  const places = new Map<string | null, number>();
  for (const { searchId } of people) places.set(searchId, places.get(searchId) ?? places.size);
  const placeOf = ({ searchId }: Waiting) => places.get(searchId) ?? 0;
  return people.toSorted((a, b) => placeOf(a) - placeOf(b) || (b.similarity ?? 0) - (a.similarity ?? 0));
}
