import { createServer } from 'node:net';
import { CannotStart } from '../installation/settings.ts';

/**
 * Proves that a port can be listened on, waiting up to `patienceMs` for it to become free.
 * Throws CannotStart that names `setting` and how to change it.
 */
export async function proveFree(setting: string, host: string, port: number, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const code = await tryListen(host, port);
    if (code === null) return;
    if (code === 'EADDRINUSE' && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    throw new CannotStart(explain(setting, host, port, code));
  }
}

function explain(setting: string, host: string, port: number, code: string): string {
  const change = `start with another one, for example ${setting}=${port + 100} npm start.`;
  if (code === 'EADDRINUSE') return `${setting} ${port} is taken by another program; end that, or ${change}`;
  if (code === 'EACCES') return `${setting} ${port} is reserved for root; ${change}`;
  return `HOST ${host} is not an address of this machine (${code}); set HOST to 127.0.0.1 or 0.0.0.0.`;
}

/** Null when the port could be listened on, else the system's error code. */
function tryListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}
