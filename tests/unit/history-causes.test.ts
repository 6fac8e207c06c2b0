import { expect, test } from 'vitest';
import { setValue } from '../../events/accounts/setting.ts';
import { aggregates } from '../../events/catalog.ts';
import { type Cause, type CauseKnowledge, causesOf } from '../../events/history/causes.ts';
import {
  byWhom,
  EVENT_TEXTS,
  eventTypes,
  storyText,
  typeInWords,
  whatHappened,
} from '../../events/history/eventText.ts';
import { type ExplainStep, explainMessage } from '../../events/history/explainMessage.ts';
import { eventId, type HistoryEvent, placeOfEvent } from '../../events/history/historyEvent.ts';

const MESSAGE = 'message-c1.p1.1';
const HASH = 'ab'.repeat(32);

let minute = 0;
/** Events of one stream, each a minute after the one before it in the list that `given` was made from. */
function given(
  stream: string,
  ...events: [type: string, data: object, also?: Partial<HistoryEvent>][]
): HistoryEvent[] {
  return events.map(([type, data, also], index) => ({
    stream,
    version: index + 1,
    type,
    data: data as HistoryEvent['data'],
    at: new Date(Date.UTC(2026, 2, 2, 9, minute++)).toISOString(),
    actor: 'user:u1',
    correlation: 'c0',
    causation: null,
    commit: [1, BigInt(minute)],
    ...also,
  }));
}

const worker = (causation: string, correlation: string): Partial<HistoryEvent> => ({
  actor: 'worker:x',
  causation,
  correlation,
});

/** An email from the search that found its person to the reply. Its text was written, approved by Start, deferred once, and sent. */
function aMail() {
  minute = 0;
  const search = given('search-s1', ['SearchRequested', { kind: 'criteria', requested: 10 }, { correlation: 'find' }]);
  const partner = given(
    'partner-p1',
    [
      'PartnerDiscovered',
      { source: 'people_data_labs', searchId: 's1' },
      { ...worker('search-s1@1', 'find'), personal: { name: 'Maren' } },
    ],
    ['PartnerApproved', {}, { correlation: 'yes' }],
    ['ContactSearchRequested', { contactSearchId: 'k1' }],
    [
      'ContactFound',
      { contactSearchId: 'k1', source: 'people_data_labs' },
      { personal: { email: 'm@x.example', sourceUrl: null } },
    ],
  );
  const created = given('campaign-c1', ['CampaignCreated', {}]);
  const drafted = given(MESSAGE, ['MessageDrafted', { campaignId: 'c1', partnerId: 'p1', step: '1', resendOf: null }]);
  const asked = given('campaign-c1', [
    'MessagesRequested',
    { runId: 'r1', messageIds: ['c1.p1.1'] },
    { correlation: 'texts' },
  ]);
  const calls = given('aicall-a1', [
    'AiCallMade',
    {
      about: MESSAGE,
      operation: 'messageGeneration',
      model: 'm1',
      costUsd: 0.001,
      inputTokens: 9,
      outputTokens: 4,
      outcome: 'ok',
      errorCode: null,
    },
    worker('campaign-c1@2', 'texts'),
  ]);
  const texts = given(
    MESSAGE,
    [
      'MessageGenerated',
      { runId: 'r1', model: 'm1', promptVersion: 'outreach@3' },
      { ...worker('campaign-c1@2', 'texts'), personal: { subject: 'Hi', body: 'b' } },
    ],
    ['MessageApproved', { textHash: HASH, by: 'start' }, { correlation: 'go' }],
  );
  const started = given('campaign-c1', ['CampaignStarted', {}, { correlation: 'go' }]);
  const sent = given(
    MESSAGE,
    [
      'EmailScheduled',
      {
        at: 'soon',
        seed: 7,
        zone: 'UTC',
        hours: { from: '09:00', to: '17:00', weekdays: [1] },
        dailyLimit: 5,
        mailboxCap: 40,
        rampUp: false,
      },
      worker('message-c1.p1.1@3', 'go'),
    ],
    ['SendClaimed', { attempt: 1 }, worker('message-c1.p1.1@4', 'go')],
    [
      'EmailDispatched',
      { attempt: 1, textHash: HASH },
      {
        ...worker('message-c1.p1.1@4', 'go'),
        personal: { to: 'm@x.example', from: 'r@y.example', subject: 'Hi', text: 'b' },
      },
    ],
    [
      'EmailDeferred',
      { attempt: 1, until: 'later', reason: { code: 'asked_to_wait', provider: 'SendGrid' } },
      worker('message-c1.p1.1@4', 'go'),
    ],
    ['SendClaimed', { attempt: 2 }, worker('message-c1.p1.1@7', 'go')],
    ['EmailDispatched', { attempt: 2, textHash: HASH }, { ...worker('message-c1.p1.1@7', 'go'), personal: null }],
    ['EmailSent', { attempt: 2, providerMessageId: 'x' }, worker('message-c1.p1.1@7', 'go')],
    ['ReplyReceived', { by: 'user' }, { correlation: 'reply' }],
  );
  const renumber = (events: HistoryEvent[]) => events.map((event, index) => ({ ...event, version: index + 1 }));
  const message = renumber([...drafted, ...texts, ...sent]);
  const campaign = renumber([...created, ...asked, ...started]);
  return { search, partner, campaign, message, calls, asked: [] };
}

