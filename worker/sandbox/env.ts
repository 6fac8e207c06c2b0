import { z } from 'zod';

const Env = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  /** Where the events of mails are posted, and the private key (PKCS#8 DER, base64) that signs them. Unset: there are none. */
  SANDBOX_EVENTS_URL: z.url().optional(),
  SANDBOX_SIGNING_KEY: z.string().min(1).optional(),
});

/** Reads the sandbox's settings. Throws one line that names every setting at fault. */
export const readSandboxEnv = (env: NodeJS.ProcessEnv): z.infer<typeof Env> => {
  const parsed = Env.safeParse(env);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
};
