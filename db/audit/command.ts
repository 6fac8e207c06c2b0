type Values = Readonly<Record<string, string | boolean | undefined>>;

/** One word after `npm run audit --`, with its options. */
export type AuditCommand = {
  usage: string;
  options: Readonly<Record<string, { type: 'string' | 'boolean' }>>;
  /** `say` takes lines for a person. Throws CannotStart with what to do. */
  run(values: Values, say: (line: string) => void): Promise<void>;
};
