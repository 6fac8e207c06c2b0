/** Apart from the words: the web shows them without zod. */
import { z } from 'zod';
import { REASONS, type Reason } from './reasons.ts';

/** The code is no enum of the schema. So a new code makes no new version of events that hold one. */
export const reasonSchema = z.looseObject({
  code: z.string().refine((code) => Object.hasOwn(REASONS, code)),
}) as unknown as z.ZodType<Reason>;
