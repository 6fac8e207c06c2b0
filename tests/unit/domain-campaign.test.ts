import { describe, expect, test } from 'vitest';
import { newId } from '../../db/log/newId.ts';
import {
  archiveCampaign,
  type CampaignEvent,
  type CampaignState,
  campaign,
  campaignDefinitions,
  changeCampaignStatus,
  completeCampaign,
  copyCampaign,
  createCampaign,
  deleteCampaign,
  editCampaign,
  finishMessages,
  reopenForPartners,
  requestMessages,
} from '../../events/campaigns/campaign.ts';
import { type CampaignForm, campaignForm, campaignPatch } from '../../events/campaigns/campaignInput.ts';
import { SETTING_PARTS } from '../../events/campaigns/changeSettings.ts';
import { settingsForm, showSettings } from '../../events/campaigns/settings.ts';
import { whatHappened } from '../../events/history/eventText.ts';
import { CAMPAIGN_STATUSES } from '../../events/shared/options.ts';
import { given } from '../support/scenario.ts';

const form = {
  name: 'Spring',
  subjectType: 'static' as const,
  staticSubject: 'Hello',
  invitationText: 'ignored',
  messagePrompt: 'Be kind',
  dailyLimit: 5,
};
const data = {
  ...{
    subjectType: 'static' as const,
    dailyLimit: 5,
    sendWindow: null,
    mailbox: null,
    recipientHours: false,
    mediaKit: false,
  },
  ...{ tone: null, language: null, address: null, followUps: [], abTest: null },
};
const personal = {
  ...{ name: 'Spring', staticSubject: 'Hello', invitationText: null, messagePrompt: 'Be kind' },
  ...{ offer: null, followUpTexts: [], variantB: null },
};
const created = { type: 'CampaignCreated', data, personal } satisfies CampaignEvent;
const started: CampaignEvent = { type: 'CampaignStarted', data: {} };
const paused: CampaignEvent = { type: 'CampaignPaused', data: { reason: 'user', figures: null } };
const resumed: CampaignEvent = { type: 'CampaignResumed', data: {} };
const completed: CampaignEvent = { type: 'CampaignCompleted', data: {} };
const deleted: CampaignEvent = { type: 'CampaignDeleted', data: {} };
const requested: CampaignEvent = {
  type: 'MessagesRequested',
  data: { runId: 'r1', regenerate: false, includeEdited: false, messageIds: ['m1'], keptEdited: 0 },
};
const histories: Record<string, CampaignEvent[]> = {
  draft: [created],
  active: [created, started],
  paused: [created, started, paused],
  completed: [created, started, completed],
};
const at = (status: string) => given(campaign, ...(histories[status] ?? []));
const ready = { messages: 3, missingTexts: 0 };

describe('status', () => {
  const legal: Record<string, CampaignEvent> = {
    'draft active': started,
    'active paused': paused,
    'paused active': resumed,
  };
  const pairs = CAMPAIGN_STATUSES.flatMap((from) => CAMPAIGN_STATUSES.map((to) => [from, to] as const));
  test.each(pairs)('%s → %s', (from, to) => {
    const change = at(from).when((state) => changeCampaignStatus(state, to, ready));
    const event = legal[`${from} ${to}`];
    if (event) change.gives(event);
    else if (from === to) change.gives();
    else change.refuses('illegal', `This campaign is ${from} and cannot become ${to}.`);
  });

  test('Start needs messages, each with a text, and no open generation', () => {
    const start = (have: typeof ready) => (state: CampaignState) => changeCampaignStatus(state, 'active', have);
    at('draft')
      .when(start({ messages: 0, missingTexts: 0 }))
      .refuses('illegal', /Add partners/);
    at('draft')
      .when(start({ messages: 3, missingTexts: 2 }))
      .refuses('illegal', /^2 messages have no text/);
    at('draft')
      .when(start({ messages: 3, missingTexts: 1 }))
      .refuses('illegal', /^1 message has no text/);
    given(campaign, created, requested)
      .when(start(ready))
      .refuses('illegal', /being generated/);
  });

  test('it completes when active, with messages, all of them final', () => {
    at('active')
      .when((state) => completeCampaign(state, { messages: 2, open: 0 }))
      .gives(completed);
    at('active')
      .when((state) => completeCampaign(state, { messages: 2, open: 1 }))
      .gives();
    at('active')
      .when((state) => completeCampaign(state, { messages: 0, open: 0 }))
      .gives();
    at('paused')
      .when((state) => completeCampaign(state, { messages: 2, open: 0 }))
      .gives();
  });

  test('partners added to a completed campaign pause it; then it may go on', () => {
    const added: CampaignEvent = { type: 'CampaignPaused', data: { reason: 'partners_added', figures: null } };
    at('completed').when(reopenForPartners).gives(added);
    at('active').when(reopenForPartners).gives();
    given(campaign, ...(histories.completed ?? []), added)
      .when((state) => changeCampaignStatus(state, 'active', ready))
      .gives(resumed);
  });
});

