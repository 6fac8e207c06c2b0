export const codeOf = (thrown: unknown): string => String((thrown as { code?: unknown } | null)?.code ?? '');

/** The name and code of whatever was thrown, and nothing of its text: that may name people. */
export const errorName = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name} ${codeOf(thrown)}`.trim() : typeof thrown;