function known(mail: ReturnType<typeof aMail>): CauseKnowledge {
  const all = Object.values(mail).flat();
  return {
    stream: (id) => all.filter(({ stream }) => stream === id),
    callsFor: (stream) => mail.calls.filter(({ data }) => data.about === stream),
  };
}

/** The tree as nested names, main reason first. */
const drawn = (causes: Cause[]): unknown =>
  causes.map(({ event, because, shownAbove }) =>
    shownAbove ? `${event.type} (above)` : because.length === 0 ? event.type : [event.type, drawn(because)],
  );

test('a reply leads back to the click that approved the text, the click that asked for it, and the search that found the person', () => {
  const mail = aMail();
  const reply = mail.message.at(-1) as HistoryEvent;
  const tree = causesOf(reply, known(mail));
  expect(drawn(tree)).toEqual([
    [
      'EmailSent',
      [
        [
          'EmailDispatched',
          [
            [
              'MessageApproved',
              [
                ['CampaignStarted', ['CampaignCreated']],
                ['MessageGenerated', ['MessagesRequested', ['AiCallMade', ['MessagesRequested']]]],
              ],
            ],
            [
              'SendClaimed',
              [
                [
                  'EmailDeferred',
                  [
                    [
                      'EmailDispatched',
                      [
                        'MessageApproved (above)',
                        ['SendClaimed', [['EmailScheduled', ['MessageApproved (above)', 'CampaignStarted (above)']]]],
                        'EmailScheduled (above)',
                      ],
                    ],
                    'EmailScheduled (above)',
                  ],
                ],
              ],
            ],
            'EmailDeferred (above)',
          ],
        ],
        'EmailDeferred (above)',
      ],
    ],
  ]);
  const joined = mail.message[0] as HistoryEvent;
  expect(drawn(causesOf(joined, known(mail)))).toEqual([
    ['PartnerApproved', [['PartnerDiscovered', ['SearchRequested']]]],
    ['ContactFound', [['ContactSearchRequested', ['PartnerApproved (above)']]]],
  ]);
});

test('a follow-up leads back to the mail that it follows, and says which one it is', () => {
  const mail = aMail();
  const followUp = {
    id: 'f1',
    textId: 't1',
    afterDays: 3,
    number: 1,
    follows: 'c1.p1.1',
    notBefore: '2026-03-05T10:00:00.000Z',
  };
  const [next] = given('message-c1.p1.2', [
    'MessageDrafted',
    { campaignId: 'c1', partnerId: 'p1', step: '2', resendOf: null, followUp },
  ]);
  const [first] = causesOf(next as HistoryEvent, known(mail));
  expect(first).toMatchObject({ why: 'the email before it had been sent', event: { type: 'EmailSent' } });
  expect(whatHappened('MessageDrafted', { step: '2', followUp })).toBe(
    'Follow-up 1 begun, it leaves after 2026-03-05T10:00:00.000Z',
  );
});

