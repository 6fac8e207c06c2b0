import { z } from 'zod';

const Env = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
});

/** Reads the sandbox's settings. Throws one line that names every setting at fault. */
export const readSandboxEnv = (env: NodeJS.ProcessEnv): z.infer<typeof Env> => {
  const parsed = Env.safeParse(env);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
};
