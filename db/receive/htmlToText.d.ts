/** The package has no types. What is used of it. */
declare module 'html-to-text' {
  export function htmlToText(html: string, options?: { limits?: { maxDepth?: number } }): string;
}
