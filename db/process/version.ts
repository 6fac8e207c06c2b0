import { versionNow } from '../start/version.mjs';

/** Set by the build (db/start/vite.config.ts). */
declare const __VERSION__: string | undefined;

export const VERSION = typeof __VERSION__ === 'string' ? __VERSION__ : versionNow();
