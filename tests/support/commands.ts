/** Random commands against every aggregate: what people, workers and providers may ask for, in any order and with any text. */

import fc from 'fast-check';
import { answerLink, consumeLink, handOverLink, requestLink } from '../../events/accounts/accountLink.ts';
import { reserveCredit, settleCredit } from '../../events/accounts/credits.ts';
import { askForRetry, nameFirstAdmin, recordLinkCheck, settle } from '../../events/accounts/installation.ts';
import {
  answerNoticeTest,
  connectChannel,
  removeChannel,
  requestNoticeTest,
  setNotifications,
} from '../../events/accounts/notifications.ts';
import { CHANNELS, DIGESTS } from '../../events/accounts/notificationsInput.ts';
import * as profiles from '../../events/accounts/profile.ts';
import * as accounts from '../../events/accounts/user.ts';
import * as hooks from '../../events/accounts/webhooks.ts';
import { AI_OPERATIONS, recordAiCall } from '../../events/ai/aiCall.ts';
import * as campaigns from '../../events/campaigns/campaign.ts';
import { INITIAL_SETTINGS, settingsForm, showSettings } from '../../events/campaigns/settings.ts';
import { templates } from '../../events/campaigns/templates.ts';
import { VARIANTS, VARIES } from '../../events/campaigns/variants.ts';
import type { EventsOf, StateOf } from '../../events/catalog.ts';
import * as conversations from '../../events/conversations/conversation.ts';
import type { Want } from '../../events/conversations/wants.ts';
import { READ_SUBJECTS, type ReadsState, recordRead } from '../../events/history/reads.ts';
import * as batches from '../../events/messages/batch.ts';
import { recordDelivery } from '../../events/messages/delivery.ts';
import { cancelOutdated, changeWait } from '../../events/messages/followUpEdit.ts';
import * as messageEnd from '../../events/messages/messageEnd.ts';
import * as messageEvents from '../../events/messages/messageEvents.ts';
import type * as messageState from '../../events/messages/messageState.ts';
import * as messageText from '../../events/messages/messageText.ts';
import { REPLY_LABELS, type ReplyLabel } from '../../events/messages/replyLabels.ts';
import { restoreMessage } from '../../events/messages/restoreMessage.ts';
import * as revisions from '../../events/messages/revision.ts';
import * as sendAttempt from '../../events/messages/sendAttempt.ts';
import * as sendTime from '../../events/messages/sendTime.ts';
import { snippets } from '../../events/messages/snippets.ts';
import * as textCopy from '../../events/messages/textCopy.ts';
import { markSent, supersede } from '../../events/messages/unknown.ts';
import * as contacts from '../../events/partners/contact.ts';
import { CONTACT_STEPS, STEP_OUTCOMES } from '../../events/partners/contactEvents.ts';
import { EVIDENCE_FIELDS, EVIDENCE_PLACES } from '../../events/partners/evidence.ts';
import { IMPORT_PROBLEMS } from '../../events/partners/importProblems.ts';
import { MATCH_PART_NAMES, SCORED_BY } from '../../events/partners/matchParts.ts';
import * as partners from '../../events/partners/partner.ts';
import * as imports from '../../events/partners/partnerImport.ts';
import { savedViews } from '../../events/partners/savedViews.ts';
import * as searches from '../../events/partners/search.ts';
import * as schedules from '../../events/partners/searchSchedule.ts';
import { VERIFICATION_REASONS, VERIFICATION_STATUSES, VERIFIERS } from '../../events/partners/verification.ts';
import {
  advanceErasure,
  completeErasure,
  dropErasure,
  ERASURE_KINDS,
  requestErasure,
} from '../../events/privacy/erasure.ts';
import {
  holdAddress,
  liftSuppression,
  SUPPRESSION_SOURCES,
  suppressAddress,
  undoSuppression,
} from '../../events/privacy/suppression.ts';
import * as account from '../../events/sending/connectedAccount.ts';
import { DOMAIN_CODES } from '../../events/sending/domainPolicy.ts';
import { recordAccountConnected, saveEmailSettings } from '../../events/sending/mailbox.ts';
import { pauseForRate, recordAttempt, recordProviderHealth, resumeMailbox } from '../../events/sending/mailboxHold.ts';
import { MAIL_HOST_IDS, type MailServer } from '../../events/sending/mailHosts.ts';
import { returnQuota, takeQuota } from '../../events/sending/quota.ts';
import { recordDomainCheck, requestDomainCheck, skipDomainCheck } from '../../events/sending/senderDomain.ts';
import { HOLD_SIGNS, SUPPRESSION_REASONS } from '../../events/shared/doNotContact.ts';
import type { Kind } from '../../events/shared/event.ts';
import type { NamedItemRules, NamedItems } from '../../events/shared/namedItems.ts';
import {
  CAMPAIGN_STATUSES,
  EMAIL_PROVIDERS,
  GMAIL_ACCESS,
  INDUSTRIES,
  PARTNER_LISTS,
  PARTNER_STATUSES,
  PLATFORMS,
  SEARCH_EVERY,
} from '../../events/shared/options.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { finishNeed, reopenNeed, snoozeNeed } from '../../events/today/need.ts';
import { anyCharacters } from './anyCharacters.ts';
import { drawnByDefault } from './drawn.ts';

export type Command<K extends Kind> = (state: StateOf<K>) => readonly EventsOf<K>[];
type Commands = { readonly [K in Kind]: fc.Arbitrary<Command<K>> };

