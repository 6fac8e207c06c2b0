import { z } from 'zod';
import { AI_TASKS } from './aiTasks.ts';

/**
 * The provider's word on a model in use. `ending`: it is switched off within 60 days. `missing`: not on offer to this key. `refused`: the provider
 * does not take the key, so its state is unknown.
 */
const MODEL_STATES = ['current', 'ending', 'ended', 'missing', 'refused'] as const;

export const modelCheck = z.object({
  model: z.string(),
  tasks: z.array(z.enum(AI_TASKS)),
  state: z.enum(MODEL_STATES),
  /** The provider's shutdown day (yyyy-mm-dd); null: none is known. */
  endsOn: z.string().nullable(),
});
export type ModelCheck = z.infer<typeof modelCheck>;

/** A warning comes this many days before a model ends: time enough to try another one. */
const NOTICE_DAYS = 60;
const DAY_MS = 86_400_000;

/** The standing of a model that ends on a day (yyyy-mm-dd), or has no known end. `now`: ISO 8601. */
export function standingOf(endsOn: string | null, now: string): 'current' | 'ending' | 'ended' {
  if (endsOn === null) return 'current';
  const left = Date.parse(`${endsOn}T00:00:00Z`) - Date.parse(now);
  if (left <= 0) return 'ended';
  return left <= NOTICE_DAYS * DAY_MS ? 'ending' : 'current';
}
