/** Why a command was refused; the API maps each to a status (design: HTTP conventions). */
export type Refusal =
  | 'invalid'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'illegal'
  | 'limit'
  | 'not_configured';

/** A command that the domain refuses, with the sentence that the user may read. Its text never holds personal data. */
export class Refused extends Error {
  readonly refusal: Refusal;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(refusal: Refusal, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Refused';
    this.refusal = refusal;
    this.details = details;
  }
}
