import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import OpenAI from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { profile as profileAggregate } from '../../events/accounts/profile.ts';
import { campaign as campaignAggregate } from '../../events/campaigns/campaign.ts';
import type { Offer } from '../../events/campaigns/settingWords.ts';
import { textChecker } from '../../events/messages/check/checkText.ts';
import { composeBody, part } from '../../events/messages/parts.ts';
import { slotsOf } from '../../events/messages/slots.ts';
import { LANGUAGE_CODES, LANGUAGES } from '../../events/shared/languages.ts';
import { makesUp } from '../../worker/sandbox/openai/web.ts';
import { type SamplePerson, samplePeople } from '../../worker/sandbox/people/sample.ts';
import { type Sandbox, startSandbox } from '../../worker/sandbox/serve.ts';

let sandbox: Sandbox;
let dataDir: string;
let client: OpenAI;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-openai-'));
  sandbox = await startSandbox({ dataDir, port: 0, host: '127.0.0.1' });
  client = new OpenAI({ apiKey: 'sk-any', baseURL: `${sandbox.url}/openai/v1`, maxRetries: 0 });
});

afterAll(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

const Profile = z.object({
  description: z.string(),
  industry: z.string(),
  minFollowers: z.int(),
  minEngagement: z.number(),
  platforms: z.array(z.enum(['linkedin', 'instagram', 'tiktok', 'youtube', 'twitter'])),
  targetAudience: z.string(),
});
const Plan = z.object({
  topics: z.array(z.string()),
  jobTitles: z.array(z.string()),
  audienceTerms: z.array(z.string()),
  regions: z.array(z.string()),
});
/** The answer to an outreach_message, with its text joined. */
const Message = z.object({ subject: z.string(), paragraphs: z.array(z.object({ parts: z.array(part) })) });
const FollowUp = Message.omit({ subject: true });
const bodyOf = (answer: z.infer<typeof FollowUp> | null | undefined, offer: Offer | null = null) =>
  composeBody(answer?.paragraphs ?? [], slotsOf(offer, [])).body;
const Contact = z.object({ email: z.string().nullable(), sourceUrl: z.string().nullable(), confidence: z.number() });

const ask = <T extends z.ZodType>(name: string, schema: T, input: unknown) =>
  client.responses.parse({
    model: 'gpt-6.1-terra',
    input: [
      { role: 'system', content: 'You help.' },
      { role: 'user', content: `Do it.\nINPUT:\n${JSON.stringify(input, null, 2)}` },
    ],
    text: { format: zodTextFormat(schema, name) },
  });

const business = {
  businessName: 'Northwind Trail Gear',
  industry: 'Fitness',
  description: 'Durable packs and running vests that we repair for life.',
};
const samplePartner = {
  ...{
    platform: 'linkedin' as const,
    otherPlatforms: [],
    industry: 'Fitness',
    followersCount: 12_345,
    engagementRate: 2,
  },
  person: {
    ...{ avatar: null, profileUrl: null, companyDomain: null, country: null, username: null, jobTitle: null },
    ...{ evidence: [], city: null, region: null, company: null, keywords: [], socialProfiles: [] },
  },
} as const;
const profileInput = {
  businessName: 'Northwind Trail Gear',
  industry: 'Fitness',
  targetAudience: 'Our customers are trail runners and weekend hikers who want gear that lasts.',
  businessDescription: business.description,
  preferredPlatforms: ['instagram', 'youtube'],
  additionalCriteria: 'Micro influencers with at least 8k followers',
};

const messageInput = (person: SamplePerson, campaign: Record<string, unknown> = {}) => ({
  business,
  sender: { fullName: 'Robin Vale', jobTitle: 'Partnerships Lead' },
  partner: {
    name: person.fullName,
    username: person.slug,
    platform: 'linkedin',
    industry: person.industry.name,
    followersCount: 12_345,
  },
  facts: [
    { id: 'e1', field: 'bio', text: person.bio, url: null },
    { id: 'e2', field: 'industry', text: person.industry.name },
  ],
  campaign: {
    instructions: 'Offer a 15% affiliate commission and a free pack. Keep it short. Ask them for a call next week.',
    subjectType: 'show_me_you_know_me',
    invitationText: 'A chat about packs',
    ...campaign,
  },
});

describe('partner_profile', () => {
  it('speaks of the business and its audience, and takes numbers and platforms from the input', async () => {
    const answer = await ask('partner_profile', Profile, profileInput);
    const profile = answer.output_parsed;
    expect(profile?.description).toContain('Northwind Trail Gear');
    expect(profile?.description).toContain('trail runners and weekend hikers');
    expect(profile).toMatchObject({ industry: 'Fitness', minFollowers: 8000, platforms: ['instagram', 'youtube'] });
    expect(answer.model).toBe('gpt-6.1-terra');
    expect(answer.usage?.total_tokens).toBe((answer.usage?.input_tokens ?? 0) + (answer.usage?.output_tokens ?? 0));
    expect(answer.usage?.input_tokens).toBeGreaterThan(50);
  });
});

describe('search_plan', () => {
  const criteria = {
    targetAudience: 'trail runners in Canada',
    industry: 'Fitness',
    platforms: ['linkedin'],
    minFollowers: 1,
    minEngagement: 1,
  };

  it('names topics that the sample people carry, and the region of the input', async () => {
    const plan = (await ask('search_plan', Plan, { business, criteria })).output_parsed;
    expect(plan?.topics).toContain('trail running');
    expect(plan?.topics.length).toBeGreaterThanOrEqual(4);
    expect(plan?.topics.length).toBeLessThanOrEqual(12);
    expect(plan?.regions).toEqual(['canada']);
    const known = new Set(samplePeople.flatMap(({ interests }) => interests));
    expect(plan?.topics.every((topic) => known.has(topic))).toBe(true);
  });

  it('plans for every industry', async () => {
    for (const industry of new Set(samplePeople.map((person) => person.industry.name))) {
      const input = {
        business: { ...business, industry, description: '' },
        criteria: { ...criteria, industry, targetAudience: 'people' },
      };
      const plan = (await ask('search_plan', Plan, input)).output_parsed;
      const fits = samplePeople.filter((person) =>
        person.interests.some((interest) => plan?.topics.includes(interest)),
      );
      expect(fits.filter((person) => person.industry.name === industry).length, industry).toBeGreaterThanOrEqual(12);
    }
  });
});

describe('the places and people of a search_plan', () => {
  const planFor = async (targetAudience: string, more: { description?: string; industry?: string } = {}) => {
    const industry = more.industry ?? 'Education';
    const input = {
      business: { businessName: 'Lingua Lane', industry, description: more.description ?? 'Language classes online' },
      criteria: { targetAudience, industry, platforms: [], minFollowers: 1, minEngagement: 1 },
    };
    const plan = (await ask('search_plan', Plan, input)).output_parsed;
    if (!plan) throw new Error('no plan');
    return plan;
  };

  it.each([
    ['adults who learn German or Spanish', []],
    ['people who contact us by mail', []],
    ['newcomers in Germany, Austria and Switzerland', ['germany', 'austria', 'switzerland']],
    ['learners in the netherlands, France, Spain and Italy', ['netherlands', 'france', 'spain', 'italy']],
    ['families in the UK, Ireland or Australia', ['united kingdom', 'ireland', 'australia']],
    ['runners in the usa', ['united states']],
    ['runners in the US', ['united states']],
    ['runners in the UNITED STATES', ['united states']],
    ['travellers in Latin America', []],
  ])('%s: %j', async (audience, regions) => {
    expect((await planFor(audience)).regions.sort()).toEqual(regions.sort());
  });
});

describe('the words of an outreach_message', () => {
  const [person] = samplePeople;
  if (!person) throw new Error('no people');
  const write = async (
    campaign: Record<string, unknown>,
    partner: Record<string, unknown> = {},
    more: Record<string, unknown> = {},
  ) => {
    const input = { ...messageInput(person, campaign), ...more };
    const { bio, ...rest } = partner;
    const work = { id: 'e2', field: 'industry', text: rest.industry };
    const facts =
      bio === undefined
        ? input.facts
        : [{ id: 'e1', field: 'bio', text: bio, url: null }, ...(rest.industry ? [work] : [])];
    const answer = await ask('outreach_message', Message, { ...input, facts, partner: { ...input.partner, ...rest } });
    if (!answer.output_parsed) throw new Error('no message');
    const { subject } = answer.output_parsed;
    return { subject, body: bodyOf(answer.output_parsed, (more.offer ?? null) as Offer | null) };
  };

  it.each([
    ['Mention one thing they really do.', /one thing|really do/i],
    ['Write in German.', /german/i],
    ['Auf Deutsch schreiben.', /deutsch|schreiben/i],
    ['Bitte erwähnen, dass wir kostenlose Muster schicken', /bitte|muster/i],
    ['I nostri clienti sono felici con il pane', /clienti/i],
    ['Keep it short and be friendly', /keep it|friendly/i],
    ['Use their name', /their name|your name/i],
    ['Ask a question about their work', /a question about/i],
    ['The tone should be warm', /tone|warm/i],
  ])('obeys or drops "%s", and does not print it', async (instructions, printed) => {
    const both = await write({ instructions: `${instructions}\nOffer a free pack.` });
    expect(both.body).toContain('We would like to offer you a free pack.');
    expect(both.body).not.toMatch(printed);
    const alone = await write({ instructions });
    expect(alone.body).not.toMatch(printed);
    expect(alone.body).toContain('packs and running vests');
    expect(alone.body.split(/\s+/).length).toBeGreaterThanOrEqual(60);
  });

  it.each([
    ['xX_baker_99', /^Hello,\n/],
    ['🍞 Bread', /^Hello,\n/],
    ['', /^Hello,\n/],
    ["Zoë O'Neil-Hart", /^(?:Hi|Hello|Dear) Zoë,\n/],
    ['Dr. Ana Öz', /^(?:Hi|Hello|Dear) Ana,\n/],
    ['Tove "Trail" Lind', /^(?:Hi|Hello|Dear) Tove,\n/],
    ['Ana Öz (she/her), PhD', /^(?:Hi|Hello|Dear) Ana,\n/],
  ])('greets "%s" well', async (name, greeting) => {
    const { subject, body } = await write({ subjectType: 'static', staticSubject: '' }, { name });
    expect(body).toMatch(greeting);
    expect(`${subject} ${body}`).not.toMatch(/baker_99|🍞|, [?.]|for {2}/);
  });

  it.each(['English', 'German', 'French', 'Spanish'])(
    'are in %s, say the offer, and pass the check',
    async (language) => {
      const offer = {
        what: 'A vest',
        commission: '15% of each sale',
        code: 'RIDGE15',
        link: 'https://northwind.example/a1',
      };
      const code = LANGUAGE_CODES.find((one) => LANGUAGES[one] === language) ?? null;
      const text = { name: 'Spring', staticSubject: null, invitationText: 'A chat about packs', messagePrompt: 'x' };
      const sender = {
        userFullName: 'Robin Vale',
        jobTitle: 'Partnerships Lead',
        contactEmail: 'robin@northwind.example',
      };
      const check = textChecker(
        { ...campaignAggregate.initial, offer, language: code, text },
        { ...profileAggregate.initial, ...business, ...sender },
      );
      for (const { bio, fullName } of samplePeople.filter((_, at) => at % 20 === 0)) {
        const own = { bio, name: fullName };
        const { person } = samplePartner;
        const written = await write({ language, instructions: 'x' }, own, { offer });
        for (const value of Object.values(offer)) expect(written.body.toLowerCase()).toContain(value.toLowerCase());
        const partner = { ...samplePartner, person: { ...person, ...own } };
        expect(check({ text: written, partner, earlier: [], byPerson: false }), written.body).toEqual([]);
      }
      const theirs = { English: 'Which sizes?', German: 'Welche Größen haben Sie?' }[language];
      if (!theirs) return;
      const asked = { business, sender, partner: { name: 'Ana Öz' }, thread: [{ by: 'partner', text: theirs }] };
      const answer = (await ask('reply_draft', z.object({ body: z.string() }), asked)).output_parsed?.body;
      expect(answer).toContain(theirs);
      expect(answer).toMatch(language === 'German' ? /^Hallo Ana,/ : /^Hi Ana,/);
    },
  );
});

describe('outreach_message', () => {
  it('quotes the bio, carries out the instructions, greets by first name, and ends without a signature', async () => {
    for (const person of samplePeople.filter((_, index) => index % 30 === 0)) {
      const answer = (await ask('outreach_message', Message, messageInput(person))).output_parsed;
      const [subject, body] = [answer?.subject, bodyOf(answer)];
      expect(body).toContain(person.hook);
      expect(body).toContain('15% affiliate commission and a free pack');
      expect(body).toContain('a call next week');
      expect(body).not.toMatch(/keep it short/i);
      expect(body).toMatch(new RegExp(`^(Hi|Hello|Dear) ${person.firstName},\n\n`));
      expect(body).not.toMatch(/[[\]{}]|\bBest,|undefined/);
      expect(body?.split(/\s+/).length).toBeGreaterThanOrEqual(60);
      expect(body?.split(/\s+/).length).toBeLessThanOrEqual(130);
      expect(subject?.toLowerCase()).toContain('a chat about packs');
      expect(subject?.toLowerCase()).toContain(person.hook.split(' ').slice(0, 2).join(' ').toLowerCase());
    }
  });

  it('uses the static subject, and writes different texts to different partners', async () => {
    const people = samplePeople.slice(0, 12);
    const answers = await Promise.all(
      people.map((person) =>
        ask('outreach_message', Message, messageInput(person, { subjectType: 'static', staticSubject: 'An idea' })),
      ),
    );
    const bodies = answers.map(({ output_parsed }) => bodyOf(output_parsed));
    expect(new Set(answers.map(({ output_parsed }) => output_parsed?.subject))).toEqual(new Set(['An idea']));
    const shapes = bodies.map((body) =>
      body
        .split('\n\n')
        .map((part) => part.slice(0, 12))
        .slice(1)
        .join('|'),
    );
    expect(new Set(shapes).size).toBeGreaterThanOrEqual(8);
  });
});

describe('contact_search', () => {
  /** Not by the SDK's parse: it takes the comment before the answer for a part of it. */
  const search = async (partner: Record<string, unknown>) => {
    const { output } = await client.responses.create({
      model: 'gpt-6.1-terra',
      tools: [{ type: 'web_search' }],
      include: ['web_search_call.action.sources'],
      input: `INPUT:\n${JSON.stringify({ partner })}`,
      text: { format: zodTextFormat(Contact, 'contact_search') },
    });
    const messages = output.filter((item) => item.type === 'message');
    expect(messages.map(({ phase }) => phase)).toEqual(['commentary', 'final_answer']);
    const [part] = messages[1]?.content ?? [];
    if (part?.type !== 'output_text') throw new Error('no answer');
    return { output, part, output_parsed: Contact.parse(JSON.parse(part.text)) };
  };
  const partnerOf = (kind: string) => {
    const person = samplePeople.find((one) => one.email.kind === kind && !makesUp(one));
    if (!person) throw new Error(`nobody with ${kind}`);
    return {
      person,
      partner: {
        name: person.fullName,
        username: person.slug,
        platform: 'linkedin',
        profileUrl: `https://www.linkedin.com/in/${person.slug}`,
      },
    };
  };
  const sourcesOf = (output: { type: string }[]) =>
    output
      .flatMap((item) =>
        item.type === 'web_search_call'
          ? [(item as unknown as { action: { sources?: { url: string }[] } }).action]
          : [],
      )
      .flatMap(({ sources = [] }) => sources.map(({ url }) => url));

  it('gives a published address with its source, cited', async () => {
    const { person, partner } = partnerOf('published');
    const answer = await search(partner);
    expect(answer.output_parsed?.email).toBe(person.email.kind === 'published' && person.email.address);
    expect(sourcesOf(answer.output)).toContain(answer.output_parsed?.sourceUrl);
    const [citation] = answer.part.annotations;
    expect(citation).toMatchObject({ type: 'url_citation', url: answer.output_parsed?.sourceUrl });
  });

  it('finds nothing for people whose address is listed elsewhere or nowhere, or who are strangers', async () => {
    for (const partner of [
      partnerOf('listed').partner,
      partnerOf('none').partner,
      { name: 'No One', username: 'nobody' },
    ]) {
      const answer = await search(partner);
      expect(answer.output_parsed).toEqual({ email: null, sourceUrl: null, confidence: 0 });
      expect(sourcesOf(answer.output).some((url) => url.endsWith('/contact'))).toBe(false);
    }
  });

  it('makes up an address for some, of which the page that it names shows nothing', async () => {
    const person = samplePeople.find(makesUp);
    const profileUrl = `https://www.linkedin.com/in/${person?.slug}`;
    const { output_parsed } = await search({ name: person?.fullName ?? '', username: person?.slug ?? '', profileUrl });
    const page = await fetch(output_parsed?.sourceUrl ?? '');
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('@');
  });
});

describe('the wire', () => {
  it('serves chat completions from the same source', async () => {
    const answer = await client.chat.completions.parse({
      model: 'gpt-6.1-terra',
      messages: [{ role: 'user', content: `INPUT:\n${JSON.stringify(profileInput)}` }],
      response_format: zodResponseFormat(Profile, 'partner_profile'),
    });
    expect(answer.choices[0]?.message.parsed?.description).toContain('Northwind Trail Gear');
  });

  it.each([
    ['gpt-6.1-terra', { status: 400, param: 'temperature' }],
    ['gpt-4.1', { status: 400, param: 'text.format' }],
  ])('as a model that reasons, %s takes no temperature', async (model, refusal) => {
    const call = client.responses.create({ model, temperature: 0.5, input: 'INPUT:\n{}' });
    await expect(call).rejects.toMatchObject(refusal);
  });

  it.each([
    ['gpt-6.1-terra', 'none', 0],
    ['gpt-6.1-terra', 'low', 256],
    ['gpt-6.1-terra', undefined, 704],
    ['gpt-4-plain', undefined, 0],
  ] as const)('%s with effort %s thinks %d tokens, which are output', async (model, effort, thinking) => {
    const { usage, output } = await client.responses.create({
      model,
      input: `INPUT:\n${JSON.stringify(profileInput)}`,
      text: { format: zodTextFormat(Profile, 'partner_profile') },
      ...(effort ? { reasoning: { effort } } : {}),
    });
    expect(usage?.output_tokens_details.reasoning_tokens).toBe(thinking);
    expect(usage?.output_tokens).toBeGreaterThan(thinking);
    expect(output.some(({ type }) => type === 'reasoning')).toBe(thinking > 0);
  });

  it('has no tokens left for an answer when all went into thinking', async () => {
    const { status, incomplete_details, output_text, usage } = await client.responses.create({
      model: 'gpt-6.1-terra',
      input: `INPUT:\n${JSON.stringify(profileInput)}`,
      text: { format: zodTextFormat(Profile, 'partner_profile') },
      max_output_tokens: 100,
    });
    expect({ status, incomplete_details, output_text }).toEqual({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output_text: '',
    });
    expect(usage?.output_tokens).toBe(100);
  });

  it('refuses what it cannot answer, in the form of OpenAI', async () => {
    await expect(ask('poem', Message, {})).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('"poem"'),
    });
    await expect(ask('toString', Message, {})).rejects.toMatchObject({ status: 400 });
    await expect(ask('outreach_message', Message, { partner: 3 })).rejects.toMatchObject({
      status: 400,
      param: 'input',
    });
    await expect(
      client.responses.parse({
        model: 'gpt-6.1-terra',
        input: 'hello',
        text: { format: zodTextFormat(Message, 'outreach_message') },
      }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('INPUT:') });
    const missing = z.object({ subject: z.string(), colour: z.string() });
    const [person] = samplePeople;
    if (!person) throw new Error('no people');
    await expect(ask('outreach_message', missing, messageInput(person))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('"colour"'),
    });
    const bare = await fetch(`${sandbox.url}/openai/v1/responses`, { method: 'POST', body: '{}' });
    expect(bare.status).toBe(401);
    const broken = await fetch(`${sandbox.url}/openai/v1/responses`, {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
      body: '{',
    });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});

