import type { ParsedMail } from '../../events/conversations/incomingMail.ts';

/** A mail with what is attached to it, in the order of its `files`. null: of that one not all came. */
export type ReadMail = ParsedMail & { contents: readonly (Buffer | null)[] };
