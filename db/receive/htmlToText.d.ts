/** The package has no types. The part that we use. */
declare module 'html-to-text' {
  /** A text has `data` and no name. */
  export type HtmlElement = { name: string; data?: string; attribs: Record<string, string>; children: HtmlElement[] };
  type Walk = (children: HtmlElement[], builder: Builder) => void;
  type Builder = {
    openBlock(options: { leadingLineBreaks: number }): void;
    closeBlock(options: { trailingLineBreaks: number }): void;
    addLiteral(text: string): void;
    addInline(text: string): void;
    addLineBreak(): void;
  };
  export function htmlToText(
    html: string,
    options?: {
      limits?: { maxDepth?: number };
      formatters?: Record<string, (element: HtmlElement, walk: Walk, builder: Builder) => void>;
      selectors?: { selector: string; format: string; options?: Record<string, number> }[];
      wordwrap?: false;
    },
  ): string;
}