/** Any text at all: other scripts, quotes, control characters, NUL and lone surrogates. */
const text = fc.oneof(anyCharacters(8), fc.string({ maxLength: 12 }), fc.constant('a\u0000\ud800b'));
const maybe = fc.option(text);
const channels = fc.subarray([...CHANNELS]);
const aWant = (label: ReplyLabel): Want => ({
  ...{ label, topic: 'price', right: 'access', until: '2026-06-01' },
  ...{ quote: 'What?', name: 'Elin', email: 'elin@a.example' },
});
const id = fc.constantFrom('a', 'b', 'c');
const MAIL_SERVER: MailServer = { host: 'mail.packs.example', port: 465, security: 'tls' };
const instant = fc
  .integer({ min: 0, max: 600 })
  .map((minute) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString());
const platform = fc.constantFrom(...PLATFORMS);
const industry = fc.constantFrom(...INDUSTRIES);
const socialProfiles = fc.array(fc.record({ platform: text, url: text }), { maxLength: 2 });
const attempt = fc.integer({ min: 1, max: 4 });

export const found: fc.Arbitrary<partners.FoundPerson> = fc.record({
  facts: fc.record({
    platform,
    otherPlatforms: fc.uniqueArray(platform, { maxLength: 2 }),
    industry: fc.option(industry),
    followersCount: fc.option(fc.nat(2_000_000)),
    engagementRate: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
    source: fc.constantFrom('people_data_labs', 'linkedin'),
  }),
  person: fc.record({
    name: text,
    username: maybe,
    avatar: maybe,
    bio: maybe,
    profileUrl: maybe,
    jobTitle: maybe,
    company: maybe,
    companyDomain: maybe,
    country: maybe,
    region: maybe,
    city: maybe,
    keywords: fc.array(text, { maxLength: 3 }),
    socialProfiles,
    evidence: fc.array(
      fc.record({
        ...{ id, field: fc.constantFrom(...EVIDENCE_FIELDS), text, source: text, url: maybe, seenAt: instant },
        place: fc.constantFrom(null, ...EVIDENCE_PLACES),
      }),
      { maxLength: 2 },
    ),
  }),
});

const partName = fc.constantFrom(...MATCH_PART_NAMES);
const match = fc.record({
  score: fc.nat(100),
  by: fc.constantFrom(...SCORED_BY),
  parts: fc.array(fc.record({ part: partName, points: fc.nat(40), max: fc.nat(40), reason: text }), { maxLength: 5 }),
  supports: fc.array(fc.record({ part: partName, evidence: id }), { maxLength: 2 }),
});

const aReason: fc.Arbitrary<Reason> = fc.constantFrom<Reason>(
  { code: 'our_side' },
  { code: 'replied' },
  { code: 'not_followed' },
  { code: 'suppressed_bounced' },
  { code: 'restored' },
  { code: 'provider_answered', provider: 'SendGrid', status: 500 },
  { code: 'taken_back', reason: { code: 'mailbox_full' } },
);

const steps = fc.array(
  fc.record({
    step: fc.constantFrom(...CONTACT_STEPS),
    outcome: fc.constantFrom(...STEP_OUTCOMES),
    reason: fc.option(aReason),
  }),
  { maxLength: 2 },
);
const verification = fc.record({
  status: fc.constantFrom(...VERIFICATION_STATUSES),
  reason: fc.constantFrom(...VERIFICATION_REASONS),
  by: fc.constantFrom(...VERIFIERS),
});
const contactOutcome: fc.Arbitrary<contacts.ContactOutcome> = fc.oneof(
  fc.record({
    outcome: fc.constant('found' as const),
    source: fc.constantFrom('people_data_labs' as const, 'hunter' as const, 'ai' as const),
    email: text,
    socialProfiles,
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    sourceUrl: maybe,
    verification: fc.option(verification),
    steps,
  }),
  fc.record({ outcome: fc.constant('not_found' as const), steps }),
  fc.record({ outcome: fc.constant('failed' as const), reason: aReason, steps }),
  fc.record({ outcome: fc.constant('opted_out' as const), provider: fc.constant('hunter' as const), steps }),
);

const partner: Commands['partner'] = fc.oneof(
  found.map((who) => (state: partners.PartnerState) => partners.discoverPartner(state, who, 's')),
  fc.tuple(found, fc.constantFrom('url' as const, 'import' as const)).map(
    ([who, by]) =>
      (state: partners.PartnerState) =>
        partners.addPartner(state, who, by),
  ),
  match.map(
    (made) => (state: partners.PartnerState) => (state.status === 'none' ? [] : partners.scorePartner(state, made)),
  ),
  fc
    .constantFrom(...PARTNER_STATUSES)
    .map((to) => (state: partners.PartnerState) => partners.changePartnerStatus(state, to)),
  fc.constant<Command<'partner'>>((state) => partners.changePartnerStatus(state, 'approved')),
  fc.tuple(fc.nat(1), fc.boolean()).map(
    ([ago, inCampaign]) =>
      (state: partners.PartnerState) =>
        partners.undoDecision(state, state.decisionNumber - ago, inCampaign),
  ),
  fc.constant<Command<'partner'>>(partners.deletePartner),
  id.map((search) => (state: partners.PartnerState) => contacts.requestContactSearch(state, search, '2026-03')),
  fc.tuple(id, contactOutcome).map(
    ([search, outcome]) =>
      (state: partners.PartnerState) =>
        contacts.concludeContactSearch(state, search, outcome),
  ),
  fc.tuple(text, verification).map(
    ([email, verdict]) =>
      (state: partners.PartnerState) =>
        contacts.recordVerification(state, state.contact?.email ?? email, verdict),
  ),
  fc
    .record({ email: text, socialProfiles: fc.option(socialProfiles, { nil: undefined }) })
    .map((c) => (state: partners.PartnerState) => contacts.editContact(state, c)),
  text.map(
    (email) => (state: partners.PartnerState) =>
      state.status === 'pending' && !state.erased ? contacts.importedContact(email) : [],
  ),
);

