import { ref } from '../../db/store.ts';
import { accountAt } from '../../events/sending/connectedAccount.ts';
import { asListed, type DnsFix, judgeDomain } from '../../events/sending/domainPolicy.ts';
import { sendingAccount } from '../../events/sending/mailbox.ts';
import type { SendingAccount } from '../../events/sending/mailProviders/provider.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { recordDomainCheck, skipDomainCheck } from '../../events/sending/senderDomain.ts';
import { type Job, type Needs, scopeOf, type TailedEvent } from '../context.ts';
import { defineTask, keyed, onEach } from '../defineTask.ts';
import { readDomainFacts } from '../domainFacts.ts';
import { credentialsOf } from './send/credentials.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Another sender may have another domain. */
const ofMailbox = (event: TailedEvent): Job => keyed('check-domain', event);

/** Checks the DNS of the domain that a mailbox (the job's id) sends from, and again a day later. */
export const checkDomain = defineTask({
  name: 'check-domain',
  lane: 'send',
  on: {
    ...onEach(['AccountConnected', 'AccountDisconnected', 'EmailProviderChosen'], ofMailbox),
    ...onEach(['DomainCheckRequested', 'TestMailReturned'], ofMailbox),
  },
  needs: ['store', 'dns', 'mailProviders'],
  handler: async (deps, job, run) => {
    const { store, dns } = deps;
    const { tenant } = job;
    const stream = ref('domain', job.id);
    const { state: mailbox } = await store.load(tenant, ref('mailbox', job.id));
    const account = sendingAccount(mailbox);
    const domain = account?.from.split('@').at(-1)?.toLowerCase();
    if (!account || !domain) {
      await store.decide(scopeOf('check-domain', job), stream, skipDomainCheck);
      return;
    }
    const { provider } = account;
    const usual = MAIL_PROVIDERS[provider].authentication(accountAt(mailbox, provider).account);
    const by = asListed(usual, await listedRecords(deps, tenant, account, domain));
    const { returned } = (await store.load(tenant, stream)).state;
    const signatures = returned?.domain === domain ? returned.signatures : null;
    const findings = judgeDomain(by, domain, await readDomainFacts(dns, domain, by, signatures));
    await store.decide(scopeOf('check-domain', job), stream, (state) =>
      recordDomainCheck(state, { domain, provider, findings }),
    );
    const runAt = new Date(Date.now() + DAY_MS);
    await run.addJob('check-domain', job, { jobKey: `check-domain:${tenant}:${job.id}:daily`, runAt });
  },
});

/** The DNS records that the account's provider lists for the domain, where it does and the key may read it. */
async function listedRecords(
  { store, mailProviders }: Needs<'store' | 'mailProviders'>,
  tenant: string,
  account: SendingAccount,
  domain: string,
): Promise<DnsFix[]> {
  const provider = mailProviders[account.provider];
  const credentials = provider?.domainRecords && (await credentialsOf(store, tenant, account));
  return credentials ? ((await provider?.domainRecords?.(credentials, domain)) ?? []) : [];
}