test('what was deleted, or never was, is not found', () => {
  for (const history of [[], [created, deleted]]) {
    const there = given(campaign, ...history);
    there.when(deleteCampaign).refuses('not_found', 'Campaign not found');
    there.when((state) => editCampaign(state, { name: 'x' }, newId)).refuses('not_found');
    there.when((state) => changeCampaignStatus(state, 'active', ready)).refuses('not_found');
    there.when(reopenForPartners).refuses('not_found');
  }
  given(campaign, created)
    .when((state) => createCampaign(state, form, newId))
    .refuses('conflict');
});

describe('archive and copy', () => {
  const archived: CampaignEvent = { type: 'CampaignArchived', data: {} };

  test.each(['paused', 'completed'])('a %s campaign is archived once, and is back when it is resumed', (status) => {
    at(status)
      .when((state) => archiveCampaign(state, true))
      .gives(archived);
    const history = [...(histories[status] ?? []), archived];
    given(campaign, ...history)
      .when((state) => archiveCampaign(state, true))
      .gives();
    given(campaign, ...history)
      .when((state) => archiveCampaign(state, false))
      .gives({ type: 'CampaignUnarchived', data: {} });
    expect(given(campaign, ...history, resumed).state.archived).toBe(false);
  });

  test.each(['draft', 'active'])('a campaign that is %s cannot be archived', (status) => {
    at(status)
      .when((state) => archiveCampaign(state, true))
      .refuses('illegal', 'Only a paused or completed campaign can be archived. Pause it first.');
  });

  test('a copy is a draft with the same settings, and with follow-ups and texts of its own', () => {
    const change = campaignPatch.parse({
      followUps: [{ afterDays: 3, writer: 'ai', text: 'Ask again' }],
      abTest: { varies: 'subject', variantB: 'Hello there' },
      offer: { what: 'A vest', code: 'VEST' },
    });
    const source = given(campaign, created, ...editCampaign(at('draft').state, change, newId), started).state;
    const copied = given(campaign, ...copyCampaign(campaign.initial, source, newId)).state;
    const settings = (state: CampaignState) =>
      settingsForm({
        ...showSettings(state),
        followUps: state.followUps.map(({ id: _, textId: __, ...one }) => one),
        abTest: state.abTest,
      });
    expect(copied.status).toBe('draft');
    expect(settings(copied)).toEqual({ ...settings(source), name: 'Spring (copy)' });
    expect(copied.followUps[0]?.id).not.toBe(source.followUps[0]?.id);
  });
});

describe('subject', () => {
  test('only the field of its type is kept', () => {
    given(campaign)
      .when((state) => createCampaign(state, form, newId))
      .gives(created);
    at('draft')
      .when((state) => editCampaign(state, { subjectType: 'show_me_you_know_me', invitationText: 'Join us' }, newId))
      .gives({
        type: 'CampaignEdited',
        data: {
          ...{ ...data, subjectType: 'show_me_you_know_me' },
          changed: ['subjectType', 'staticSubject', 'invitationText'],
        },
        personal: { ...personal, staticSubject: null, invitationText: 'Join us' },
      });
  });
  test('another type needs its own field', () => {
    at('draft')
      .when((state) => editCampaign(state, { subjectType: 'show_me_you_know_me' }, newId))
      .refuses('invalid', 'Subject configuration is incomplete');
    at('draft')
      .when((state) => editCampaign(state, { staticSubject: '' }, newId))
      .refuses('invalid');
  });
  test('an edit says which parts it changed, and the history says it in words', () => {
    const offer = { what: 'A vest', commission: '10 %', code: '', link: 'https://shop.example/a' };
    const text = { name: 'Spring', staticSubject: 'Hello', invitationText: null, messagePrompt: 'Be kind' };
    const state: CampaignState = { ...campaign.initial, status: 'draft', text, offer, tone: 'friendly' };
    const [edited] = editCampaign(
      state,
      {
        ...{
          offer: { ...offer, commission: '15 %', link: 'https://shop.example/b' },
          tone: null,
          address: 'formal',
          dailyLimit: 9,
        },
      },
      newId,
    );
    const data = (edited as Extract<CampaignEvent, { type: 'CampaignEdited' }>).data;
    expect(data.changed).toEqual(['offerCommission', 'offerLink', 'tone', 'address', 'dailyLimit']);
    expect(whatHappened('CampaignEdited', data)).toBe(
      'Campaign edited: commission or fee, link of the offer, tone, form of address, daily limit',
    );
  });
  test('nothing changed is no event; an erased campaign cannot be edited', () => {
    at('draft')
      .when((state) => editCampaign(state, { name: 'Spring', dailyLimit: 5 }, newId))
      .gives();
    given(campaign, { ...created, personal: null })
      .when((state) => editCampaign(state, { name: 'x' }, newId))
      .refuses('illegal', /erased/);
  });
});