const form = fc.record({
  name: text,
  subjectType: fc.constantFrom('static' as const, 'show_me_you_know_me' as const),
  staticSubject: fc.option(text, { nil: undefined }),
  invitationText: fc.option(text, { nil: undefined }),
  messagePrompt: text,
  dailyLimit: fc.integer({ min: 1, max: 10 }),
  sendWindow: fc.constantFrom(undefined, null, { from: '10:00', to: '12:30', weekdays: [1, 6] as number[] }),
  abTest: fc.option(fc.record({ varies: fc.constantFrom(...VARIES), variantB: text }), { nil: undefined }),
});
const variant = fc.constantFrom(...VARIANTS);
const firstMessages = fc.array(fc.record({ id, variant: fc.option(variant) }), { maxLength: 3 });
const ids = fc.array(id, { maxLength: 3 });

const campaign: Commands['campaign'] = fc.oneof(
  form.map((made) => (state: campaigns.CampaignState) => campaigns.createCampaign(state, made, () => 'f1')),
  form.map((patch) => (state: campaigns.CampaignState) => campaigns.editCampaign(state, patch, () => 'f2')),
  fc
    .record({
      runId: id,
      regenerate: fc.boolean(),
      missing: ids,
      written: ids,
      edited: ids,
      includeEdited: fc.boolean(),
      firstMessages,
    })
    .map((run) => (state: campaigns.CampaignState) => campaigns.requestMessages(state, run)),
  fc.tuple(variant, id, firstMessages).map(
    ([chosen, runId, unapproved]) =>
      (state: campaigns.CampaignState) =>
        campaigns.chooseVariant(state, chosen, { runId, unapproved }),
  ),
  fc.tuple(id, fc.nat(9), fc.nat(9)).map(
    ([run, made, failed]) =>
      (state: campaigns.CampaignState) =>
        campaigns.finishMessages(state, run, made, failed),
  ),
  fc.tuple(fc.constantFrom(...CAMPAIGN_STATUSES), fc.nat(2), fc.nat(1)).map(
    ([to, count, missingTexts]) =>
      (state: campaigns.CampaignState) =>
        campaigns.changeCampaignStatus(state, to, { messages: count, missingTexts }),
  ),
  fc.constant<Command<'campaign'>>((state) =>
    campaigns.changeCampaignStatus(state, 'active', { messages: 1, missingTexts: 0 }),
  ),
  fc.constant<Command<'campaign'>>(campaigns.reopenForPartners),
  fc.constant<Command<'campaign'>>(campaigns.continueCampaign),
  fc.tuple(fc.nat(2), fc.nat(2)).map(
    ([count, open]) =>
      (state: campaigns.CampaignState) =>
        campaigns.completeCampaign(state, { messages: count, open }),
  ),
  fc.constant<Command<'campaign'>>(campaigns.deleteCampaign),
);

const outcome: fc.Arbitrary<sendAttempt.Outcome> = fc.oneof(
  fc.record({ outcome: fc.constant('sent' as const), providerMessageId: maybe }),
  fc.record({ outcome: fc.constantFrom('deferred' as const, 'held' as const), until: instant, reason: aReason }),
  fc.record({ outcome: fc.constant('failed' as const), reason: aReason }),
  fc.record({ outcome: fc.constant('unknown' as const), reason: aReason }),
);
const letter = fc.record({ subject: text, body: text });
const hash = fc.constantFrom('h1', 'h2');

/** A dispatch of the attempt that is claimed, so that random histories get past the claim. */
const dispatchClaimed =
  (to: string): Command<'message'> =>
  (state: messageState.MessageState) =>
    sendAttempt.dispatchEmail(state, {
      now: '',
      attempt: state.attempt,
      worker: state.claim?.worker ?? 'nobody',
      sendId: `s${state.attempt}`,
      mailbox: 'mailbox-main',
      day: '2026-03-02',
      addressHmac: 'f00',
      textHash: state.approvedHash ?? 'none',
      to,
      from: 'me@shop.example',
      subject: 'Hello',
      text: 'Hello there',
    });

const FOLLOW_UP = { id: 'f1', textId: 't1', afterDays: 3, writer: 'user' as const, text: 'Did you see it?' };

