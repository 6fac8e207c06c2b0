/** Asks the AI each case with the product's own prompts, and grades the answers. */

import type { z } from 'zod';
import { provedWants } from '../../events/conversations/wants.ts';
import { answerSubject } from '../../events/messages/answer.ts';
import { textChecker } from '../../events/messages/check/checkText.ts';
import { knownFacts } from '../../events/messages/check/facts.ts';
import { regionsOf } from '../../events/shared/countries.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import type { AskAi, Prompt } from '../../worker/providers/openai/askAi.ts';
import {
  contactSearchPrompt,
  followUpPrompt,
  outreachMessagePrompt,
  partnerDiscoveryPrompt,
  partnerProfilePrompt,
  replyClassificationPrompt,
  replyDraftPrompt,
  searchPlanPrompt,
} from '../../worker/providers/openai/prompts.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { isSamePage } from '../../worker/providers/web/samePage.ts';
import { draftInput } from '../../worker/tasks/draftAnswer.ts';
import { firstMailInput, firstMailOf, followUpInput, followUpOf } from '../../worker/tasks/writeText.ts';
import {
  type Cases,
  type ContactCase,
  campaignOf,
  type DiscoveryCase,
  type DraftCase,
  type FollowUpCase,
  type MailCase,
  type PlanCase,
  type ProfileCase,
  partiesOf,
  partnerOf,
  profile,
  type ReplyCase,
} from './cases.ts';
import { type Grade, grade, gradeCheck, gradeFactsUsed, gradeInjection, gradeMentions, gradeTone } from './grade.ts';

/** `error`: there was no answer to grade. */
export type Result = { id: string; grades: Grade[]; error?: string };

const business = {
  businessName: profile.businessName,
  industry: profile.industry,
  description: profile.description,
};
const OUR_EMAIL = {
  subject: 'A vest',
  text: 'Hi, would you test one of our running vests? You keep it, and you tell your readers what you think.',
};

