import type { ConversationState } from '../../events/conversations/conversation.ts';
import { type CheckedCampaign, type CheckedMessage, textChecker } from '../../events/messages/check/checkText.ts';
import { draftFlaws } from '../../events/messages/check/draftFlaws.ts';
import type { Flaw } from '../../events/messages/check/flaw.ts';
import { messageFlaws } from '../../events/messages/check/messageFlaws.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import { languageOf } from '../../events/shared/languageOf.ts';
import { ref, type Store } from '../store.ts';
import type { MessageRow } from './messages.ts';

/**
 * The check's result for a message, or for another `text` for it. `rows` are its campaign's, or its person's in it. Ask for many messages with one
 * array, which is put in order once.
 */
export type CheckMessage = (row: MessageRow, rows: readonly MessageRow[], text?: MessageText) => Flaw[];

/** The check of a campaign's texts, against what its user has said by now. */
export async function readTextCheck(
  store: Store,
  tenant: string,
  campaign: string | CheckedCampaign,
): Promise<CheckMessage> {
  const [state, profile] = await Promise.all([
    typeof campaign === 'string'
      ? store.load(tenant, ref('campaign', campaign)).then((loaded) => loaded.state)
      : campaign,
    store.load(tenant, ref('profile', tenant)),
  ]);
  return checkBy(textChecker(state, profile.state));
}

export function checkBy(check: (message: CheckedMessage) => Flaw[]): CheckMessage {
  const grouped = new WeakMap<readonly MessageRow[], Map<string, MessageRow['state'][]>>();
  return ({ state, partner }, rows, text) => {
    const byPartner = grouped.get(rows) ?? byPartnerOf(rows);
    grouped.set(rows, byPartner);
    return messageFlaws(check, state, partner, byPartner.get(state.partnerId) ?? [], text);
  };
}

/** The newest of their words: a draft is in the language of these. Short answers have few words of any language. */
const LANGUAGE_OF = 1_000;
const FEWEST_WORDS = 2;

/** The flaws of an AI draft of an answer. `messages`: all that the campaign wrote to the person; `theirs`: what they wrote. */
export async function readDraftFlaws(
  store: Store,
  tenant: string,
  { campaignId, draft, received, last }: Pick<ConversationState, 'campaignId' | 'draft' | 'received' | 'last'>,
  messages: readonly MessageRow[],
  theirs: string,
): Promise<Flaw[]> {
  const partner = messages[0]?.partner;
  if (!draft?.body || !partner) return [];
  const [campaign, profile] = await Promise.all([
    store.load(tenant, ref('campaign', campaignId)),
    store.load(tenant, ref('profile', tenant)),
  ]);
  const language = languageOf(`${theirs.slice(-LANGUAGE_OF)}\n${draft.body}`, FEWEST_WORDS);
  const answersInTheirs = language && language !== 'other' ? { ...campaign.state, language } : campaign.state;
  const vouching = [...profile.state.answers.map(({ text }) => text), ...(draft.wish ? [draft.wish] : [])];
  const check = textChecker(answersInTheirs, profile.state, vouching);
  const ours = messages.map(({ state }) => state);
  // proved by their mail
  const named = received.flatMap(({ wants }) => wants.flatMap(({ email }) => email ?? []));
  const addresses = [...named, ...(last ? [last.from] : [])].map((address) => address.toLowerCase());
  return draftFlaws(check, draft.body, partner, ours, theirs, addresses);
}

function byPartnerOf(rows: readonly MessageRow[]): Map<string, MessageRow['state'][]> {
  const byPartner = new Map<string, MessageRow['state'][]>();
  for (const { state } of rows) {
    const states = byPartner.get(state.partnerId);
    if (states) states.push(state);
    else byPartner.set(state.partnerId, [state]);
  }
  return byPartner;
}
