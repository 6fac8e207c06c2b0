import type { DecidedSubject } from '../../events/partners/learned.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { readAs } from '../connection/connect.ts';
import type { Store } from '../store.ts';

/** The newest tell the taste of today, and reading stays the same for any tenant. */
const MOST_DECISIONS = 200;

/** The newest decisions of a tenant on people whom it can read. */
export async function readDecisions(store: Store, tenant: string): Promise<DecidedSubject[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ state: PartnerState }[]>`
      select state - 'why' - 'parts' #- '{person,evidence}' as state from read.partners
      where tenant_id = ${tenant} and status in ('approved', 'rejected') and jsonb_typeof(state->'person') = 'object'
      order by decided_at desc, stream_id limit ${MOST_DECISIONS}`,
  );
  return rows.flatMap(({ state: { person, status, rejectedFor, industry, platform, followersCount } }) =>
    person
      ? [
          {
            ...{ approved: status === 'approved', rejectedFor, industry, platform, followersCount },
            ...{ bio: person.bio, jobTitle: person.jobTitle, keywords: person.keywords, country: person.country },
          },
        ]
      : [],
  );
}
