import { type Also, changePartner } from '../../db/partners/changePartner.ts';
import { readMessages } from '../../db/read/messages.ts';
import { partnerAt } from '../../db/read/partners.ts';
import { entriesOf } from '../../db/read/suppressions.ts';
import { type CommandScope, type Decisions, type Ref, ref, type Store } from '../../db/store.ts';
import { continueCampaign, reopenForPartners } from '../../events/campaigns/campaign.ts';
import type { StateOf } from '../../events/catalog.ts';
import { answerOffer } from '../../events/conversations/conversation.ts';
import type { Offer } from '../../events/conversations/offers.ts';
import { joinReferred } from '../../events/messages/joinReferred.ts';
import { mayMove, moveFollowUp } from '../../events/messages/moveFollowUp.ts';
import { editContact } from '../../events/partners/contact.ts';
import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import { entryThatHolds } from '../../events/privacy/suppression.ts';
import { Refused } from '../../events/shared/refused.ts';

type Taken = Pick<Offer, 'receivedId' | 'label' | 'name' | 'email' | 'until'>;

/** Carries out what a thread offered and the user accepted. Nothing leaves by it: texts are reviewed as any other. */
export async function takeOffer(store: Store, scope: CommandScope, id: string, offer: Taken): Promise<void> {
  if (offer.label === 'later') await moveFollowUps(store, scope, id, offer);
  else if (offer.label === 'referral') await writeToReferred(store, scope, id, offer);
  else await changeAddress(store, scope, id, offer);
}

type Changed = { partner: Ref<'partner'> } & Also;

async function changeAddress(store: Store, { tenant, cause }: CommandScope, id: string, offer: Taken): Promise<void> {
  const [, partnerId = ''] = id.split('.');
  const { email } = offer;
  if (!email) throw new Refused({ code: 'offer_without_address' });
  const conversation = `conversation ${id}` as const;
  const also: Also = {};
  also[conversation] = ref('conversation', id);
  await changePartner(store, { tenant, cause, id: partnerId, also }, (now) => {
    const decided: Decisions<Changed> = { partner: editContact(now.partner, { email }) };
    decided[conversation] = answerOffer(now[conversation] as StateOf<'conversation'>, offer, true);
    return decided;
  });
}

async function writeToReferred(store: Store, { tenant, cause }: CommandScope, id: string, offer: Taken): Promise<void> {
  const [campaignId = '', referrerId = ''] = id.split('.');
  const { name, email } = offer;
  if (!email || !name) throw new Refused({ code: 'offer_without_address' });
  const { platform } = (await store.load(tenant, ref('partner', referrerId))).state;
  const key = duplicateKey({ profileUrl: null, platform, username: email });
  const partnerId = (await partnerAt(store, tenant, email)) ?? store.pseudonyms.partnerId(tenant, key);
  if (partnerId === referrerId) throw new Refused({ code: 'offer_of_same_person' });
  await store.run({
    tenant,
    cause,
    streams: {
      conversation: ref('conversation', id),
      campaign: ref('campaign', campaignId),
      partner: ref('partner', partnerId),
      message: ref('message', `${campaignId}.${partnerId}.1`),
      ...entriesOf(store, tenant, email),
    },
    decide: ({ address, domain, conversation, ...now }) => ({
      ...joinReferred(
        { ...now, suppression: entryThatHolds(address, domain) },
        { campaignId, partnerId },
        { name, email, platform },
      ),
      campaign: reopenForPartners(now.campaign),
      conversation: answerOffer(conversation, offer, true),
    }),
  });
}

type Streams = { campaign: Ref<'campaign'>; conversation: Ref<'conversation'> } & {
  [message: `message ${string}`]: Ref<'message'>;
};

async function moveFollowUps(store: Store, scope: CommandScope, id: string, offer: Taken): Promise<void> {
  const [campaignId = '', partnerId = ''] = id.split('.');
  const { until } = offer;
  const messages = await readMessages(store, scope.tenant, { campaignId, partnerId });
  const ids = messages.filter(({ state }) => mayMove(state)).map((message) => message.id);
  if (until === null || ids.length === 0) throw new Refused({ code: 'offer_changed' });
  const streams: Streams = { campaign: ref('campaign', campaignId), conversation: ref('conversation', id) };
  for (const one of ids) streams[`message ${one}`] = ref('message', one);
  await store.run<Streams>({
    ...scope,
    streams,
    decide: (now): Decisions<Streams> => {
      const decided: Decisions<Streams> = {
        campaign: continueCampaign(now.campaign),
        conversation: answerOffer(now.conversation, offer, true),
      };
      for (const one of ids)
        decided[`message ${one}`] = moveFollowUp(now[`message ${one}`] as StateOf<'message'>, until);
      return decided;
    },
  });
}
