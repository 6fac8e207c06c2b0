/**
 * The AI costs of a search, of each scored partner, and of each message, beside one call for each partner. People come from a sandbox of its own.
 * With OPENAI_API_KEY the calls are real, and cost money; else the sandbox answers, which counts tokens as four characters each.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type AiModels, modelFor } from '../../events/ai/aiTasks.ts';
import { costOfCall, usualCost } from '../../events/ai/prices.ts';
import { knownFacts } from '../../events/messages/check/facts.ts';
import { MOST_OPENINGS, openingOf } from '../../events/messages/openings.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import { regionsOf } from '../../events/shared/countries.ts';
import { openAi } from '../../worker/providers/openai/askAi.ts';
import {
  outreachMessagePrompt,
  replyClassificationPrompt,
  searchPlanPrompt,
} from '../../worker/providers/openai/prompts.ts';
import { peopleDataLabs } from '../../worker/providers/peopleDataLabs/client.ts';
import { peopleDataSource } from '../../worker/providers/peopleDataLabs/source.ts';
import { webSearchSource } from '../../worker/providers/webSearch/source.ts';
import { startSandbox } from '../../worker/sandbox/serve.ts';
import { firstMailInput, firstMailOf } from '../../worker/tasks/writeText.ts';
import { modelsHere, rememberedCalls, sumOfCalls } from '../evals/calls.ts';
import { campaignOf, partiesOf, profile } from '../evals/cases.ts';
import { NO_MEMORY } from '../support/samples.ts';

/** This many partners are found and written to. */
const WANTED = 10;
/** The search may cost at most this part of one naive call for each partner that it scores. */
const MOST_OF_NAIVE = 0.5;

/** US dollars for one approved email, with its judge (issue 54). */
const MOST_FOR_ONE = 0.008;
/** So many partners are judged for one that is approved. */
const JUDGED_FOR_ONE = 3;
/** Thinking at low effort, as the sandbox counts it. */
const THINKING = 256;
/** What a judge answers: its answers are enums, with a sentence and a quote for a partner. */
const ANSWERED = { partnerJudgment: 80, textJudgment: 120 } as const;

const REPLY = {
  ...{ today: '2026-11-30', lastEmail: null },
  reply: { subject: 'Re: A vest', text: 'Sounds great, send me one!', receivedAt: '2026-11-29' },
};

const criteria = {
  industry: 'Fitness',
  targetAudience: 'Trail runners and hikers who repair their gear',
  platforms: ['linkedin' as const],
};

const tokens = (text: string): number => Math.ceil(text.length / 4);

/** One call that gives one partner a score and a reason, as an obvious first version would, with the whole profile. */
function naiveCall(model: string, { facts, person }: FoundPerson) {
  const question = `You score how well a possible affiliate or influencer partner fits a business. Use only INPUT. Answer a score from 0 to 100 and one
or two sentences that say why, for audience, topic, region and reach.`;
  const input = JSON.stringify({
    business: profile.businessName,
    description: profile.description,
    criteria,
    facts,
    person,
  });
  const answer = JSON.stringify({ score: 78, reason: 'x'.repeat(240) });
  // thinking at low effort, as the sandbox counts it
  const used = { input: tokens(question + input), cachedInput: 0, output: tokens(answer) + 256 };
  return { inputTokens: used.input, outputTokens: used.output, costUsd: costOfCall(model, used) };
}

type Judging = keyof typeof ANSWERED;

/** The prompts of the product, by what they are asked for. */
async function promptOf(operation: Judging): Promise<{ instructions: string; answer: z.ZodType } | undefined> {
  const folder = join(import.meta.dirname, '../../worker/providers/openai');
  const files = (await readdir(folder)).filter((file) => file.startsWith('prompt'));
  const modules = await Promise.all(
    files.map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>),
  );
  const all = modules.flatMap((module) => Object.values(module)) as { operation?: string }[];
  return all.find((one) => one?.operation === operation) as Awaited<ReturnType<typeof promptOf>>;
}

/** The cost of one judgment over these people by the length of its prompt; by a usual call while there is no prompt. It is not asked. */
async function judgment(operation: Judging, models: AiModels, people: readonly FoundPerson[]): Promise<number> {
  const model = modelFor(models, operation);
  const prompt = await promptOf(operation);
  if (!prompt)
    return (usualCost(model, operation) ?? Number.NaN) * (operation === 'partnerJudgment' ? people.length / 30 : 1);
  const email = operation === 'textJudgment' ? 'x'.repeat(900) : '';
  const read = prompt.instructions + JSON.stringify(z.toJSONSchema(prompt.answer)) + JSON.stringify(people) + email;
  const output = people.length * ANSWERED[operation] + THINKING;
  return costOfCall(model, { input: tokens(read), cachedInput: 0, output }) ?? Number.NaN;
}

const round = (value: number): number => Number(value.toPrecision(3));