test('the approval of a text that the campaign gave leads to who saved that text', () => {
  minute = 0;
  const campaign = given(
    'campaign-c1',
    ['CampaignCreated', {}],
    ['CampaignEdited', { followUps: [{ id: 'f1', textId: 't1' }] }],
    ['CampaignEdited', { followUps: [{ id: 'f1', textId: 't2' }] }],
    ['CampaignEdited', { followUps: [{ id: 'f1', textId: 't2' }] }],
  );
  const message = given(
    'message-c1.p1.2',
    ['MessageDrafted', { followUp: { textId: 't1', follows: 'c1.p1.1' } }],
    ['MessageCancelled', { reason: { code: 'campaign_deleted' } }],
    ['MessageReopened', { followUp: { textId: 't2', follows: 'c1.p1.1' } }],
    ['MessageEdited', { fromCampaign: true }],
    ['MessageApproved', { by: 'follow_up', textHash: HASH }],
  );
  expect(causesOf(message.at(-1) as HistoryEvent, known({ ...aMail(), campaign, message }))).toMatchObject([
    { why: 'the follow-up was saved with this text, which approves it', event: { version: 3, actor: 'user:u1' } },
    { why: 'this was the text' },
  ]);
});

test('who is scored again leads to the search, or to the change of the profile, that caused it', () => {
  const mail = aMail();
  const planned = given(
    'search-s2',
    ['SearchRequested', { kind: 'criteria', requested: 1 }],
    ['SearchPlanned', { planner: 'ai' }],
  ).map((event, index) => ({ ...event, version: index + 1 }));
  const changed = given('profile-t1', ['BusinessProfileUpdated', { fields: ['industry'] }]);
  const log = known({ ...mail, search: [...mail.search, ...planned, ...changed] });
  const scored = (causation: string, actor: string) => {
    const [event] = given('partner-p1', ['PartnerScored', { score: 83 }, { ...worker(causation, 'again'), actor }]);
    return { ...(event as HistoryEvent), version: 9 };
  };
  const rescoring = 'worker:rescore-partners';
  const [bySearch, byProfile] = ['search-s2@2', 'profile-t1@1'].map((cause) => scored(cause, rescoring));
  expect(causesOf(bySearch as HistoryEvent, log)[0]).toMatchObject({
    why: 'a search had new words, by which everyone is scored',
    event: { stream: 'search-s2', type: 'SearchPlanned' },
  });
  expect(causesOf(byProfile as HistoryEvent, log)[0]).toMatchObject({ why: 'the profile had changed' });
  const first = scored('search-s1@1', 'worker:find-partners');
  expect(causesOf(first, log)[0]).toMatchObject({ why: 'the partner had been found' });
  expect([bySearch, byProfile, first].map((event) => event && whatHappened(event.type, event.data, event))).toEqual([
    'Scored 83 by the words of a newer search',
    'Scored 83 after a change of the profile',
    'Scored 83',
  ]);
});

test('a score by words says that it is rough, so the one of the AI after it is another', () => {
  const text = (by: string) => whatHappened('PartnerScored', { score: 83, by }, { actor: 'worker:find-partners' });
  expect([text('rules'), text('rubric')]).toEqual(['Roughly scored 83', 'Scored 83']);
});

test('an approval of another text, another attempt or another run is no reason', () => {
  const mail = aMail();
  const other = mail.message.map((event) =>
    event.type === 'MessageApproved' ? { ...event, data: { ...event.data, textHash: 'other' } } : event,
  );
  const first = other.find(({ type }) => type === 'EmailDispatched') as HistoryEvent;
  const reasons = causesOf(first, known({ ...mail, message: other }));
  expect(reasons.map(({ event }) => event.type)).toEqual(['SendClaimed', 'EmailScheduled']);
  const text = mail.message.find(({ type }) => type === 'MessageGenerated') as HistoryEvent;
  const otherRun = { ...text, data: { ...text.data, runId: 'r2' }, correlation: 'elsewhere' };
  // what the rules do not know is told by the job that did it
  expect(causesOf(otherRun, known(mail)).map(({ event, why }) => [event.type, why])).toEqual([
    ['MessagesRequested', 'this had happened, and the work followed from it'],
  ]);
});

