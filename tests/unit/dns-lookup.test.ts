/** DNS look-ups of an answer, of none, of an error, and of a slow or cut one, over UDP and over HTTPS' JSON. */
import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DnsLookup, dnsOverHttp, systemDns } from '../../worker/providers/dns/lookup.ts';

const TIMEOUT_MS = 250;
type RecordType = 'TXT' | 'MX' | 'A' | 'AAAA';
const NUMBERS: Record<RecordType, number> = { A: 1, MX: 15, TXT: 16, AAAA: 28 };
const [NO_ERROR, SERVER_FAILURE, NAME_ERROR, REFUSED] = [0, 2, 3, 5];

/** A name's records: as their data is on the wire, and as a JSON service writes it. */
type Zone = Record<string, { type: RecordType; wire: Buffer; json: string }[]>;
const parts = (...texts: string[]) =>
  Buffer.concat(texts.map((text) => Buffer.from([text.length, ...Buffer.from(text)])));
const hostName = (name: string) => Buffer.concat([parts(...name.split('.').filter(Boolean)), Buffer.from([0])]);
const mx = (priority: number, host: string) => ({
  ...{ type: 'MX' as const, json: `${priority} ${host}.` },
  wire: Buffer.concat([Buffer.from([0, priority]), hostName(host)]),
});
const zone: Zone = {
  'shop.example': [
    { type: 'TXT', wire: parts('v=DKIM1; p=AAAA', 'BBBB'), json: '"v=DKIM1; p=AAAA" "BBBB"' },
    mx(20, 'second.shop.example'),
    mx(10, 'first.shop.example'),
    { type: 'A', wire: Buffer.from([192, 0, 2, 7]), json: '192.0.2.7' },
    { type: 'AAAA', wire: Buffer.from('20010db8000000000000000000000007', 'hex'), json: '2001:db8::7' },
  ],
  'null-mx.example': [mx(0, '')],
};
const STATUS: Record<string, number> = {
  ...{ 'missing.example': NAME_ERROR, 'broken.example': SERVER_FAILURE, 'refused.example': REFUSED },
};

/** Answers a query over UDP: its own header and question, and the records after them. */
function answerOf(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + size).toString());
    at += 1 + size;
  }
  const name = labels.join('.').toLowerCase();
  const asked = query.readUInt16BE(at + 1);
  const records = (zone[name] ?? []).filter(({ type }) => NUMBERS[type] === asked);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (STATUS[name] ?? NO_ERROR), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  const answers = records.map(({ type, wire }) => {
    const front = Buffer.alloc(12);
    front.writeUInt16BE(0xc00c, 0);
    front.writeUInt16BE(NUMBERS[type], 2);
    front.writeUInt16BE(1, 4);
    front.writeUInt32BE(60, 6);
    front.writeUInt16BE(wire.length, 10);
    return Buffer.concat([front, wire]);
  });
  return Buffer.concat([header, query.subarray(12, at + 5), ...answers]);
}

let socket: Socket;
let server: Server;
const lookups: Record<'UDP' | 'JSON', () => DnsLookup> = {
  UDP: () => systemDns({ timeoutMs: TIMEOUT_MS, tries: 1, servers: [`127.0.0.1:${socket.address().port}`] }),
  JSON: () => dnsOverHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}/dns`, TIMEOUT_MS),
};

beforeAll(async () => {
  socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    if (query.includes('slow')) return;
    const whole = answerOf(query);
    socket.send(query.includes('cut') ? whole.subarray(0, 7) : whole, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const name = query.get('name') ?? '';
    if (name.startsWith('slow')) return;
    const text = JSON.stringify({
      Status: STATUS[name] ?? NO_ERROR,
      Answer: [
        // the chain that led to the records is part of an answer
        { name, type: 5, TTL: 60, data: 'alias.example.' },
        ...(zone[name] ?? [])
          .filter(({ type }) => type === query.get('type'))
          .map(({ type, json }) => ({ name, type: NUMBERS[type], TTL: 60, data: json })),
        ...(name === 'bare.example' ? [{ name, type: NUMBERS.TXT, TTL: 60, data: 'v=spf1 -all' }] : []),
      ],
    });
    response.writeHead(name === 'unwell.example' ? 503 : 200, { 'Content-Type': 'application/dns-json' });
    if (name === 'cut.example') response.write(text.slice(0, 12), () => response.destroy());
    else response.end(name === 'html.example' ? '<html>Sign in to the network</html>' : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => socket.close(resolve));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe.each(['UDP', 'JSON'] as const)('over %s', (way) => {
  test('records are read: a text in one piece, hosts by preference, both kinds of addresses', async () => {
    const dns = lookups[way]();
    expect(await dns.txt('shop.example')).toEqual(['v=DKIM1; p=AAAABBBB']);
    expect(await dns.mx('shop.example')).toEqual(['first.shop.example', 'second.shop.example']);
    expect(await dns.addresses('shop.example')).toEqual(['192.0.2.7', '2001:db8::7']);
    expect(await dns.mx('null-mx.example')).toEqual(['']);
  });

  test.each(['missing.example', 'empty.example'])('nothing is nothing, and no trouble: %s', async (name) => {
    const dns = lookups[way]();
    expect(await Promise.all([dns.txt(name), dns.mx(name), dns.addresses(name)])).toEqual([[], [], []]);
  });

  test.each(['broken.example', 'refused.example', 'slow.example', 'cut.example'])(
    '%s is not "no record"',
    async (name) => {
      const dns = lookups[way]();
      for (const ask of [dns.txt, dns.mx, dns.addresses]) await expect(ask(name)).rejects.toThrow();
    },
  );
});

test('a service that writes texts without quotes is understood', async () => {
  expect(await lookups.JSON().txt('bare.example')).toEqual(['v=spf1 -all']);
});

test.each(['unwell.example', 'html.example'])('a service that answers no JSON or an error throws: %s', async (name) => {
  await expect(lookups.JSON().txt(name)).rejects.toThrow(/DNS/);
});