const message: Commands['message'] = fc.oneof(
  fc.constant<Command<'message'>>((state) =>
    messageText.draftMessage(state, { campaignId: 'c', partnerId: 'p', step: 'first' }),
  ),
  instant.map(
    (notBefore) => (state: messageState.MessageState) =>
      messageText.draftMessage(state, {
        ...{ campaignId: 'c', partnerId: 'p', step: '2' },
        followUp: { id: 'f1', textId: 't1', afterDays: 3, number: 1, follows: 'c.p.1', notBefore },
      }),
  ),
  instant.map((notBefore) => (state: messageState.MessageState) => sendTime.postponeEmail(state, notBefore)),
  fc.tuple(instant, fc.integer({ min: 1, max: 60 }), letter).map(
    ([sentAt, afterDays, { body }]) =>
      (state: messageState.MessageState) =>
        changeWait(state, { followUps: [{ ...FOLLOW_UP, afterDays, text: body }] }, { sentAt }, { zone: 'UTC' }),
  ),
  fc
    .constantFrom([], [{ ...FOLLOW_UP, textId: 't2' }], [FOLLOW_UP])
    .map((followUps) => (state: messageState.MessageState) => cancelOutdated(state, { followUps }, [])),
  fc
    .record({ runId: id, model: text, promptVersion: text, text: letter, includeEdited: fc.boolean() })
    .map((result) => (state: messageState.MessageState) => messageText.recordGenerated(state, result)),
  fc.tuple(id, aReason).map(
    ([run, reason]) =>
      (state: messageState.MessageState) =>
        messageText.recordGenerationFailed(state, run, reason),
  ),
  fc.tuple(letter, hash).map(
    ([made, textHash]) =>
      (state: messageState.MessageState) =>
        messageText.editMessage(state, made, textHash),
  ),
  hash.map((textHash) => (state: messageState.MessageState) => messageText.approveMessage(state, textHash, 'start')),
  fc.tuple(hash, text, letter).map(
    ([requestId, instruction, made]) =>
      (state: messageState.MessageState) =>
        revisions.requestRevision(state, { requestId, instruction, text: made }, '2026-03-02T09:00:00.000Z'),
  ),
  fc.tuple(letter, fc.option(aReason)).map(
    ([made, reason]) =>
      (state: messageState.MessageState) =>
        revisions.concludeRevision(
          state,
          state.revision?.id ?? '',
          reason === null ? { text: made, parts: [], model: 'm', promptVersion: '1' } : { failed: reason },
        ),
  ),
  fc.tuple(id, letter).map(
    ([requestId, made]) =>
      (state: messageState.MessageState) =>
        textCopy.requestCopy(state, { requestId, userId: 'u1', text: made }, '2026-03-02T09:00:00.000Z'),
  ),
  fc
    .option(aReason)
    .map((failed) => (state: messageState.MessageState) => textCopy.concludeCopy(state, state.copy?.id ?? '', failed)),
  aReason.map((reason) => (state: messageState.MessageState) => messageText.withdrawApproval(state, reason)),
  instant.map(
    (at) => (state: messageState.MessageState) =>
      sendTime.scheduleEmail(state, { at, seed: 7, day: at.slice(0, 10), ...drawnByDefault }),
  ),
  aReason.map((reason) => (state: messageState.MessageState) => sendTime.unscheduleEmail(state, reason)),
  fc.option(hash).map((textHash) => (state: messageState.MessageState) => sendTime.requestSendNow(state, textHash)),
  fc.tuple(id, instant, instant).map(
    ([worker, now, leaseUntil]) =>
      (state: messageState.MessageState) =>
        sendAttempt.claimSend(state, { worker, now, leaseUntil }),
  ),
  fc.tuple(attempt, aReason, fc.option(instant)).map(
    ([number, reason, until]) =>
      (state: messageState.MessageState) =>
        sendAttempt.releaseSend(state, number, reason, until),
  ),
  fc.constant<Command<'message'>>((state) => sendTime.endSendNow(state)),
  fc.constant<Command<'message'>>(sendTime.resumeSendNow),
  text.map(dispatchClaimed),
  fc.tuple(attempt, outcome).map(
    ([number, result]) =>
      (state: messageState.MessageState) =>
        sendAttempt.recordOutcome(state, number, result),
  ),
  outcome.map(
    (result) => (state: messageState.MessageState) => sendAttempt.recordOutcome(state, state.attempt, result),
  ),
  fc.constant<Command<'message'>>(markSent),
  fc.constant<Command<'message'>>((state) => supersede(state, 'r1')),
  fc.constantFrom<Command<'message'>>(messageEnd.recordReply, messageEnd.recordFoundReply),
  fc.tuple(fc.constantFrom(...messageEvents.DELIVERY_REPORTS), maybe).map(
    ([report, reason]) =>
      (state: messageState.MessageState) =>
        recordDelivery(state, state.attempt, report, reason),
  ),
  fc.tuple(aReason, fc.option(fc.nat(1))).map(
    ([reason, removal]) =>
      (state: messageState.MessageState) =>
        messageEnd.cancelMessage(state, reason, removal),
  ),
  fc.tuple(fc.nat(1), hash).map(
    ([removal, textHash]) =>
      (state: messageState.MessageState) =>
        restoreMessage(state, removal, textHash),
  ),
);

const criteria = fc.record(
  {
    targetAudience: text,
    industry,
    minFollowers: fc.nat(10_000),
    minEngagement: fc.nat(10),
    platforms: fc.uniqueArray(platform),
  },
  { requiredKeys: [] },
);
const source = fc.record({ source: text, found: fc.nat(9), error: aReason }, { requiredKeys: ['source', 'found'] });

const search: Commands['search'] = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 10 }), criteria).map(
    ([count, wanted]) =>
      (state: searches.SearchState) =>
        searches.requestSearch(state, { kind: 'criteria', requested: count, criteria: wanted, profileUrl: null }),
  ),
  fc.tuple(text, criteria).map(
    ([profileUrl, wanted]) =>
      (state: searches.SearchState) =>
        searches.requestUrlSearch(state, { criteria: wanted, profileUrl }),
  ),
  fc.tuple(fc.constantFrom('ai' as const, 'words' as const), fc.array(text, { maxLength: 3 })).map(
    ([planner, topics]) =>
      (state: searches.SearchState) =>
        searches.planSearch(state, planner, { topics, jobTitles: [], audienceTerms: topics, regions: [] }),
  ),
  fc.tuple(id, text).map(
    ([partnerId, from]) =>
      (state: searches.SearchState) =>
        searches.recordFound(state, partnerId, from),
  ),
  id.map((partnerId) => (state: searches.SearchState) => searches.recordRecognised(state, partnerId)),
  fc.tuple(fc.nat(9), fc.array(source, { maxLength: 2 })).map(
    ([duplicates, sources]) =>
      (state: searches.SearchState) =>
        searches.endStep(state, 0, { duplicates, sources }),
  ),
);

