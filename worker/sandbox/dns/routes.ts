import { Hono } from 'hono';

const TYPES: Readonly<Record<string, number>> = { A: 1, MX: 15, TXT: 16, AAAA: 28 };
const NAME_ERROR = 3;
const SERVER_FAILURE = 2;

/**
 * The names of the sandbox. A domain that somebody set up long ago has what it needed then; any other has only its mail server. A web server
 * alone is at `web-only.example`, `no-mail.example` takes no mail (RFC 7505), and nothing is at `gone.example`.
 */
const ZONE: Readonly<Record<string, Partial<Record<string, readonly string[]>>>> = {
  'gmail.example': { TXT: ['v=spf1 include:_spf.google.com ~all'], MX: ['5 gmail-smtp-in.gmail.example.'] },
  '_dmarc.gmail.example': { TXT: ['v=DMARC1; p=none; sp=quarantine'] },
  'google._domainkey.gmail.example': { TXT: ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'] },
  'northwind.example': {
    TXT: ['google-site-verification=sample', 'v=spf1 include:_spf.google.com -all'],
    MX: ['1 smtp.google.com.'],
  },
  'google._domainkey.northwind.example': { TXT: ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'] },
  'web-only.example': { A: ['203.0.113.7'] },
  'no-mail.example': { MX: ['0 .'] },
  'gone.example': {},
  '_spf.google.com': { TXT: ['v=spf1 include:_netblocks.google.com include:_netblocks2.google.com ~all'] },
  '_netblocks.google.com': { TXT: ['v=spf1 ip4:35.190.247.0/24 ~all'] },
  '_netblocks2.google.com': { TXT: ['v=spf1 ip6:2001:4860:4000::/36 ~all'] },
};

const inQuotes = (text: string) => (text.match(/.{1,255}/g) ?? []).map((part) => `"${part}"`).join(' ');

/** GET /dns?name=…&type=TXT|MX|A|AAAA, in the JSON of DNS over HTTPS. A domain below `broken.example` gives no answer. */
export const dnsRoutes = () =>
  new Hono().get('/', (c) => {
    const name = (c.req.query('name') ?? '').toLowerCase().replace(/\.$/, '');
    const type = (c.req.query('type') ?? '').toUpperCase();
    const number = TYPES[type];
    if (!number) return c.json({ Status: 4 }, 400);
    if (/(^|\.)broken\.example$/.test(name)) return c.json({ Status: SERVER_FAILURE }, 200);
    const isServer = /^(mail|smtp|imap)\.[^_.]+\.example$/.test(name);
    // whatever a user types may be a domain that takes mail
    const isDomain = /^([^_.]+\.)+[^_.]+$/.test(name) && !name.endsWith('.invalid');
    const known =
      ZONE[name] ?? (isServer ? { A: ['203.0.113.25'] } : isDomain ? { MX: [`10 mail.${name}.`] } : undefined);
    if (!known) return c.json({ Status: NAME_ERROR }, 200);
    const data = known[type] ?? [];
    return c.json(
      {
        Status: 0,
        Answer: data.map((text) => ({ name, type: number, TTL: 300, data: type === 'TXT' ? inQuotes(text) : text })),
      },
      200,
    );
  });
