import { ref } from '../db/store.ts';
import { missingForSending } from '../events/mailbox.ts';
import { Refused } from '../events/refused.ts';
import type { Deps } from './context.ts';

/** The mailbox stream of a tenant's settings. */
export const mailboxOf = (tenant: string) => ref('mailbox', tenant);

/** Refuses with 422 and the next step while this tenant cannot send. */
export async function mustBeReadyToSend(deps: Deps, tenant: string): Promise<void> {
  if (!deps.sandbox) {
    throw new Refused(
      'illegal',
      'Real sending is not open yet: every mail needs an unsubscribe link, which this version does not have. Nothing was sent.',
    );
  }
  const { state } = await deps.store.load(tenant, mailboxOf(tenant));
  const missing = missingForSending(state);
  if (missing) throw new Refused('illegal', missing);
}