test('what came before what is told by the log, whatever the clocks of the hosts said', () => {
  const mail = aMail();
  const fast = (event: HistoryEvent): HistoryEvent => ({ ...event, at: '2026-03-03T00:00:00.000Z' });
  const ahead = known({ ...mail, campaign: mail.campaign.map(fast), calls: mail.calls.map(fast) });
  const reasons = (type: string, log: CauseKnowledge) =>
    causesOf(mail.message.find((event) => event.type === type) as HistoryEvent, log).map(({ event }) => eventId(event));
  for (const type of ['EmailScheduled', 'MessageGenerated']) {
    expect(reasons(type, ahead)).toEqual(reasons(type, known(mail)));
    expect(reasons(type, ahead)).toHaveLength(2);
  }
});

test('what a person or a provider set going has no reason, and rules that point at each other end', () => {
  const mail = aMail();
  expect(causesOf(mail.search[0] as HistoryEvent, known(mail))).toEqual([]);
  const report = given(MESSAGE, ['DeliveryReported', { attempt: 2, report: 'bounced' }])[0] as HistoryEvent;
  expect(causesOf({ ...report, version: 20 }, known(mail)).map(({ event }) => eventId(event))).toEqual([
    `${MESSAGE}@9`,
  ]);
  const [a, b] = given(
    'mailbox-u1',
    ['MailboxProbed', {}, { causation: 'mailbox-u1@2' }],
    ['MailboxRecovered', {}, { causation: 'mailbox-u1@1' }],
  );
  const loop: CauseKnowledge = { stream: () => [a as HistoryEvent, b as HistoryEvent], callsFor: () => [] };
  expect(drawn(causesOf(a as HistoryEvent, loop))).toEqual([['MailboxRecovered', ['MailboxProbed (above)']]]);
});

const topics = (steps: ExplainStep[]) => steps.map(({ topic }) => topic);

test('the story of a mail tells who was found where, what wrote the text, who approved which text, and which attempt left', () => {
  const steps = explainMessage(aMail());
  expect(topics(steps)).toEqual([
    'found',
    'found',
    'decided',
    'address',
    'joined',
    'text',
    'text',
    'approval',
    'approval',
    'time',
    'attempt',
    'attempt',
    'answer',
    'attempt',
    'attempt',
    'answer',
    'reply',
  ]);
  const texts = steps.map(({ text }) => text);
  expect(texts).toContain('Maren was found in People Data Labs');
  expect(texts).toContain('The address m@x.example was found in People Data Labs');
  expect(texts).toContain('m1 wrote a text, for 0.001000 US dollars (9 tokens in, 4 out)');
  expect(texts).toContain('The text "Hi" was written by m1 with the prompt outreach@3');
  expect(texts).toContain(`Text approved by starting the campaign, text hash ${HASH.slice(0, 12)}…`);
  expect(texts).toContain(
    'Scheduled for soon by the seed 7, within Mon 09:00–17:00 in UTC, at most 5 a day for the campaign and 40 for the mailbox',
  );
  const inSandbox = aMail().message.map((event) =>
    event.type === 'EmailScheduled' ? { ...event, data: { ...event.data, gapSeconds: { min: 1, max: 2 } } } : event,
  );
  expect(explainMessage({ ...aMail(), message: inSandbox }).find(({ topic }) => topic === 'time')?.text).toBe(
    'Scheduled for soon by the seed 7, by the sandbox’s gap of 1–2 s, at most 5 a day for the campaign and 40 for the mailbox',
  );
  // the person was erased between the attempts: their words are gone, the rest stands
  expect(texts).toContain(
    `Attempt 2 handed "(erased)" to the provider for (erased), from (erased), text hash ${HASH.slice(0, 12)}…`,
  );
  expect(steps.find(({ topic }) => topic === 'time')?.facts).toMatchObject({ seed: 7, dailyLimit: 5, mailboxCap: 40 });
  const left = steps.map(({ event }) => event);
  expect(new Set(left).size).toBe(left.length);
});

