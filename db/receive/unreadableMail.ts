/** A mail that no program can read. Its text is not part of the error. */
export class UnreadableMail extends Error {
  override name = 'UnreadableMail';
}
