import { type Refusal, type RefusalCase, type RefusalCode, refusalKind, refusalText } from './refusals.ts';

/** A command that the domain refuses: `refusal` for rules, the message for people. It never holds personal data. */
export class Refused extends Error {
  readonly code: RefusalCode;
  readonly refusal: Refusal;
  readonly details: Readonly<Omit<RefusalCase, 'code'> & Record<string, unknown>>;

  constructor({ code, ...details }: RefusalCase) {
    super(refusalText({ code, ...details } as RefusalCase));
    this.name = 'Refused';
    this.code = code;
    this.refusal = refusalKind({ code });
    this.details = details;
  }
}
