/** A signature that a user pasted, cleaned, and its plain twin. Apart from signature.ts, so that the shell of the web goes without the words of many languages. */
export type HtmlSignature = { html: string; text: string };
/** A signature of more characters is no person's. */
const LONGEST_SIGNATURE = 1000;

/** The problem of a pasted signature after its cleaning. */
export function signatureProblem(cleaned: HtmlSignature | null): string | null {
  if (cleaned === null) return 'The signature has no text. Add some: pictures are left out.';
  return cleaned.text.length > LONGEST_SIGNATURE
    ? `The text of the signature must be at most ${LONGEST_SIGNATURE.toLocaleString('en')} characters`
    : null;
}