export async function benchAi(quick: boolean) {
  const key = process.env.OPENAI_API_KEY?.trim();
  const models = modelsHere();
  const model = models.writing;
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-ai-'));
  const sandbox = await startSandbox({ dataDir, port: 0, host: '127.0.0.1' });
  try {
    const calls = rememberedCalls();
    const baseUrl = key ? process.env.OPENAI_BASE_URL?.trim() || undefined : `${sandbox.url}/openai/v1`;
    const askAi = openAi(calls, { apiKey: key ?? 'sandbox', baseUrl, models });
    const scope = { tenant: 'bench', cause: { actor: 'bench', correlationId: 'bench', causationId: null } };
    const business = {
      businessName: profile.businessName,
      industry: profile.industry,
      description: profile.description,
    };

    const { value: plan } = await askAi(searchPlanPrompt, { ...scope, about: 'search', input: { business, criteria } });
    const search = sumOfCalls(calls.made.splice(0));
    const regions = regionsOf(plan.regions);
    const source = peopleDataSource(peopleDataLabs({ apiKey: 'sandbox', baseUrl: `${sandbox.url}/pdl/v5` }));
    const ask = {
      ...{ plan: { ...plan, regions }, criteria, regions, known: [], seenAt: new Date().toISOString() },
      ...{ scope, about: 'search', ...NO_MEMORY },
    };
    const asked = source.search(ask);
    const found: FoundPerson[] = [];
    while (found.length < WANTED && !asked.dry) found.push(...(await asked.next(WANTED - found.length)));
    // the last resort of a search is one call; what its pages say costs nothing
    await webSearchSource(askAi, async () => ({ ok: false, why: 'address' }))
      .search(ask)
      .next(WANTED);
    const discovery = sumOfCalls(calls.made.splice(0));
    // scored by rules: no call
    const scored = found.map((one) => scoreFound(one, criteria, plan)).length;
    const naive = found.map((one) => naiveCall(model, one));
    const mean = (of: (call: (typeof naive)[number]) => number) =>
      naive.reduce((sum, one) => sum + of(one), 0) / naive.length;

    const campaign = campaignOf({});
    const openings: string[] = [];
    for (const { facts, person } of found.slice(0, quick ? 3 : WANTED)) {
      const partner = { ...facts, person };
      if (!campaign.text || knownFacts(partner).length === 0) continue;
      const input = firstMailInput(partiesOf(partner), campaign, campaign.text, {
        openings: openings.slice(-MOST_OPENINGS),
      });
      const { value } = await askAi(outreachMessagePrompt, { ...scope, about: 'message', input });
      const opening = openingOf(firstMailOf(value, campaign, campaign.text).text.body);
      if (opening) openings.push(opening);
    }
    const messages = sumOfCalls(calls.made.splice(0));
    const labels = await askAi(replyClassificationPrompt, { ...scope, about: 'conversation', input: REPLY });
    const labeled = sumOfCalls(calls.made);
    const costs = {
      plan: (search.costUsd ?? 0) / scored,
      judgingPartners: (JUDGED_FOR_ONE * (await judgment('partnerJudgment', models, found))) / found.length,
      writing: (messages.costUsd ?? 0) / messages.calls,
      judgingText: await judgment('textJudgment', models, [found[0] as FoundPerson]),
      label: labeled.costUsd ?? 0,
    };
    const approvedEmail = Object.values(costs).reduce((sum, cost) => sum + cost, 0);
    const isDone =
      scored >= WANTED &&
      messages.calls >= 3 &&
      Array.isArray(labels.value.labels) &&
      Object.values(costs).every((cost) => cost > 0);
    const per = (sum: typeof messages, count: number) => ({
      inputTokens: Math.round(sum.inputTokens / count),
      outputTokens: Math.round(sum.outputTokens / count),
      costUsd: sum.costUsd === null ? null : round(sum.costUsd / count),
    });
    const perScoredPartner = per(search, scored);
    const naiveCost = mean((call) => call.costUsd ?? 0);
    const ratio = naiveCost > 0 && perScoredPartner.costUsd !== null ? perScoredPartner.costUsd / naiveCost : null;
    const whole = search.costUsd === null || discovery.costUsd === null ? null : search.costUsd + discovery.costUsd;
    return {
      bench: 'ai',
      model: key ? model : `${model} (sandbox)`,
      perSearch: { scoredPartners: scored, ...per(search, 1) },
      perScoredPartner,
      perDiscovery: per(discovery, 1),
      naiveCallPerPartner: {
        inputTokens: Math.round(mean((call) => call.inputTokens)),
        outputTokens: Math.round(mean((call) => call.outputTokens)),
        costUsd: round(naiveCost),
      },
      ofNaive: ratio === null ? null : round(ratio),
      // one that looks on the web, too: that finds people, where the naive call only scores those who were found
      ofNaiveWithDiscovery: naiveCost > 0 && whole !== null ? round(whole / scored / naiveCost) : null,
      perMessage: per(messages, messages.calls),
      perApprovedEmail: {
        ...Object.fromEntries(Object.entries(costs).map(([step, cost]) => [step, round(cost)])),
        costUsd: round(approvedEmail),
        goalUsd: MOST_FOR_ONE,
      },
      missed: [
        ...(ratio !== null && ratio > MOST_OF_NAIVE ? ['ofNaive'] : []),
        ...(isDone ? [] : ['work']),
        ...(approvedEmail > MOST_FOR_ONE ? ['perApprovedEmail'] : []),
      ],
    };
  } finally {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
