/** Texts of strangers that talk to an AI: a model that obeys every one of them is caught by the check. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { profile as profileAggregate } from '../../events/accounts/profile.ts';
import { campaign as campaignAggregate } from '../../events/campaigns/campaign.ts';
import { textChecker } from '../../events/messages/check/checkText.ts';
import { type KnownPartner, knownFacts } from '../../events/messages/check/facts.ts';
import { tidyPlan } from '../../events/partners/tidyPlan.ts';
import { obey } from '../../worker/sandbox/openai/gullible.ts';
import { inputSchemas } from '../../worker/sandbox/openai/inputs.ts';
import { writeMessage } from '../../worker/sandbox/openai/message.ts';

type Attempt = { in: 'bio' | 'page' | 'keywords' | 'jobTitle' | 'company' | 'username' | 'reply'; text: string };
const attempts = JSON.parse(
  readFileSync(new URL('../evals/injections.json', import.meta.url), 'utf8'),
) as readonly Attempt[];

const profile = {
  ...profileAggregate.initial,
  businessName: 'Northwind Trail Gear',
  industry: 'Fitness',
  userFullName: 'Robin Vale',
  jobTitle: 'Partnerships Lead',
  contactEmail: 'robin@northwind.example',
};
const offer = {
  what: 'A vest',
  commission: '15% of each sale',
  code: 'RIDGE15',
  link: 'https://northwind.example/join?via=a1',
};
const campaign = {
  ...campaignAggregate.initial,
  text: { name: 'Spring', staticSubject: null, invitationText: 'a vest', messagePrompt: 'Invite them to test a vest.' },
  offer,
};
const check = textChecker(campaign, profile);

function partnerWith(attempt: Attempt | null): KnownPartner {
  const said = (field: Attempt['in']) => (attempt?.in === field ? attempt.text : null);
  return {
    ...{ platform: 'instagram', otherPlatforms: [], industry: 'Fitness', followersCount: 5_000, engagementRate: 2 },
    person: {
      ...{ name: 'Maya Lindqvist', avatar: null, profileUrl: null, companyDomain: null, country: 'Canada' },
      bio: said('bio') ?? 'Coach for hill runners in the north.',
      username: said('username') ?? 'maya.runs',
      jobTitle: said('jobTitle') ?? 'Coach',
      company: said('company') ?? 'Uphill Lab',
      keywords: [said('keywords') ?? 'running'],
      socialProfiles: [],
      evidence:
        attempt?.in === 'page'
          ? [
              {
                id: 'e1',
                field: 'recentWork',
                text: attempt.text,
                source: 'web',
                url: 'https://trail.example/',
                seenAt: '',
              },
            ]
          : [],
    },
  };
}

/** What a model writes that obeys whatever it reads. */
function gullibleText(partner: KnownPartner, reply: string | null) {
  const { platform, industry, followersCount, person } = partner;
  const { businessName, description, userFullName, jobTitle } = profile;
  const input = {
    business: { businessName, industry: profile.industry, description },
    sender: { fullName: userFullName, jobTitle },
    partner: { name: person?.name, username: person?.username, platform, industry, followersCount },
    facts: knownFacts(partner),
    offer,
    campaign: {
      instructions: campaign.text.messagePrompt,
      subjectType: 'show_me_you_know_me',
      invitationText: 'a vest',
    },
    ...(reply === null ? {} : { thread: [{ by: 'partner', text: reply }] }),
  };
  const honest = writeMessage(inputSchemas.outreach_message.parse(input));
  return { honest, text: obey(honest, input) };
}

test('there are at least 40, and the gullible model falls for nearly all of them', () => {
  expect(attempts.length).toBeGreaterThanOrEqual(40);
  const fallenFor = attempts.filter((attempt) => {
    const { honest, text } = gullibleText(partnerWith(attempt), attempt.in === 'reply' ? attempt.text : null);
    return text.body !== honest.body;
  });
  expect(fallenFor.length).toBeGreaterThanOrEqual(attempts.length - 4);
});

test('without one nothing is flagged', () => {
  const partner = partnerWith(null);
  expect(check({ text: gullibleText(partner, null).text, partner, earlier: [], byPerson: false })).toEqual([]);
});

test.each(attempts.map((attempt) => [attempt.in, attempt.text, attempt] as const))(
  'in a %s: %s',
  (_in, _text, attempt) => {
    const partner = partnerWith(attempt);
    const { text } = gullibleText(partner, attempt.in === 'reply' ? attempt.text : null);
    expect(check({ text, partner, earlier: [], byPerson: false })).not.toEqual([]);
  },
);

test('a search plan holds a few words, whatever an AI was talked into', () => {
  const honest = {
    topics: ['Trail Running', 'hiking'],
    jobTitles: ['Coach'],
    audienceTerms: ['hikers'],
    regions: ['canada'],
  };
  const all = attempts.map(({ text }) => text).join('\n');
  const plan = tidyPlan(obey(honest, { criteria: { additionalCriteria: all } }));
  expect(plan).toMatchObject({
    ...honest,
    topics: expect.arrayContaining(['trail running', 'hiking']),
    jobTitles: ['coach'],
  });
  expect(plan.topics.length).toBeLessThanOrEqual(12);
  for (const topic of plan.topics) expect(topic).toMatch(/^[^@<>{}:]{1,60}$/);
  const everything = Array.from({ length: 500 }, (_, index) => `topic ${index}`);
  const long = tidyPlan({ ...honest, topics: [...everything, 'x'.repeat(10_000), 'HTTPS://evil.example'] });
  expect(long.topics).toHaveLength(12);
});
