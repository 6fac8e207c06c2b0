import { ref } from '../../db/store.ts';
import { judgeDomain } from '../../events/sending/domainPolicy.ts';
import { sendingAccount } from '../../events/sending/mailbox.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { recordDomainCheck, skipDomainCheck } from '../../events/sending/senderDomain.ts';
import { scopeOf } from '../context.ts';
import { readDomainFacts } from '../domainFacts.ts';
import { systemDns } from '../providers/dns/lookup.ts';
import type { Handler } from './task.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Checks the DNS of the domain that a mailbox (the job's id) sends from, and again a day later. */
export const checkDomain: Handler = async ({ store, dns = systemDns() }, job, run) => {
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
  const by = MAIL_PROVIDERS[provider].authentication(mailbox);
  const { returned } = (await store.load(tenant, stream)).state;
  const signatures = returned?.domain === domain ? returned.signatures : null;
  const findings = judgeDomain(by, domain, await readDomainFacts(dns, domain, by, signatures));
  await store.decide(scopeOf('check-domain', job), stream, (state) =>
    recordDomainCheck(state, { domain, provider, findings }),
  );
  const runAt = new Date(Date.now() + DAY_MS);
  await run.addJob('check-domain', job, { jobKey: `check-domain:${tenant}:${job.id}:daily`, runAt });
};
