/** Sending is frozen after a database was restored, until an operator has said what is to become of what may have left meanwhile. */

export const FREEZE_CAUSES = ['other_cluster', 'behind', 'restored', 'by_hand'] as const;
export type FreezeCause = (typeof FREEZE_CAUSES)[number];

/** `since`: when it was frozen; `lostFrom`: from when on this database does not know what happened (ISO 8601). */
export type Frozen = { epoch: number; since: string; cause: FreezeCause; lostFrom: string | null };

const BECAUSE: Record<FreezeCause, string> = {
  other_cluster: 'this database was brought here from another server',
  behind: 'this database was replaced by an older copy of itself',
  restored: 'this database was restored from a backup',
  by_hand: 'an operator said that this database is a restored one',
};

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The command that ends it. */
export const RECONCILE = 'npm run audit -- reconcile';

/** Why nothing leaves and who ends it, in words for users and operators. */
export function frozenText({ cause, since }: Frozen): { reason: string; whatToDo: string } {
  return {
    reason: `Sending is frozen since ${inUtc.format(new Date(since))} UTC, because ${BECAUSE[cause]}: emails may have left that it knows nothing of`,
    whatToDo: `An operator must run ${RECONCILE}. The mails wait; none is lost.`,
  };
}