describe('models', () => {
  it('describes a model, and when it ends', async () => {
    expect(await client.models.retrieve('gpt-6.1-terra')).toMatchObject({
      id: 'gpt-6.1-terra',
      object: 'model',
      shutdown_date: null,
    });
    expect(await client.models.retrieve('gpt-ending')).toMatchObject({ shutdown_date: '2030-01-31' });
  });

  it('lists what it offers, without what was switched off', async () => {
    const { data } = await client.models.list();
    const ids = data.map(({ id }) => id);
    expect(ids).toContain('gpt-6.1-terra');
    expect(ids).not.toContain('gpt-4.1-nano');
    expect(data.find(({ id }) => id === 'gpt-ending')).toMatchObject({ object: 'model', shutdown_date: '2030-01-31' });
    const keyless = await fetch(`${sandbox.url}/openai/v1/models`);
    expect([keyless.status, await keyless.json()]).toMatchObject([401, { error: { code: 'invalid_api_key' } }]);
  });

  it('answers no call of a model that was switched off', async () => {
    const call = { model: 'gpt-4.1-nano', input: 'INPUT: {}' };
    await expect(client.responses.create(call)).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: null,
      type: 'invalid_request_error',
      message: expect.stringContaining('`gpt-4.1-nano` does not exist'),
    });
  });

  it('says of another name that there is no such model', async () => {
    await expect(client.models.retrieve('no-model')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
      type: 'invalid_request_error',
      error: { message: "The model 'no-model' does not exist" },
    });
  });
});
