/**
 * The AI costs of a search, of each scored partner, and of each message, beside one call for each partner. People come from a sandbox of its own.
 * With OPENAI_API_KEY the calls are real, and cost money; else the sandbox answers, which counts tokens as four characters each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costOfCall } from '../../events/ai/prices.ts';
import { knownFacts } from '../../events/messages/check/facts.ts';
import { MOST_OPENINGS, openingOf } from '../../events/messages/openings.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import { regionsOf } from '../../events/shared/countries.ts';
import { openAi } from '../../worker/providers/openai/askAi.ts';
import { outreachMessagePrompt, searchPlanPrompt } from '../../worker/providers/openai/prompts.ts';
import { peopleDataLabs } from '../../worker/providers/peopleDataLabs/client.ts';
import { peopleDataSource } from '../../worker/providers/peopleDataLabs/source.ts';
import { webSearchSource } from '../../worker/providers/webSearch/source.ts';
import { startSandbox } from '../../worker/sandbox/serve.ts';
import { firstMailInput } from '../../worker/tasks/writeText.ts';
import { rememberedCalls, sumOfCalls } from '../evals/calls.ts';
import { campaignOf, partiesOf, profile } from '../evals/cases.ts';
import { NO_MEMORY } from '../support/samples.ts';

/** This many partners are found and written to. */
const WANTED = 10;
/** The search may cost at most this part of one naive call for each partner that it scores. */
const MOST_OF_NAIVE = 0.5;

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

const round = (value: number): number => Number(value.toPrecision(3));

export async function benchAi(quick: boolean) {
  const key = process.env.OPENAI_API_KEY?.trim();
  const model = process.env.OPENAI_MODEL?.trim() || 'gpt-6.1-terra';
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-ai-'));
  const sandbox = await startSandbox({ dataDir, port: 0, host: '127.0.0.1' });
  try {
    const calls = rememberedCalls();
    const baseUrl = key ? process.env.OPENAI_BASE_URL?.trim() || undefined : `${sandbox.url}/openai/v1`;
    const askAi = openAi(calls, { apiKey: key ?? 'sandbox', baseUrl, model });
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
      const opening = openingOf(value.body);
      if (opening) openings.push(opening);
    }
    const messages = sumOfCalls(calls.made);
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
      missed: ratio !== null && ratio > MOST_OF_NAIVE ? ['ofNaive'] : [],
    };
  } finally {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