test('every event of the catalog has a sentence that names no data it does not have, and no other event has one', () => {
  const catalog = Object.entries(aggregates).map(([kind, { definitions }]) => [kind, Object.keys(definitions).sort()]);
  expect(Object.fromEntries(Object.keys(EVENT_TEXTS).map((kind) => [kind, eventTypes([kind])]))).toEqual(
    Object.fromEntries(catalog),
  );
  for (const { definitions } of Object.values(aggregates)) {
    for (const type of Object.keys(definitions)) expect(whatHappened(type, {})).toMatch(/^[A-Z].*[^.]$/);
  }
  expect(whatHappened('CampaignStarted', {})).toBe('Campaign started');
  expect(['AiBudgetSet', 'AccountConnected'].map(typeInWords)).toEqual(['AI budget set', 'Account connected']);
});

test('a call of the AI says what it was asked to do, and whether it did it', () => {
  const call = { operation: 'contactEnhancement', model: 'gpt-6.1-terra' };
  expect(whatHappened('AiCallStarted', call)).toBe('AI asked to search the web for an email (gpt-6.1-terra)');
  const made = (outcome: string) => whatHappened('AiCallMade', { ...call, outcome });
  expect(made('ok')).toBe('AI searched the web for an email (gpt-6.1-terra)');
  expect(made('refused')).toBe('AI declined to search the web for an email (gpt-6.1-terra)');
  expect(made('error')).toBe('AI failed to search the web for an email (gpt-6.1-terra)');
});

test('an answer and an email that is sent again do not join the campaign once more', () => {
  const drafted = (step: string, resendOf: string | null = null) =>
    whatHappened('MessageDrafted', { campaignId: 'c1', partnerId: 'p1', step, resendOf });
  expect([drafted('1'), drafted('a1'), drafted('a2', 'c1.p1.a1'), drafted('r1', 'c1.p1.1')]).toEqual([
    'Partner joined the campaign',
    'Answer written',
    'Answer written',
    'Message to be sent again',
  ]);
});

test('a changed setting says which one, and from what to what', () => {
  const changed = (data: object, stream = 'setting-help_desk_url') => whatHappened('SettingChanged', data, { stream });
  expect(changed({ value: 'https://help.example', was: '' })).toBe('Help Desk URL: blank → https://help.example');
  expect(changed({ value: '', was: 'https://help.example' })).toBe('Help Desk URL: https://help.example → blank');
  expect(changed({ value: '60', was: '50' }, 'setting-ai_budget')).toBe('Monthly budget for everyone (USD): 50 → 60');
  // what no screen names may be anything
  expect(changed({ value: 'x', was: 'y' }, 'setting-other')).toBe('Setting changed');
  expect(setValue({ value: null }, 'a')).toEqual([{ type: 'SettingChanged', data: { value: 'a', was: '' } }]);
  expect(setValue({ value: 'a' }, 'b')).toEqual([{ type: 'SettingChanged', data: { value: 'b', was: 'a' } }]);
});

test('an actor is called by what the reader knows', () => {
  expect(byWhom('user:u1', 'u1', 'u1')).toBe('you');
  expect(byWhom('user:u1', 'u1', 'admin')).toBe('the user');
  expect(byWhom('user:u2', 'u1', 'u1')).toBe('another user');
  expect(byWhom('worker:send-message', 'u1', 'u1')).toBe('Partner Pilot');
  expect(byWhom('webhook:sendgrid', 'u1', null)).toBe('the mail provider');
});

test('the id of an event is read back, and nothing else is', () => {
  expect(placeOfEvent(`${MESSAGE}@7`)).toEqual({ stream: MESSAGE, version: 7 });
  for (const wrong of ['', 'message', 'message-a', 'message-a@', 'message-a@0', 'message-a@1.5', 'a@b@1', '@1']) {
    expect(placeOfEvent(wrong), wrong).toBeNull();
  }
});

test('the text of a follow-up that the campaign gave is not one that a person edited', () => {
  const edited = { type: 'MessageEdited', personal: { subject: 'Re: A vest', body: 'Hm?' }, unreadable: false };
  const told = (data: object) => [
    whatHappened('MessageEdited', data),
    storyText({ ...edited, data: data as HistoryEvent['data'] })?.text,
  ];
  expect(told({})).toEqual(['Text edited by hand', 'The text "Re: A vest" was written by hand']);
  expect(told({ fromCampaign: true })).toEqual([
    'The campaign’s own text was filled in',
    'The text "Re: A vest" is the campaign’s own',
  ]);
});