const update = fc.record(
  {
    businessName: text,
    industry,
    description: text,
    userFullName: text,
    contactEmail: text,
    contactPhone: text,
    postalAddress: text,
    htmlSignature: fc.option(fc.record({ html: text, text })),
    timezone: fc.constantFrom('Europe/Berlin', 'America/New_York'),
    targetAudience: text,
    preferredPlatforms: fc.uniqueArray(platform),
    partnerCriteria: criteria,
    answers: fc.array(fc.record({ about: fc.constantFrom('price' as const, 'times' as const), text }), {
      maxLength: 3,
    }),
    onboardingSkipped: fc.constant(true as const),
  },
  { requiredKeys: [] },
);

const profile: Commands['profile'] = fc.oneof(
  fc
    .record({ businessName: text, industry, description: text }, { requiredKeys: ['businessName', 'industry'] })
    .map((step) => (state: profiles.ProfileState) => profiles.saveBusinessStep(state, step)),
  update.map((made) => (state: profiles.ProfileState) => profiles.updateProfile(state, made)),
  fc
    .record(
      {
        businessName: text,
        industry,
        targetAudience: text,
        preferredPlatforms: fc.uniqueArray(platform),
        additionalCriteria: text,
        exclusions: fc.array(text, { maxLength: 2 }),
      },
      { requiredKeys: ['businessName', 'industry', 'targetAudience'] },
    )
    .map((inputs) => (state: profiles.ProfileState) => profiles.requestPartnerProfile(state, 'r', inputs)),
  fc
    .record({
      description: text,
      industry: text,
      minFollowers: fc.nat(9999),
      minEngagement: fc.nat(9),
      platforms: fc.uniqueArray(platform),
      targetAudience: text,
    })
    .map((made) => (state: profiles.ProfileState) => profiles.concludePartnerProfile(state, 'r', { made })),
  aReason.map((failed) => (state: profiles.ProfileState) => profiles.concludePartnerProfile(state, 'r', { failed })),
);

const importId = fc.constantFrom('i1', 'i2', 'i3');
const problemLines = fc.array(
  fc.record({ line: fc.integer({ min: 1, max: 9 }), problems: fc.subarray(IMPORT_PROBLEMS, { minLength: 1 }) }),
  { maxLength: 2 },
);
const partnerImport: Commands['import'] = fc.oneof(
  fc
    .record({
      ...{ importId, part: fc.integer({ min: 1, max: 2 }), parts: fc.constant(2), rows: fc.nat(9) },
      ...{ characters: fc.nat(99), allOrNothing: fc.boolean() },
    })
    .map((part) => (state: imports.ImportState) => imports.receiveImportPart(state, part)),
  fc.tuple(importId, fc.record({ people: fc.nat(4), repeated: fc.nat(2), problems: problemLines })).map(
    ([id, checked]) =>
      (state: imports.ImportState) =>
        imports.recordCheckedRows(state, id, checked),
  ),
  fc.tuple(importId, fc.record({ added: fc.nat(3), known: fc.nat(2), problems: problemLines })).map(
    ([id, rows]) =>
      (state: imports.ImportState) =>
        imports.recordAddedRows(state, id, rows),
  ),
  fc.tuple(importId, fc.constantFrom('rows_gone' as const, 'erasure' as const, 'failed' as const)).map(
    ([id, reason]) =>
      (state: imports.ImportState) =>
        imports.stopImport(state, id, reason),
  ),
);

const batchId = fc.constantFrom('b1', 'b2');
const batchActs = fc.constantFrom<batches.BatchAct>(
  { kind: 'decide', before: 'pending', status: 'approved' },
  { kind: 'join', campaignId: 'c' },
  { kind: 'notes', change: 'tag_added' },
  { kind: 'undo', before: 'pending', batchId: 'b1' },
  { kind: 'steer', act: 'approve', undoes: null },
  { kind: 'steer', act: 'withdraw', undoes: 'b1' },
);
const batch: Commands['batch'] = fc.oneof(
  fc
    .record({ batchId, act: batchActs, total: fc.nat(9), exact: fc.boolean() })
    .map((start) => (state: batches.BatchState) => batches.startBatch(state, start)),
  fc.tuple(batchId, fc.nat(2), fc.nat(3), fc.constantFrom(null, 'x')).map(
    ([id, pages, done, next]) =>
      (state: batches.BatchState) =>
        batches.advanceBatch(state, id, pages, { done, decided: [], steered: [], leftOut: ['batch_moved'], next }),
  ),
  batchId.map((id) => (state: batches.BatchState) => batches.stopBatch(state, id, 'failed')),
);

const reasonOfRun = fc.constantFrom<Reason | null>(null, { code: 'our_side' });
const schedule: Commands['schedule'] = fc.oneof(
  fc.tuple(fc.constantFrom(10, 30), fc.constantFrom(...SEARCH_EVERY), instant).map(
    ([count, every, at]) =>
      (state: schedules.SearchScheduleState) =>
        schedules.setSchedule(state, { count, every }, at),
  ),
  fc.tuple(id, instant).map(
    ([searchId, at]) =>
      (state: schedules.SearchScheduleState) =>
        schedules.startScheduled(state, searchId, at),
  ),
  instant.map(
    (at) => (state: schedules.SearchScheduleState) => schedules.skipScheduled(state, { code: 'our_side' }, at),
  ),
  fc.tuple(id, reasonOfRun).map(
    ([searchId, reason]) =>
      (state: schedules.SearchScheduleState) =>
        schedules.endScheduled(state, searchId, { found: 1, reason }),
  ),
  fc.constant(schedules.closeSchedule),
);

