export type Asked = {
  values: Readonly<Record<string, string | boolean | undefined>>;
  /** What stands after the command's word without a name of its own: `explain message ID`. */
  words: readonly string[];
};

/** `print` takes the result (standard output), `say` lines about the work for a person (standard error). */
export type Output = { print(line: string): unknown; say(line: string): void };

/** One word after `npm run audit --`, with its options. */
export type AuditCommand = {
  /** For SETTINGS.md (`npm run docs`). */
  description: string;
  usage: string;
  options: Readonly<Record<string, { type: 'string' | 'boolean' }>>;
  /** How many words it takes; 0 if not given. */
  words?: number;
  /** Answers whether all is well: false makes the exit code 1. Throws CannotStart with what to do. */
  run(asked: Asked, output: Output): Promise<boolean>;
};
