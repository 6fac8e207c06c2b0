/** The most characters of each text. Without zod, so that a form counts before its rules are loaded. */
export const LONGEST = {
  description: 500,
  targetAudience: 1000,
  additionalCriteria: 500,
  postalAddress: 300,
  signatureHtml: 20_000,
  staticSubject: 200,
  invitationText: 500,
  messagePrompt: 4000,
  followUp: 4000,
  offer: 500,
  /** Of one of the profile's answers. */
  answer: 300,
  /** What an AI draft should say. */
  wish: 300,
  /** Of an email or an answer. */
  body: 20_000,
  notes: 4000,
  snippet: 2000,
} as const;