export async function runCases(askAi: AskAi, cases: Cases, onResult: (result: Result) => void): Promise<Result[]> {
  const answerTo = <S extends z.ZodType>(prompt: Prompt<S>, id: string, input: object) =>
    askAi(prompt, {
      tenant: 'evals',
      cause: { actor: 'evals', correlationId: id, causationId: null },
      about: id,
      input,
    });
  const ask = async <S extends z.ZodType>(prompt: Prompt<S>, id: string, input: object): Promise<z.infer<S>> =>
    (await answerTo(prompt, id, input)).value;
  const results: Result[] = [];
  const each = async <C extends { id: string }>(list: readonly C[], one: (item: C) => Promise<Grade[]>) => {
    for (const item of list) {
      const result: Result = await one(item).then(
        (grades) => ({ id: item.id, grades }),
        (error: unknown) => {
          if (!(error instanceof ProviderError)) throw error;
          return { id: item.id, grades: [], error: reasonSentence(error.reason, 'operator') };
        },
      );
      results.push(result);
      onResult(result);
    }
  };

  await each(cases.profiles, async ({ id, inputs, mentions }: ProfileCase) => {
    const answer = await ask(partnerProfilePrompt, id, { ...business, additionalCriteria: '', ...inputs });
    const wanted = [...inputs.preferredPlatforms].sort().join(', ');
    const chosen = [...answer.platforms].sort().join(', ');
    return [
      gradeMentions(`${answer.description} ${answer.targetAudience} ${answer.industry}`, mentions),
      grade('relevance', wanted === '' || chosen === wanted, `${chosen} instead of ${wanted}`),
      grade(
        'relevance',
        answer.minEngagement <= 20,
        `at least ${answer.minEngagement}% engagement, which hardly anybody has`,
      ),
    ];
  });

  await each(cases.discoveries, async ({ id, input, mentions }: DiscoveryCase) => {
    const { value, opened } = await answerTo(partnerDiscoveryPrompt, id, input);
    const { people } = value;
    const closed = people.filter(({ page }) => !opened.some((url) => isSamePage(url, page)));
    const again = people.filter(({ page, profiles }) =>
      input.leaveOut.some((known) => [page, ...profiles].some((url) => isSamePage(url, known))),
    );
    return [
      grade(
        'relevance',
        people.length > 0 && people.length <= input.count,
        `${people.length} people, not 1 to ${input.count}`,
      ),
      gradeMentions(people.flatMap(({ quotes }) => quotes).join(' '), mentions),
      grade('facts', closed.length === 0, `${closed.length} of pages that were not opened`),
      grade('relevance', again.length === 0, `${again.length} who were to be left out`),
    ];
  });

  await each(cases.contacts, async ({ id, partner, avoid }: ContactCase) => {
    const answer = await ask(contactSearchPrompt, id, { partner });
    return [
      grade('facts', answer.email === null, 'an address of somebody who does not exist'),
      ...gradeInjection(answer, avoid),
    ];
  });

  await each(cases.plans, async ({ id, criteria, topics, regions, avoid }: PlanCase) => {
    const plan = await ask(searchPlanPrompt, id, { business, criteria });
    const found = gradeMentions(plan.topics.join(', '), [topics]);
    const where = regionsOf(plan.regions);
    return [
      found,
      grade('relevance', !regions || regions.every((one) => where.includes(one)), `looks in ${where.join(', ')}`),
      ...gradeInjection(plan, avoid),
    ];
  });

  await each(cases.mails, async (one: MailCase) => {
    const partner = partnerOf(one.partner, one.inject);
    const campaign = campaignOf(one);
    if (!campaign.text) throw new Error('a campaign without a text');
    const { instruction, ...text } = one.revise ?? { instruction: '', subject: '', body: '' };
    const more = {
      ...(one.openings && { openings: one.openings }),
      ...(one.revise && { revise: { instruction, text } }),
    };
    const answer = await ask(
      outreachMessagePrompt,
      one.id,
      firstMailInput(partiesOf(partner), campaign, campaign.text, more),
    );
    const { text: mail, parts } = firstMailOf(answer, campaign, campaign.text);
    return [
      gradeMentions(mail.body, one.mentions),
      ...(one.subjectMentions ? [gradeMentions(mail.subject, [one.subjectMentions])] : []),
      ...(one.revise || one.inject ? [] : [gradeFactsUsed(parts, knownFacts(partner), one.noFacts === true)]),
      ...gradeCheck(textChecker(campaign, profile), mail, partner, { parts }),
      gradeTone(mail, one),
      ...gradeInjection(answer, one.avoid),
    ];
  });

  await each(cases.followUps, async (one: FollowUpCase) => {
    const partner = partnerOf(one.partner);
    const { number, thread, instructions } = one;
    const state = campaignOf({});
    const campaign = {
      ...state,
      followUps: [{ id: 'f1', textId: 't1', afterDays: 3, writer: 'ai' as const, text: instructions }],
    };
    const answer = await ask(
      followUpPrompt,
      one.id,
      followUpInput(partiesOf(partner), campaign, {
        ...{ instructions, number, count: 4, daysSince: 4, subject: OUR_EMAIL.subject, thread },
      }),
    );
    const { body, parts } = followUpOf(answer, campaign, instructions);
    const mail = { subject: answerSubject(OUR_EMAIL.subject), body };
    const earlier = thread.map(({ text }) => text);
    return [
      gradeMentions(mail.body, one.mentions),
      ...gradeCheck(textChecker(campaign, profile), mail, partner, { parts, earlier }),
      gradeTone(mail, { mostWords: 130 }),
      ...gradeInjection(answer, one.avoid),
    ];
  });

  await each(cases.replies, async ({ id, subject, text, label, injected }: ReplyCase) => {
    const at = '2026-11-23';
    const reply = { subject, text, receivedAt: at };
    const answer = await ask(replyClassificationPrompt, id, { today: at, lastEmail: OUR_EMAIL, reply });
    const [main = null] = provedWants(answer.labels, { subject, newPart: text }, at);
    const isRight = main !== null && label.includes(main.label);
    return [grade(injected ? 'injection' : 'relevance', isRight, `${main?.label} instead of ${label.join(' or ')}`)];
  });

  await each(cases.drafts, async (one: DraftCase) => {
    const partner = partnerOf(one.partner);
    const campaign = campaignOf({});
    const { answers = [], wish = null, label = null } = one;
    const answer = await ask(
      replyDraftPrompt,
      one.id,
      draftInput({
        ...{ profile: { ...profile, answers }, partner, campaign, wish, today: '2026-11-24' },
        thread: one.thread.map((mail, at) => ({ ...mail, on: `2026-11-${20 + at}` })),
        newest: { label, wants: [] },
      }),
    );
    const mail = { subject: answerSubject('A vest'), body: answer.body };
    return [
      gradeMentions(mail.body, one.mentions),
      gradeTone(mail, { mostWords: 150 }),
      ...gradeInjection(answer, one.avoid),
    ];
  });
  return results;
}
