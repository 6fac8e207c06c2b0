import type { Aggregate, Recorded } from '../shared/event.ts';
import { EMAIL_PROVIDERS, type EmailProvider } from '../shared/options.ts';
import { sameJson } from '../shared/sameJson.ts';
import { accountAt, evolveAccounts, type FoundAccount, recordConnected } from './connectedAccount.ts';
import { type MailboxEvent, type MailboxState, mailboxDefinitions } from './mailboxState.ts';
import type { EmailSettings, MissingAccount, SendingAccount } from './mailProviders/provider.ts';
import { lookUpAccount, MAIL_PROVIDERS, NONE_CHOSEN } from './mailProviders.ts';
import { evolveReading } from './readingEvents.ts';
import { DEFAULT_RULES, type SendingRules } from './sendingInput.ts';

const initial: MailboxState = {
  addedAt: null,
  address: null,
  provider: null,
  webhookPublicKey: null,
  accounts: {},
  reading: {},
  rules: DEFAULT_RULES,
  hold: null,
  pause: null,
  ratesFrom: null,
  troubles: 0,
  probe: null,
};

const evolve = (state: MailboxState, event: Recorded<MailboxEvent>): MailboxState => ({
  ...next(state, event),
  addedAt: state.addedAt ?? event.at,
});

function next(state: MailboxState, event: Recorded<MailboxEvent>): MailboxState {
  switch (event.type) {
    case 'EmailProviderChosen':
      return { ...state, provider: event.data.provider };
    case 'EventWebhookKeySet':
      return { ...state, webhookPublicKey: event.data.publicKey };
    case 'SendingRulesSet':
      return { ...state, rules: event.data };
    case 'MailboxHeld':
      return { ...state, hold: { ...event.data, since: event.at }, troubles: 0, probe: null };
    case 'MailboxHoldLifted':
      return { ...state, hold: null, troubles: 0, probe: null };
    case 'MailboxPaused': {
      const { since: _, ...breach } = event.data;
      return { ...state, pause: { ...breach, at: event.at } };
    }
    case 'MailboxResumed':
      return { ...state, pause: null, ratesFrom: event.at };
    case 'MailboxTroubled':
      return { ...state, troubles: state.troubles + 1 };
    case 'MailboxRecovered':
      return { ...state, troubles: 0 };
    case 'MailboxProbed':
      return { ...state, probe: { ...event.data, at: event.at } };
    case 'PersonErased':
      // the keys went out of the vault with the person
      return { ...state, address: null, accounts: {} };
    default: {
      const address = (event.type === 'AccountConnected' && event.personal?.email) || state.address;
      const reading = evolveReading(state.reading, event);
      return { ...state, address, accounts: evolveAccounts(state.accounts, event), reading };
    }
  }
}

export const mailbox: Aggregate<MailboxState, MailboxEvent> = {
  kind: 'mailbox',
  definitions: mailboxDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

/**
 * Saves Email Provider; a stored key counts as present. Saving ends a hold that waits for it, or for credits, which may have been
 * bought. Another hold of the provider's own ends only with another key, because that may be another account. Trouble of a server ends with
 * another provider.
 */
export function saveEmailSettings(state: MailboxState, form: EmailSettings): MailboxEvent[] {
  MAIL_PROVIDERS[form.emailProvider].settings?.check(state, form);
  const events: MailboxEvent[] = [];
  if (form.emailProvider !== state.provider)
    events.push({ type: 'EmailProviderChosen', data: { provider: form.emailProvider } });
  for (const provider of EMAIL_PROVIDERS) events.push(...(MAIL_PROVIDERS[provider].settings?.save(state, form) ?? []));
  const { hold } = state;
  const isOfAnother = hold?.trouble !== undefined && form.emailProvider !== state.provider;
  if (hold && (hold.until === null || hold.reason === 'credits_exhausted' || form.secretId || isOfAnother))
    events.push({ type: 'MailboxHoldLifted', data: { by: 'settings' } });
  return events;
}

/**
 * An account was connected. It ends a hold that waits for a person, for the server that it just reached, or for another key. The first
 * account of a mailbox is chosen to send; a later one waits until the user chooses it.
 */
export function recordAccountConnected(
  state: MailboxState,
  by: EmailProvider,
  requestId: string,
  found: FoundAccount,
): MailboxEvent[] {
  const connected = recordConnected(state, by, requestId, found);
  if (connected.length === 0) return connected;
  const { hold, provider } = state;
  const isFirst = provider === null || (provider !== by && storedAccounts(state).length === 0);
  const chosen: MailboxEvent[] = isFirst ? [{ type: 'EmailProviderChosen', data: { provider: by } }] : [];
  const mayHelp = hold?.trouble !== undefined || MAIL_PROVIDERS[by].settings !== undefined;
  const isOver = hold !== null && (hold.until === null || (mayHelp && provider === by));
  const lifted: MailboxEvent[] = isOver ? [{ type: 'MailboxHoldLifted', data: { by: 'settings' } }] : [];
  return [...connected, ...chosen, ...lifted];
}

/** Saves the sending hours and limits of Settings; the same ones are no event. */
export function setSendingRules(state: MailboxState, rules: SendingRules): MailboxEvent[] {
  return sameJson(rules, state.rules) ? [] : [{ type: 'SendingRulesSet', data: rules }];
}

const chosen = (state: MailboxState) => (state.provider === null ? NONE_CHOSEN : lookUpAccount(state, state.provider));

/** The account that is chosen and complete; null: something is missing (`missingForSending`). */
export const sendingAccount = (state: MailboxState): SendingAccount | null => chosen(state).account;

/** Every account that could send, whether or not it is chosen. */
export const usableAccounts = (state: MailboxState): SendingAccount[] =>
  EMAIL_PROVIDERS.flatMap((provider) => lookUpAccount(state, provider).account ?? []);

/** Every account whose credentials are stored, whether or not it is chosen and works. */
export const storedAccounts = (state: MailboxState) =>
  EMAIL_PROVIDERS.flatMap((provider) => {
    const { account } = accountAt(state, provider);
    return account ? [{ provider, secretId: account.secretId, drafts: account.access === 'drafts' }] : [];
  });

/** The accounts whose mail can be read, whether or not one is chosen to send: replies come to the one that sent. */
export const readableAccounts = (state: MailboxState): SendingAccount[] =>
  usableAccounts(state).filter((account) => MAIL_PROVIDERS[account.provider].readable(account));

/** The addresses that mail is sent from, in lower case: what comes from there is nobody's reply. */
export const ownAddresses = (state: MailboxState): ReadonlySet<string> =>
  new Set(usableAccounts(state).map(({ from }) => from.toLowerCase()));

/** What is still missing before this tenant can send, and what to do about it; null when nothing is. */
export const missingForSending = (state: MailboxState): MissingAccount | null => chosen(state).missing;
