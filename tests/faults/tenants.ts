import { newId } from '../../db/log/newId.ts';
import { textHash } from '../../db/log/textHash.ts';
import { ref, type Store } from '../../db/store.ts';
import { updateProfile } from '../../events/accounts/profile.ts';
import { signUp } from '../../events/accounts/user.ts';
import { createCampaign } from '../../events/campaigns/campaign.ts';
import { draftMessage, editMessage, recordGenerated } from '../../events/messages/messageText.ts';
import { importedContact } from '../../events/partners/contact.ts';
import { addPartner, changePartnerStatus } from '../../events/partners/partner.ts';
import { setSendingRules } from '../../events/sending/mailbox.ts';
import { DEFAULT_RULES } from '../../events/sending/sendingInput.ts';
import { aPerson } from '../support/samples.ts';
import { type AccountKind, connectAccount, connectSecond, type Sender, secondOf, senderOf } from './accounts.ts';
import { cause } from './cause.ts';
import type { Random } from './seeded.ts';

/** A message that somebody may get, and what must be true of its mail. `marker` stands in this tenant's texts alone. */
export type Intent = {
  id: string;
  tenant: string;
  campaignId: string;
  partnerId: string;
  to: string;
  from: string;
  marker: string;
};
/** The user who owns a tenant; in SQL: `tenant_id || '-owner'`. */
export const ownerOf = (tenant: string): string => `${tenant}-owner`;

/** Intents are added when a person sends a text once more. */
export type Campaign = { id: string; tenant: string; intents: Intent[] };
export type Tenant = Sender & { zone: string; campaigns: Campaign[] };

/** The names of everything in a run. `real`: as long as the product's own ids, which addresses for replies hold; else short, to be read. */
export const idsFor = (real: boolean) => {
  const long = (id: string, length: number) => (real ? id.padEnd(length, '0') : id);
  return {
    tenant: (number: number) => (real ? long(`a${number}`, 20) : `t${number}`),
    campaign: (tenant: string, number: number) => long(`${real ? tenant.slice(0, 2) : tenant}c${number}`, 20),
    partner: (campaign: string, number: number) =>
      real ? long(`${campaign.slice(0, 4)}b${number}f`, 32) : `${campaign}p${number}`,
  };
};

/** A mailbox takes this many emails a day, fewer than there are to send. */
export const tightCap = (random: Random): number => random.whole(3, 6);
/** A daily limit that so many people are too many for. */
export const tightLimit = (random: Random, people: number): number => random.whole(Math.min(2, people - 1), people - 1);
/** Nothing but the gaps and the hourly count holds a crowded mailbox back. */
const CROWDED = { ...DEFAULT_RULES, window: { ...DEFAULT_RULES.window, from: '14:00', to: '16:30' } };

/**
 * A user who is ready to send, with draft campaigns. Half of the texts were written by hand and so approved; the others wait for Start. A day takes
 * less than there is to send, unless the tenant is `crowded`.
 */
