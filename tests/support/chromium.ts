import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of the system's Chromium, or null. CHROMIUM_PATH goes first. */
export function chromiumPath(): string | null {
  return [process.env.CHROMIUM_PATH, ...places].find((place) => place && existsSync(place)) ?? null;
}

/** Installs Chromium with apt when there is none and we may; the browser tests say so themselves when it is still missing. */
export function ensureChromium(): void {
  if (chromiumPath() || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'inherit', env });
}

/** What a headless Chromium needs here: no sandbox as root, and no connections of its own. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
