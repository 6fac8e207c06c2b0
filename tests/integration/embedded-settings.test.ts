import { generateKeyPairSync, type KeyObject, scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openAiKey, providerKeysIn, readSettings, secretKeyBytes, settings } from '../../db/installation/settings.ts';

const read = (name: keyof typeof settings, value?: string) =>
  readSettings({ [name]: settings[name] }, value === undefined ? {} : { [name]: value })[name];

describe('settings', () => {
  it('have the documented defaults, and take an empty text for unset', () => {
    const { PORT, HOST, PUBLIC_URL, SANDBOX, SANDBOX_PORT, RETENTION_DAYS, DATABASE_URL, SIGNUP } = settings;
    const shape = { PORT, HOST, PUBLIC_URL, SANDBOX, SANDBOX_PORT, RETENTION_DAYS, DATABASE_URL, SIGNUP };
    expect(readSettings(shape, { HOST: '', DATABASE_URL: ' ' })).toEqual({
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      SANDBOX: 'auto',
      SANDBOX_PORT: 3001,
      RETENTION_DAYS: 30,
      DATABASE_URL: undefined,
      SIGNUP: 'open',
    });
  });

  it('derive the public address and the sandbox port from PORT', () => {
    const { PUBLIC_URL, SANDBOX_PORT } = settings;
    expect(readSettings({ PUBLIC_URL, SANDBOX_PORT }, { PORT: '4100' })).toEqual({
      PUBLIC_URL: 'http://localhost:4100',
      SANDBOX_PORT: 4101,
    });
  });

  it('take the key of SendGrid’s events as SendGrid shows it or as PEM, and no other key', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const shown = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    for (const text of [shown, ` ${shown}\n`, pem]) {
      expect((read('SENDGRID_WEBHOOK_PUBLIC_KEY', text) as KeyObject).equals(publicKey)).toBe(true);
    }
    const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
    for (const text of ['abc', shown.slice(4), other.export({ format: 'der', type: 'spki' }).toString('base64')]) {
      expect(() => read('SENDGRID_WEBHOOK_PUBLIC_KEY', text)).toThrow(
        /^SENDGRID_WEBHOOK_PUBLIC_KEY has a value that cannot be used; set it to the verification key that SendGrid shows/,
      );
    }
    expect(read('SENDGRID_WEBHOOK_PUBLIC_KEY')).toBeUndefined();
  });

  it.each([
    ['PORT', 'abc', 'PORT is "abc"; set it to a port number from 1 to 65535, such as 3000.'],
    ['PORT', '70000', 'PORT is "70000"; set it to a port number from 1 to 65535, such as 3000.'],
    ['SANDBOX', 'maybe', 'SANDBOX is "maybe"; set it to auto, on or off.'],
    ['SEND_GAP_SECONDS', '6-2', 'SEND_GAP_SECONDS is "6-2"; set it to the least and the most seconds between two'],
    ['PUBLIC_URL', 'ftp://x', 'PUBLIC_URL is "ftp://x"; set it to the address that people open'],
    ['RETENTION_DAYS', '1.5', 'RETENTION_DAYS is "1.5"; set it to a whole number of days from 0 to 3650.'],
  ] as const)('refuse %s=%s in one line that says what to do', (name, value, message) => {
    expect(() => read(name, value)).toThrow(message);
    expect(() => read(name, value)).toThrow(/^[^\n]+$/);
  });

  it('never show a secret in the message', () => {
    for (const [name, value] of [
      ['DATABASE_URL', 'mysql://me:hunter2@db/x'],
      ['SECRET_KEY', 'hunter2'],
      ['FEED_TOKEN', 'hunter2'],
    ] as const) {
      expect(() => read(name, value)).toThrow(name);
      expect(() => read(name, value)).not.toThrow(/hunter2/);
    }
  });

  it.each([
    ['HUNTER_API_KEY', 'abc def', 'has a space or a line break in it; copy the key once more.'],
    ['HUNTER_API_KEY', 'sk-proj-abc', 'is a key of OpenAI; set it to the API key that Hunter shows.'],
    ['HUNTER_API_KEY', 'a'.repeat(64), 'is a key of People Data Labs; set it to the API key that Hunter shows.'],
    ['PDL_API_KEY', 'a'.repeat(40), 'is a key of Hunter; set it to the API key that People Data Labs shows.'],
    ['PDL_API_KEY', 'SG.abc', 'is a key of SendGrid; set it to the API key that People Data Labs shows.'],
    ['OPENAI_API_KEY', 'SG.abc', 'is a key of SendGrid; set it to the API key that OpenAI shows.'],
    ['SYSTEM_SENDGRID_API_KEY', 'sk-abc', 'is a key of OpenAI; set it to the API key that SendGrid shows.'],
    ['SYSTEM_SENDGRID_API_KEY', 'SG.a b', 'has a space or a line break in it; copy the key once more.'],
    ['OPENAI_API_KEY', 'sk-abc\nsk-def', 'has a space or a line break in it; copy the key once more.'],
  ] as const)('refuse %s with %o: it %s', (name, value, problem) => {
    expect(() => read(name, value)).toThrow(`${name} ${problem}`);
    expect(() => read(name, value)).not.toThrow(value);
  });

  it('take a key of any form that may be right', () => {
    expect(read('PDL_API_KEY', ` ${'a'.repeat(64)} `)).toBe('a'.repeat(64));
    // a service that speaks as OpenAI does
    const other = { OPENAI_BASE_URL: 'https://ai.example/v1', OPENAI_API_KEY: 'AIzaSomething' };
    expect(readSettings({ OPENAI_API_KEY: openAiKey(other) }, other)).toEqual({ OPENAI_API_KEY: 'AIzaSomething' });
  });

  it('name a required setting that is not set', () => {
    expect(() => readSettings({ SECRET_KEY: settings.SECRET_KEY.unwrap() }, {})).toThrow(/^SECRET_KEY is not set; set/);
  });

  it('decide with the keys of providers, and with no other key', () => {
    expect(providerKeysIn({ GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 'g' })).toEqual([]);
    expect(providerKeysIn({ YOUTUBE_API_KEY: 'k', PDL_API_KEY: ' ', SMTP_URL: 'smtp://x' })).toEqual([
      'YOUTUBE_API_KEY',
      'SMTP_URL',
    ]);
  });

  it('read a range of seconds', () => {
    expect(read('SEND_GAP_SECONDS', '2-6')).toEqual({ min: 2, max: 6 });
    expect(read('SEND_GAP_SECONDS', '0.1-0.5')).toEqual({ min: 0.1, max: 0.5 });
  });

  it('make 32 bytes of every form of the secret key', () => {
    const bytes = Buffer.alloc(32, 7);
    expect(secretKeyBytes(bytes.toString('hex'))).toEqual(bytes);
    expect(secretKeyBytes(bytes.toString('base64'))).toEqual(bytes);
    const phrase = 'a passphrase that is long enough to count';
    // each guess costs 128 MB and half a second
    const stretched = scryptSync(phrase, 'partner-pilot', 32, { N: 2 ** 17, maxmem: 2 ** 28 });
    expect(secretKeyBytes(phrase)).toEqual(stretched);
  });
});