export async function readyTenant(
  store: Store,
  random: Random,
  sandboxUrl: string,
  wish: {
    id: string;
    zone: string;
    account: AccountKind;
    campaigns: number;
    partners: [least: number, most: number];
    crowded: boolean;
    realIds: boolean;
  },
): Promise<Tenant> {
  const { id: tenant, zone, account } = wish;
  const ids = idsFor(wish.realIds);
  const marker = `marker-${tenant}-${random.whole(100_000, 999_999)}`;
  const from = senderOf(tenant, account);
  const rules = wish.crowded ? CROWDED : { ...DEFAULT_RULES, mailboxDailyCap: tightCap(random) };
  await store.run({
    tenant: 'system',
    cause,
    streams: { user: ref('user', ownerOf(tenant)) },
    decide: ({ user }) => ({
      user: signUp(user, {
        email: from,
        username: null,
        firstName: 'Sam',
        lastName: 'Vale',
        emailHmac: store.pseudonyms.address('system', from),
        isAdmin: false,
        workspaceId: tenant,
      }),
    }),
  });
  const keys = [await connectAccount(store, sandboxUrl, tenant, account, `SG.${marker}`)];
  await store.run({
    tenant,
    cause,
    streams: { profile: ref('profile', tenant), mailbox: ref('mailbox', tenant) },
    decide: ({ profile, mailbox }) => ({
      profile: updateProfile(profile, {
        businessName: `Shop ${marker}`,
        industry: 'Fitness',
        userFullName: 'Sam Vale',
        contactEmail: from,
        postalAddress: '12 Ridge Road, Burlington, VT 05401',
        timezone: zone,
        // a run is shorter than a day, and its campaigns share their partners
        minDaysBetweenCampaigns: 0,
      }),
      mailbox: setSendingRules(mailbox, rules),
    }),
  });
  // others have one account, as most people do
  if (random.whole(0, 1) === 1) {
    keys.push(await connectSecond(store, tenant, `second.${marker}`));
    await store.run({
      tenant,
      cause,
      streams: { mailbox: ref('mailbox', secondOf(tenant)) },
      decide: ({ mailbox }) => ({ mailbox: setSendingRules(mailbox, rules) }),
    });
  }
  const campaigns: Campaign[] = [];
  for (let number = 1; number <= wish.campaigns; number += 1) {
    const id = ids.campaign(tenant, number);
    const people = Array.from({ length: random.whole(...wish.partners) }, (_, index) => ids.partner(id, index + 1));
    const dailyLimit = wish.crowded ? people.length : tightLimit(random, people.length);
    await store.run({
      tenant,
      cause,
      streams: { campaign: ref('campaign', id) },
      decide: ({ campaign }) => ({
        campaign: createCampaign(
          campaign,
          {
            name: 'Spring vests',
            subjectType: 'static',
            staticSubject: 'A vest',
            messagePrompt: 'Offer a free vest.',
            dailyLimit,
            // of the first campaign: its people get one more mail, a day after
            ...(number === 1
              ? { followUps: [{ afterDays: 1, writer: 'user', text: `Did you see it? This is ${marker}.` }] }
              : {}),
          },
          newId,
        ),
      }),
    });
    const intents = people.map((partnerId) => ({
      id: `${id}.${partnerId}.1`,
      tenant,
      campaignId: id,
      partnerId,
      to: `${partnerId}@people.example`,
      from,
      marker,
    }));
    for (const intent of intents) await join(store, intent, random.chance(0.5));
    campaigns.push({ id, tenant, intents });
  }
  return { id: tenant, zone, account, keys, campaigns };
}

/** The offer that a text needs to pass the check. */
const OFFER =
  'We make vests for people who run on trails, and we would like to send you one for free. Wear it on a long run, and tell us what you like and what you would change.';

/** One person joins a campaign and gets a text. */
async function join(store: Store, intent: Intent, byHand: boolean): Promise<void> {
  const { tenant, campaignId, partnerId } = intent;
  const run = store.run;
  await run({
    tenant,
    cause,
    streams: { partner: ref('partner', partnerId) },
    decide: ({ partner }) => ({
      partner: [
        ...addPartner(partner, aPerson({ person: { name: partnerId } }), 'import'),
        ...importedContact(intent.to),
        ...changePartnerStatus({ ...partner, status: 'pending' }, 'approved'),
      ],
    }),
  });
  const streams = { message: ref('message', intent.id) };
  const text = { subject: 'A vest for your trails', body: `Hello ${partnerId}, this is ${intent.marker}. ${OFFER}` };
  await run({
    tenant,
    cause,
    streams,
    decide: ({ message }) => ({ message: draftMessage(message, { campaignId, partnerId, step: '1' }) }),
  });
  await run({
    tenant,
    cause,
    streams,
    decide: ({ message }) => ({
      message: byHand
        ? editMessage(message, text, textHash(intent.to, text, null) ?? '')
        : recordGenerated(message, { runId: 'r', model: 'm', promptVersion: '1', text, includeEdited: false }),
    }),
  });
}
