/** The package has no types. The part that we use. */
declare module 'html-to-text' {
  export function htmlToText(html: string, options?: { limits?: { maxDepth?: number } }): string;
}