describe('messages', () => {
  const run = {
    runId: 'r1',
    regenerate: false,
    missing: ['m1'],
    written: ['m2'],
    edited: ['m3'],
    includeEdited: false,
  };
  test('Generate asks for the missing texts; an open run is joined', () => {
    at('draft')
      .when((state) => requestMessages(state, run))
      .gives(requested);
    given(campaign, created, requested)
      .when((state) => requestMessages(state, { ...run, runId: 'r2' }))
      .gives();
    at('draft')
      .when((state) => requestMessages(state, { ...run, missing: [] }))
      .refuses('invalid', 'No pending messages to generate');
  });
  test('Regenerate is for drafts and keeps edited texts unless told otherwise', () => {
    const again = { ...run, regenerate: true };
    at('draft')
      .when((state) => requestMessages(state, again))
      .gives({
        type: 'MessagesRequested',
        data: { runId: 'r1', regenerate: true, includeEdited: false, messageIds: ['m1', 'm2'], keptEdited: 1 },
      });
    at('draft')
      .when((state) => requestMessages(state, { ...again, includeEdited: true }))
      .gives({
        type: 'MessagesRequested',
        data: { runId: 'r1', regenerate: true, includeEdited: true, messageIds: ['m1', 'm2', 'm3'], keptEdited: 0 },
      });
    at('active')
      .when((state) => requestMessages(state, again))
      .refuses('illegal');
    at('completed')
      .when((state) => requestMessages(state, run))
      .refuses('illegal');
  });
  test('only the open run finishes', () => {
    given(campaign, created, requested)
      .when((state) => finishMessages(state, 'r1', 1, 0))
      .gives({ type: 'MessagesFinished', data: { runId: 'r1', generated: 1, failed: 0 } });
    given(campaign, created, requested)
      .when((state) => finishMessages(state, 'r2', 1, 0))
      .gives();
    expect(given(campaign, created, requested, deleted).state.generation).toBeNull();
  });
});

test('an edit takes instructions of the same length as a new campaign, and says so the same way', () => {
  const ofLength = (length: number) => ({ ...form, messagePrompt: 'x'.repeat(length) });
  for (const input of [campaignForm, campaignPatch]) {
    expect(input.safeParse(ofLength(4000)).success).toBe(true);
    expect(input.safeParse(ofLength(4001)).error?.issues.map(({ message }) => message)).toEqual([
      'Message instructions must be at most 4000 characters',
    ]);
  }
});

describe('sending hours of its own', () => {
  const own = { from: '10:00', to: '12:00', weekdays: [2, 4] };

  test('are set and taken away by an edit; an edit of something else keeps them', () => {
    const [edited] = editCampaign(given(campaign, created).state, { sendWindow: own }, newId);
    expect(edited).toMatchObject({ type: 'CampaignEdited', data: { sendWindow: own } });
    const { state } = given(campaign, created, edited as CampaignEvent);
    expect(state.sendWindow).toEqual(own);
    expect(editCampaign(state, { sendWindow: own }, newId)).toEqual([]);
    expect(editCampaign(state, { name: 'Else' }, newId)).toMatchObject([{ data: { sendWindow: own } }]);
    expect(editCampaign(state, { sendWindow: null }, newId)).toMatchObject([{ data: { sendWindow: null } }]);
  });
});

test('every setting goes from the form to the event, the state, the view and the form again', () => {
  const filled: CampaignForm = {
    ...{ name: 'Spring', subjectType: 'static', staticSubject: 'Hello', invitationText: '', messagePrompt: 'Be kind' },
    ...{ dailyLimit: 7, sendWindow: { from: '10:00', to: '12:00', weekdays: [2, 4] }, mailbox: 'm2' },
    ...{ recipientHours: true, mediaKit: true, tone: 'direct', language: 'sv', address: 'informal' },
    offer: { what: 'A vest', commission: '10 %', code: 'TRAIL', link: 'https://shop.example/a' },
    followUps: [{ id: 'f1', afterDays: 3, writer: 'ai', text: 'Ask again' }],
    abTest: { varies: 'subject', variantB: 'Hi' },
  };
  const events = createCampaign(campaign.initial, campaignForm.parse(filled), newId);
  const { data, personal } = events[0] as Extract<CampaignEvent, { type: 'CampaignCreated' }>;
  expect(campaignDefinitions.CampaignCreated.data.parse(data)).toEqual(data);
  expect(campaignDefinitions.CampaignCreated.personal.parse(personal)).toEqual(personal);
  const { state } = given(campaign, ...events);
  expect(settingsForm({ ...showSettings(state), followUps: filled.followUps ?? [], abTest: state.abTest })).toEqual(
    filled,
  );
  expect(state.followUps).toMatchObject(filled.followUps ?? []);
  // and an edit that sends them all again changes nothing
  expect(editCampaign(state, campaignPatch.parse(filled), newId)).toEqual([]);
  // each one differs from a campaign whose form names none of them
  const bare = given(campaign, created).state;
  const [edited] = editCampaign(bare, campaignPatch.parse({ ...filled, subjectType: undefined, name: 'Else' }), newId);
  const unchanged: string[] = ['subjectType', 'staticSubject', 'invitationText', 'messagePrompt'];
  expect(edited?.data).toMatchObject({ changed: SETTING_PARTS.filter((part) => !unchanged.includes(part)) });
});