const reads: Commands['reads'] = fc
  .tuple(fc.constantFrom(...READ_SUBJECTS), fc.constantFrom(null, 'c1.p1.1'), instant)
  .map(
    ([what, of, at]) =>
      (state: ReadsState) =>
        recordRead(state, { what, of, count: 1 }, at),
  );
/** Saves, renames and removes what is kept by name. */
const ofNamed = <Content extends { name: string }>(
  { save, rename, remove }: NamedItemRules<Content>,
  contents: fc.Arbitrary<Content>,
) =>
  fc.tuple(id, text, contents).chain(([one, name, content]) =>
    fc.constantFrom(
      (state: NamedItems<Content>) => save(state, { ...content, id: one }),
      (state: NamedItems<Content>) => rename(state, one, name),
      (state: NamedItems<Content>) => remove(state, one),
    ),
  );
const {
  name: _,
  mailbox: _none,
  ...aTemplate
} = settingsForm({
  ...showSettings(INITIAL_SETTINGS),
  ...{ followUps: [], abTest: null },
});

export const commands: Commands = {
  reads,
  schedule,
  import: partnerImport,
  batch,
  partner,
  campaign,
  message,
  search,
  profile,
  need: fc.oneof(
    fc.constantFrom(finishNeed, reopenNeed),
    fc.option(fc.date({ noInvalidDate: true })).map(
      (until): Command<'need'> =>
        (state: StateOf<'need'>) =>
          snoozeNeed(state, until?.toISOString() ?? null, ''),
    ),
  ),
  notifications: fc.oneof(
    fc
      .record({
        kinds: fc.record({
          reply: channels,
          complaint: channels,
          account: channels,
          texts: channels,
          webhook: channels,
        }),
        digest: fc.constantFrom(...DIGESTS),
        quiet: fc.constantFrom(null, { from: '22:00', to: '07:00' }),
        showTexts: fc.boolean(),
      })
      .map(
        (rules): Command<'notifications'> =>
          (state) =>
            setNotifications(state, rules),
      ),
    fc
      .record({ channel: fc.constantFrom('email', 'slack', 'push-0123456789abcdef'), id })
      .chain(({ channel, id: one }) =>
        fc.constantFrom<Command<'notifications'>>(
          (state) => connectChannel(state, channel, one),
          (state) => removeChannel(state, channel, 'failing'),
          (state) => requestNoticeTest(state, channel, one),
          (state) => answerNoticeTest(state, one, null),
        ),
      ),
  ),
  webhooks: fc
    .record({ id: fc.constantFrom('w1', 'w2'), url: fc.webUrl(), secretId: id, at: instant, personal: fc.boolean() })
    .chain(({ id: one, secretId, at, ...form }) =>
      fc.constantFrom<Command<'webhooks'>>(
        (state) => hooks.addWebhook(state, { id: one, secretId }, { ...form, events: ['message.sent'] }),
        (state) => hooks.changeWebhook(state, one, { ...form, events: ['unsubscribed'] }),
        (state) => hooks.rotateWebhookSecret(state, one, secretId, at),
        (state) => hooks.switchWebhookOff(state, one, 'failing'),
        (state) => hooks.switchWebhookOn(state, one),
        (state) => hooks.requestWebhookTest(state, one),
        (state) => hooks.requestRedelivery(state, one, secretId),
        (state) => hooks.removeWebhook(state, one),
      ),
    ),
  snippets: ofNamed(snippets, fc.record({ name: text, text })),
  views: ofNamed(savedViews, fc.record({ list: fc.constantFrom(...PARTNER_LISTS), name: text, query: text })),
  templates: ofNamed(templates, fc.record({ name: text, settings: fc.constant(aTemplate) })),
  domain: fc.oneof(
    fc.tuple(id, fc.date({ noInvalidDate: true })).map(
      ([requestId, at]): Command<'domain'> =>
        (state: StateOf<'domain'>) =>
          requestDomainCheck(state, requestId, at.toISOString()),
    ),
    fc
      .record({
        domain: text,
        provider: fc.constantFrom(...EMAIL_PROVIDERS),
        codes: fc.array(fc.constantFrom(...DOMAIN_CODES)),
      })
      .map(
        ({ codes, ...about }): Command<'domain'> =>
          (state: StateOf<'domain'>) =>
            recordDomainCheck(state, {
              ...about,
              findings: codes.map((code) => ({ check: 'spf', code, found: [], fixes: [] })),
            }),
      ),
    fc.constant((state: StateOf<'domain'>) => skipDomainCheck(state)),
  ),
  installation: fc.oneof(
    fc
      .tuple(fc.constantFrom('auto' as const, 'on' as const, 'off' as const), fc.constantFrom([], ['OPENAI_API_KEY']))
      .map(
        ([wanted, keys]): Command<'installation'> =>
          (state: StateOf<'installation'>) =>
            settle(state, wanted, keys),
      ),
    id.map(
      (userId): Command<'installation'> =>
        (state: StateOf<'installation'>) =>
          nameFirstAdmin(state, userId),
    ),
    fc.record({ publicUrl: fc.webUrl(), works: fc.boolean() }).map(
      (check): Command<'installation'> =>
        (state: StateOf<'installation'>) =>
          recordLinkCheck(state, check),
    ),
    id.map(
      (jobId): Command<'installation'> =>
        () =>
          askForRetry(jobId),
    ),
  ),
  user: fc.oneof(
    fc
      .record({
        email: text,
        username: maybe,
        firstName: maybe,
        lastName: maybe,
        emailHmac: fc.uuid(),
        workspaceId: fc.uuid(),
        isAdmin: fc.boolean(),
      })
      .map(
        (who): Command<'user'> =>
          (state: StateOf<'user'>) =>
            accounts.signUp(state, who),
      ),
    fc
      .record({ firstName: maybe, isPaused: fc.boolean(), picture: maybe, on: fc.boolean(), credits: fc.nat(500) })
      .chain(({ firstName, isPaused, picture, on, credits }) => {
        const names = { username: null, firstName, lastName: null };
        const who = { ...names, email: 'ada@packs.example', emailHmac: 'h', workspaceId: 'w1', isAdmin: on, isPaused };
        return fc.constantFrom<Command<'user'>[]>(
          (state) => accounts.invite(state, who),
          accounts.acceptInvitation,
          accounts.confirmEmail,
          (state) => accounts.changeDetails(state, names),
          (state) => accounts.setAdmin(state, on),
          (state) => accounts.setMonthlyCredits(state, credits),
          (state) => accounts.setAiBudget(state, credits),
          (state) => accounts.recordPassword(state, 'change'),
          (state) => accounts.turnSecondFactor(state, on),
          (state) => accounts.spendRecoveryCode(state, credits),
          (state) => accounts.linkIssuer(state, 'https://login.packs.example', picture),
        );
      }),
    fc.constantFrom('active' as const, 'paused' as const, 'deleted' as const).map(
      (to): Command<'user'> =>
        (state: StateOf<'user'>) =>
          accounts.changeAccount(state, to),
    ),
  ),
  access: fc.constantFrom<Command<'access'>[]>(
    (state) => requestLink(state, 'reset', null),
    (state) => requestLink(state, 'second-factor-off', 'u1'),
    (state) => [...requestLink(state, 'invitation', 'u1'), ...handOverLink()],
    (state) => answerLink(state, { mailed: 'link' }),
    (state) => answerLink(state, { mailed: 'notice' }),
    (state) => answerLink(state, { unknown: { code: 'work_interrupted' } }),
    (state) => answerLink(state, { failed: { code: 'mail_refused' } }),
    (state) => answerLink(state, { vouched: true }),
    (state) => answerLink(state, { ended: { code: 'no_account' } }),
    (state) => consumeLink(state, 'u1'),
  ),
  setting: text.map((value) => () => [{ type: 'SettingChanged', data: { value, was: '' } }]),
  credits: fc.oneof(
    fc.tuple(id, fc.integer({ min: 1, max: 3 })).map(
      ([found_, limit]): Command<'credits'> =>
        (state: StateOf<'credits'>) =>
          reserveCredit(state, found_, limit),
    ),
    fc.tuple(id, fc.boolean()).map(
      ([found_, keep]): Command<'credits'> =>
        (state: StateOf<'credits'>) =>
          settleCredit(state, found_, keep),
    ),
  ),
  mailbox: fc.oneof(
    fc
      .record({
        emailProvider: fc.constantFrom(...EMAIL_PROVIDERS),
        fromEmail: fc.option(text, { nil: undefined }),
        secretId: fc.option(id),
      })
      .map((settings) => (state: StateOf<'mailbox'>) => saveEmailSettings(state, settings)),
    fc
      .record({
        messageId: id,
        attempt,
        signal: fc.constantFrom(
          ...(['fine', 'trouble', 'trouble', 'trouble', 'wait', 'key_refused', 'sender_refused'] as const),
          ...(['permission_missing', 'account_blocked', 'credits_exhausted'] as const),
        ),
        secretId: fc.option(id),
        waitSeconds: fc.nat(900),
      })
      .chain((answer) => instant.map((now) => (state: StateOf<'mailbox'>) => recordProviderHealth(state, answer, now))),
    fc
      .record({ messageId: id, attempt })
      .map((leaving) => (state: StateOf<'mailbox'>) => recordAttempt(state, leaving)),
    fc
      .record({
        ...{
          by: fc.constantFrom(...EMAIL_PROVIDERS),
          requestId: id,
          secretId: id,
          email: text,
          accountId: id,
          body: text,
        },
        ...{ access: fc.constantFrom(...GMAIL_ACCESS), host: fc.constantFrom(...MAIL_HOST_IDS) },
      })
      .chain(({ by, requestId, secretId, email, accountId, body, ...more }) => {
        const identity = { email, accountId, user: email, smtp: MAIL_SERVER, imap: MAIL_SERVER };
        const found = { secretId, identity, ...more };
        const now = '2026-03-02T09:00:00.000Z';
        const at = (state: StateOf<'mailbox'>) => account.accountAt(state, by);
        const used = (state: StateOf<'mailbox'>) => at(state).account?.secretId ?? '';
        const testOf = (state: StateOf<'mailbox'>) => at(state).test?.id ?? '';
        return fc.constantFrom<Command<'mailbox'>[]>(
          (state) => account.requestConnect(state, by, requestId, null),
          (state) => account.requestConnect(state, by, requestId, { secretId, host: more.host, identity }),
          (state) => recordAccountConnected(state, by, at(state).connecting?.id ?? requestId, found),
          (state) => account.recordConnectFailed(state, by, at(state).connecting?.id ?? '', 'expired'),
          (state) => account.recordAccountLost(state, by, used(state), 'token_refused'),
          (state) => account.disconnectAccount(state, by),
          (state) => account.recordAccessEnded(state, by, at(state).leaving[0]?.secretId ?? ''),
          (state) =>
            at(state).account?.identity && at(state).account?.lost === null
              ? account.requestTest(state, by, { requestId, subject: email, body }, now)
              : [],
          (state) => account.recordTest(state, by, testOf(state), { providerMessageId: requestId }),
          (state) => account.recordTest(state, by, testOf(state), { trouble: 'smtp_sign_in', secretId: used(state) }),
        );
      }),
    fc.constantFrom<Command<'mailbox'>[]>(
      (state) => pauseForRate(state, { rate: 'bounce_rate', sent: 40, count: 3 }, '2026-02-01T09:00:00.000Z'),
      resumeMailbox,
    ),
  ),
  quota: fc.oneof(
    fc.tuple(id, attempt, fc.integer({ min: 1, max: 2 })).map(
      ([messageId, number, limit]): Command<'quota'> =>
        (state: StateOf<'quota'>) => {
          const taken = takeQuota(state, { messageId, attempt: number, limit, zone: 'UTC' });
          return taken === 'full' ? [] : taken;
        },
    ),
    fc.tuple(id, attempt).map(
      ([messageId, number]): Command<'quota'> =>
        (state: StateOf<'quota'>) =>
          returnQuota(state, messageId, number),
    ),
  ),
  suppression: fc.oneof(
    fc
      .record({
        reason: fc.constantFrom(...SUPPRESSION_REASONS),
        source: fc.constantFrom(...SUPPRESSION_SOURCES),
        email: fc.option(text),
      })
      .map(
        (how): Command<'suppression'> =>
          (state: StateOf<'suppression'>) =>
            suppressAddress(state, how),
      ),
    fc.boolean().map(
      (confirmed): Command<'suppression'> =>
        (state: StateOf<'suppression'>) =>
          liftSuppression(state, confirmed),
    ),
    fc
      .tuple(id, fc.option(fc.constantFrom(...HOLD_SIGNS)), fc.constantFrom(...SUPPRESSION_REASONS))
      .chain(([by, sign, reason]) =>
        fc.constantFrom<Command<'suppression'>[]>(
          (state) => holdAddress(state, by, sign),
          (state) => undoSuppression(state, by, reason),
          (state) => suppressAddress(state, { reason, source: 'reply', email: null, conversation: by }),
        ),
      ),
  ),
  conversation: fc.oneof(
    fc
      .record({
        receivedId: id,
        at: instant,
        automatic: fc.boolean(),
        byRules: fc.option(fc.constantFrom(...REPLY_LABELS)),
        asks: fc.uniqueArray(
          fc.record({ sign: fc.constantFrom(...HOLD_SIGNS), by: fc.constantFrom('words', 'unproved') }),
          { maxLength: 2, selector: ({ sign }) => sign },
        ),
        from: text,
        subject: text,
        body: text,
      })
      .map(
        ({ at, byRules, asks, from, subject, body, ...mail }): Command<'conversation'> =>
          (state: StateOf<'conversation'>) =>
            conversations.recordMail(
              state,
              {
                ...{
                  ...mail,
                  messageId: 'c1.a.first',
                  receivedAt: at,
                  source: 'gmail',
                  truncated: false,
                  unparsed: false,
                  kept: [],
                },
                personal: {
                  from,
                  fromName: null,
                  subject,
                  text: body,
                  newPart: body,
                  html: null,
                  internetMessageId: null,
                  references: [],
                  replyTo: null,
                  copies: [],
                  files: [],
                },
              },
              { label: byRules, asks },
            ),
      ),
    fc.tuple(id, fc.constantFrom(...REPLY_LABELS)).chain(([receivedId, label]) =>
      fc.constantFrom<Command<'conversation'>[]>(
        (state) => conversations.classifyReply(state, receivedId, { label, by: 'ai', wants: [aWant(label)] }),
        conversations.finishLegalRequest,
        (state) => conversations.answerOffer(state, { receivedId, label: 'later' }, true),
        (state) => conversations.setReplyLabel(state, label),
        (state) => conversations.questionsOfAi(state, receivedId, label),
        (state) => conversations.answerQuestions(state, label),
        (state) => conversations.repeatQuestion(state, '2999-01-01T00:00:00.000Z'),
        (state) => (state.questions[0] ? conversations.denyQuestions(state.questions[0]) : []),
        conversations.markRead,
        conversations.markUnread,
        conversations.finishConversation,
        conversations.reopenConversation,
        (state) => conversations.requestDraft(state, { requestId: receivedId, wish: null }, '2026-03-02T09:00:00.000Z'),
        (state) => conversations.concludeDraft(state, receivedId, { body: label }),
        (state) => conversations.concludeDraft(state, receivedId, { failed: { code: 'our_side' } }),
      ),
    ),
  ),
  aicall: fc
    .record({
      operation: fc.constantFrom(...AI_OPERATIONS),
      model: text,
      promptVersion: text,
      about: text,
      inputTokens: fc.nat(),
      cachedInputTokens: fc.nat(),
      cacheWriteTokens: fc.nat(),
      outputTokens: fc.nat(),
      webSearches: fc.nat(),
      costUsd: fc.option(fc.double({ min: 0, max: 9, noNaN: true })),
      priceDate: fc.constant('2026-06-01'),
      durationMs: fc.nat(60_000),
      outcome: fc.constantFrom('ok' as const, 'refused' as const, 'error' as const),
      errorCode: maybe,
    })
    .map((call) => (state: StateOf<'aicall'>) => recordAiCall(state, call)),
  erasure: fc.oneof(
    fc
      .record({
        kind: fc.constantFrom(...ERASURE_KINDS),
        partnerId: fc.option(id),
        addressHmac: fc.option(id),
        why: fc.constantFrom('request' as const, 'retention' as const),
      })
      .map(
        (wanted): Command<'erasure'> =>
          (state: StateOf<'erasure'>) =>
            requestErasure(state, wanted),
      ),
    fc.nat(9).map(
      (keys): Command<'erasure'> =>
        (state: StateOf<'erasure'>) =>
          advanceErasure(state, { keys }),
    ),
    fc.constantFrom<Command<'erasure'>>(completeErasure, dropErasure),
  ),
};
