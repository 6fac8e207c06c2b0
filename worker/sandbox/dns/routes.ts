import { Hono } from 'hono';

const TYPES: Readonly<Record<string, number>> = { MX: 15, TXT: 16 };
const NAME_ERROR = 3;
const SERVER_FAILURE = 2;

/** The names of the sandbox. A domain that somebody set up long ago has what it needed then; any other has only its mail server. */
const ZONE: Readonly<Record<string, Partial<Record<string, readonly string[]>>>> = {
  'gmail.example': { TXT: ['v=spf1 include:_spf.google.com ~all'], MX: ['5 gmail-smtp-in.gmail.example.'] },
  '_dmarc.gmail.example': { TXT: ['v=DMARC1; p=none; sp=quarantine'] },
  'google._domainkey.gmail.example': { TXT: ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'] },
  'northwind.example': {
    TXT: ['google-site-verification=sample', 'v=spf1 include:_spf.google.com -all'],
    MX: ['1 smtp.google.com.'],
  },
  'google._domainkey.northwind.example': { TXT: ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'] },
  '_spf.google.com': { TXT: ['v=spf1 include:_netblocks.google.com include:_netblocks2.google.com ~all'] },
  '_netblocks.google.com': { TXT: ['v=spf1 ip4:35.190.247.0/24 ~all'] },
  '_netblocks2.google.com': { TXT: ['v=spf1 ip6:2001:4860:4000::/36 ~all'] },
};

const inQuotes = (text: string) => (text.match(/.{1,255}/g) ?? []).map((part) => `"${part}"`).join(' ');

/** GET /dns?name=…&type=TXT|MX, in the JSON of DNS over HTTPS. A domain below `broken.example` gives no answer. */
export const dnsRoutes = () =>
  new Hono().get('/', (c) => {
    const name = (c.req.query('name') ?? '').toLowerCase().replace(/\.$/, '');
    const type = (c.req.query('type') ?? '').toUpperCase();
    const number = TYPES[type];
    if (!number) return c.json({ Status: 4 }, 400);
    if (/(^|\.)broken\.example$/.test(name)) return c.json({ Status: SERVER_FAILURE }, 200);
    const isDomain = /^[^_.]+\.example$/.test(name);
    const known = ZONE[name] ?? (isDomain ? { MX: [`10 mail.${name}.`] } : undefined);
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
