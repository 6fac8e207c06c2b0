import type { Context } from 'hono';
import { recordRead } from '../../db/audit/recordRead.ts';
import type { ReadSubject } from '../../events/history/reads.ts';
import { causeOf, type Deps, type Env } from '../context.ts';

/** Records what the caller reads of a tenant. It comes before the answer: without the trace there is none. */
export const leaveTrace = (
  { store }: Pick<Deps, 'store'>,
  c: Context<Env>,
  tenant: string,
  [what, count, of]: readonly [what: ReadSubject, count: number, of?: string],
): Promise<void> => recordRead(store, { tenant, cause: causeOf(c) }, { what, of: of ?? null, count });
