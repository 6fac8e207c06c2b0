import { type Logger, pino } from 'pino';
import { settings } from '../installation/settings.ts';

type Destination = { write(line: string): void };
type LoggerOptions = { level: string; json: boolean; to: Destination };

/** A line for the person at the terminal: who speaks, what happened, and the facts in brackets. */
function plainLine(line: string): string {
  const { level: _level, time: _time, name, msg, ...facts } = JSON.parse(line) as Record<string, unknown>;
  const told = Object.entries(facts).map(([fact, value]) => `${fact}=${String(value)}`);
  return `${name ? `${name}: ` : ''}${msg}${told.length > 0 ? ` (${told.join(', ')})` : ''}`;
}

/** A logger that writes whole lines: JSON for programs, or plain text. */
export function createLogger({ level, json, to }: LoggerOptions): Logger {
  const destination = json ? to : { write: (line: string) => to.write(plainLine(line)) };
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters }, destination);
}

const isMachineRead = process.env.NODE_ENV === 'production';

/** The level of a line that each request and each email has: it would hide the rest from a person at the terminal. */
export const perCall = isMachineRead ? 'info' : 'debug';

const logger = createLogger({
  // a wrong level stops the start (readEnv), with a line of its own
  level: settings.LOG_LEVEL.safeParse(process.env.LOG_LEVEL?.trim() || undefined).data ?? 'info',
  json: isMachineRead,
  to: { write: (line) => console.error(line.trimEnd()) },
});

/**
 * The log of a part of the program (`api`, `worker`), on stderr. Neither texts nor facts hold personal data, secrets or another program's error
 * texts. Name ids and codes.
 */
export const logOf = (name: string): Logger => logger.child({ name });
