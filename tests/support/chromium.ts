import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The headless one costs a quarter less of the processor than the one with a window. */
const HEADLESS = 'chromium-headless-shell';
const places = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);

/** The path of the system's Chromium, or null. CHROMIUM_PATH goes first. */
export function chromiumPath(): string | null {
  return [process.env.CHROMIUM_PATH, ...places].find((place) => place && existsSync(place)) ?? null;
}

/** With Debian's 150 five tests of the layout fail; 156 is the oldest with which all are known to pass. */
export const OLDEST_CHROMIUM = 156;

function chromiumVersion(): number {
  const found = chromiumPath();
  const said = found ? spawnSync(found, ['--version'], { encoding: 'utf8' }).stdout : '';
  return Number(/\d+/.exec(said)?.[0] ?? 0);
}

/** Installs or updates Chromium with apt where there is none, or too old a one, and we may. Throws what to do where that does not help. */
export function ensureChromium(): void {
  if (chromiumVersion() >= OLDEST_CHROMIUM) return;
  if (process.getuid?.() === 0 && !process.env.CHROMIUM_PATH) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', HEADLESS], { stdio: 'inherit', env });
  }
  const version = chromiumVersion();
  if (version >= OLDEST_CHROMIUM) return;
  throw new Error(
    `The browser tests need Chromium ${OLDEST_CHROMIUM} or later; ${version ? `this is ${version}` : 'there is none'}. Install it ` +
      `(as root: apt-get update && apt-get install ${HEADLESS}), or set CHROMIUM_PATH to one.`,
  );
}

/** A headless Chromium needs this here: no sandbox as root, and no connections of its own. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * For tests, not for measurements: a test's page is closed before the optimizing compilers pay off. Without them a test takes a tenth less of
 * the processor.
 */
export const TEST_CHROMIUM_ARGS = [...CHROMIUM_ARGS, '--js-flags=--no-turbofan --no-maglev --single-threaded-gc'];
