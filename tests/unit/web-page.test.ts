import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { pageContent } from '../../db/parse/pageContent.ts';
import { openPages } from '../../worker/providers/web/openPage.ts';
import { openPictures } from '../../worker/providers/web/openPicture.ts';
import { mayFetch } from '../../worker/providers/web/robots.ts';
import { isSamePage } from '../../worker/providers/web/samePage.ts';
import { spentMs } from '../support/mainThread.ts';
import { contentOf } from '../support/webPage.ts';

const addressesIn = (html: string) => contentOf(html, 'https://shop.example/').addresses;

describe('the addresses that a page shows', () => {
  const jane = 'jane.doe@shop.example';
  test.each([
    ['as text', `<p>Write to ${jane}.</p>`],
    ['in upper case', '<p>JANE.DOE@SHOP.EXAMPLE</p>'],
    ['in a link', `<a href="mailto:jane.doe%40shop.example?subject=Hi%20there">me</a>`],
    ['cut into tags', '<b>jane.doe</b>@<b>shop.example</b>'],
    ['as entities', 'jane&#46;doe&#64;shop&period;example'],
    ['in words in brackets', 'jane.doe [at] shop [dot] example'],
    ['in words in round brackets', 'jane.doe(AT)shop(DOT)example'],
    ['in words', 'Mail jane.doe at shop dot example today'],
    ['with an invisible character', 'jane.doe@\u200bshop.example'],
    ['hidden by Cloudflare', `<a class="__cf_email__" data-cfemail="${scramble(jane)}">[email protected]</a>`],
    ['beside the next word', `<b>E-Mail</b>${jane}<b>Tel</b>`],
    ['beside labels in other elements', `<span>Email:</span><span>${jane}</span><span>Tel. 123</span>`],
    ['cut by an invisible part', '<b>jane.doe</b><i style="display:none">no</i>@<wbr>shop.example'],
    ['in a title', `<a title="Write to ${jane}" href="#">mail</a>`],
    ['for screen readers', `<a aria-label="Email ${jane}" href="#">mail</a>`],
    ['in a field', `<input value="${jane}">`],
    ['as a picture with words', `<img src="mail.png" alt="${jane}">`],
    ['for browsers without scripts', `<noscript><p>${jane}</p></noscript>`],
    ['with full-width signs', 'jane.doe＠shop．example'],
    ['between Japanese words', 'メールjane.doe@shop.exampleまで'],
    ['in German', 'jane.doe (at) shop (punkt) example'],
    ['in French', 'jane.doe [arobase] shop [point] example'],
    ['in Spanish', 'jane.doe (arroba) shop (punto) example'],
    ['in Italian', 'jane.doe (chiocciola) shop (punto) example'],
    ['in Polish', 'jane.doe (małpa) shop (kropka) example'],
    ['with underscores', 'jane.doe_at_shop_dot_example'],
    ['with hyphens', 'jane.doe-at-shop-dot-example'],
    ['in capitals', 'Write to jane.doe AT shop DOT example, please'],
    ['as data for search engines', `<script type="application/ld+json">{"email":"${jane}"}</script>`],
  ])('%s', (_name, body) => expect(addressesIn(body)).toEqual([jane]));

  test.each([
    [
      'all recipients of a link',
      '<a href="mailto:a@x.example?cc=b@x.example&bcc=c@x.example&body=d@x.example">',
      'a b c',
    ],
    ['letters outside of ASCII', 'a@x.example mära@x.example', 'a mära'],
  ])('%s', (_name, body, names) =>
    expect(addressesIn(body)).toEqual(names.split(' ').map((name) => `${name}@x.example`)),
  );

  test.each([
    ['another script', 'mara@пример.рф', ['mara@xn--e1afmkfd.xn--p1ai']],
    ['a whole line in words', '<p>Mail:</p><p>mara at studio.example</p>', ['mara@studio.example']],
    ['a sentence', '<p>I work at acme dot com</p>', []],
    ['a sentence with a host', 'My book is available at maren dot example', []],
    ['two sentences', 'Meet us at the bar at night dot com was a bubble', []],
    ['a link', '<a href="/">Work at acme.com</a>', []],
    ['an example', '<input placeholder="you@studio.example">', []],
    ['a picture', 'logo@2x.png', []],
    ['a hidden field', '<input type="hidden" value="shop@pay.example">', []],
  ])('%s', (_name, body, addresses) => expect(addressesIn(body)).toEqual(addresses));

  test.each([
    ['a longer one', 'notjane.doe@shop.example'],
    ['one of another host', 'jane.doe@shop.example.org'],
    ['a comment', `<!-- ${jane} -->`],
    ['a script', `<script>const a = '${jane}'</script>`],
    ['words that only look alike', 'Meet Jane at shop. Dot example.'],
  ])('%s is not it', (_name, body) => expect(addressesIn(body)).not.toContain(jane));

  test('a long text without any is read in no time', () => {
    const started = spentMs();
    for (const piece of ['a', ' ', '[', 'a.', '@a', ' at ', 'a at b dot ', '<', '&', 'a@']) {
      pageContent(piece.repeat(300_000 / piece.length), 'text/html', 'https://shop.example/');
    }
    expect(spentMs() - started).toBeLessThan(10_000);
  });
});

test.each([
  ['https://www.shop.example/about/?utm_source=openai#team', 'http://shop.example/about', true],
  ['https://shop.example/p?b=2&a=1&utm_medium=x', 'https://shop.example/p?a=1&b=2', true],
  ['https://shop.example/p?id=1', 'https://shop.example/p?id=2', false],
  ['https://shop.example/about', 'https://blog.shop.example/about', false],
  ['nonsense', 'nonsense', false],
])('%s and %s: %s', (a, b, same) => expect(isSamePage(a, b)).toBe(same));

describe('robots.txt', () => {
  const rules = (...lines: string[]) => lines.join('\n');
  test.each([
    ['', '/a', true],
    [rules('User-agent: *', 'Disallow:'), '/a', true],
    [rules('User-agent: *', 'Disallow: /'), '/a', false],
    [rules('user-agent : PARTNERPILOT/1.0 # us', 'disallow : /a # no'), '/ab', false],
    [rules('User-agent: other', 'User-agent: PartnerPilot', 'Disallow: /a'), '/a', false],
    [rules('User-agent: PartnerPilot', 'Disallow: /a', '', 'User-agent: *', 'Disallow: /'), '/b', true],
    [rules('User-agent: PartnerPilot', 'Disallow:', '', 'User-agent: *', 'Disallow: /'), '/b', true],
    [rules('User-agent: *', 'Disallow: /a', 'Allow: /a/b'), '/a/b/c', true],
    [rules('User-agent: *', 'Allow: /a', 'Disallow: /a'), '/a', true],
    [rules('User-agent: *', 'Disallow: /*.pdf$'), '/a/b.pdf', false],
    [rules('User-agent: *', 'Disallow: /*.pdf$'), '/a/b.pdf?x', true],
    [rules('User-agent: *', 'Disallow: /a*b*c'), '/a1b2', true],
    [rules('User-agent: *', 'Disallow: /a*b*c'), '/a1b2c3', false],
    [rules('User-agent: *', 'Disallow: /a$'), '/ab', true],
    [rules('User-agent: *', 'Disallow: /*a*a$'), '/a', true],
    [rules('User-agent: *', 'Disallow: /ü'), '/%c3%bc', false],
    ['Disallow: /', '/a', true],
  ])('%j: %s may be fetched: %s', (text, path, may) => expect(mayFetch(text, 'PartnerPilot', path)).toBe(may));
});

describe('a page of a stranger', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });
  /** A host of our own that may be reached; any other counts as the Internet. */
  async function serve(pages: Record<string, RequestListener>, more: Parameters<typeof openPages>[0] = {}) {
    const asked: string[] = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const page = pages[request.url ?? ''];
      if (page) page(request, response);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { at: `http://${host}`, asked, open: openPages({ onlyHosts: [host], timeoutMs: 20_000, ...more }) };
  }
  const html = (body: string): RequestListener => {
    return (_request, response) =>
      void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(body);
  };
  const to = (location: string): RequestListener => {
    return (_request, response) => void response.writeHead(302, { Location: location }).end();
  };
  const text = (body: string, status = 200): RequestListener => {
    return (_request, response) => void response.writeHead(status, { 'Content-Type': 'text/plain' }).end(body);
  };

  test('is read, also after a redirect and when it is packed', async () => {
    const packed: RequestListener = (_request, response) =>
      void response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }).end(gzipSync('Hello'));
    const { at, open, asked } = await serve({ '/old': to('/new'), '/new': packed });
    expect(await open(`${at}/old`)).toMatchObject({ ok: true, url: `${at}/new`, content: { said: ' hello ' } });
    expect(asked).toEqual(['/robots.txt', '/old', '/robots.txt', '/new']);
  });

  test('is left alone where robots.txt says so, or cannot be read', async () => {
    const rules = 'User-agent: PartnerPilot\nDisallow: /private\n\nUser-agent: *\nAllow: /';
    const { at, open, asked } = await serve({
      '/robots.txt': text(rules),
      '/private': html('x'),
      '/a': to('/private'),
    });
    expect(await open(`${at}/private`)).toEqual({ ok: false, why: 'robots' });
    expect(await open(`${at}/a`)).toEqual({ ok: false, why: 'robots' });
    expect(asked).not.toContain('/private');
    server?.close();
    const broken = await serve({ '/robots.txt': text('', 503), '/a': html('x') });
    expect(await broken.open(`${broken.at}/a`)).toEqual({ ok: false, why: 'robots' });
  });

  test('is not read where its address is long, or it is too much for a parser', async () => {
    const { at, open } = await serve({ '/tags': html('<b>'.repeat(50_000)), '/a': to(`/${'a'.repeat(15_000)}`) });
    expect(await open(`${at}/tags`)).toEqual({ ok: false, why: 'too_large' });
    expect(await open(`${at}/a`)).toEqual({ ok: false, why: 'address' });
  });

  test('is not read when it is large, no text, an error, cut off or leads in a circle', async () => {
    const { at, open } = await serve(
      {
        '/large': html('x'.repeat(5_000)),
        '/bomb': (_request, response) =>
          void response
            .writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' })
            .end(gzipSync('x'.repeat(5_000))),
        '/image': (_request, response) => void response.writeHead(200, { 'Content-Type': 'image/png' }).end('x'),
        '/gone': text('gone', 410),
        '/cut': (_request, response) => {
          response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '100' }).write('x');
          response.destroy();
        },
        '/circle': to('/circle'),
      },
      { mostBytes: 4_000 },
    );
    const whys = async (...paths: string[]) =>
      Promise.all(paths.map(async (path) => ((await open(`${at}${path}`)) as { why?: string }).why));
    expect(await whys('/large', '/bomb', '/image', '/gone', '/cut', '/circle')).toEqual([
      ...['too_large', 'too_large', 'type', 'refused', 'connection', 'redirects'],
    ]);
  });

  test('a picture is small, and what its own bytes say that it is', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
    const webp = Buffer.from('RIFF1234WEBPVP8 ', 'latin1');
    const as = (type: string, body: Buffer | string): RequestListener => {
      return (_request, response) => void response.writeHead(200, { 'Content-Type': type }).end(body);
    };
    const { at } = await serve({
      '/png': as('image/png', png),
      // some servers name another type
      '/jpeg': as('image/png', jpeg),
      '/webp': as('image/webp', webp),
      '/svg': as('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      '/html': as('image/png', '<html><script>alert(1)</script></html>'),
      '/empty': as('image/png', ''),
      '/large': as('image/png', Buffer.concat([png, Buffer.alloc(60_000)])),
      '/gone': text('gone', 404),
      '/away': to('http://169.254.169.254/latest'),
      '/slow': (_request, response) => void response.writeHead(200, { 'Content-Type': 'image/png' }).write('x'),
    });
    const open = openPictures({ onlyHosts: [at.slice(7)], timeoutMs: 500 });
    expect(await open(`${at}/png`)).toEqual({ ok: true, type: 'image/png', bytes: png });
    expect(await open(`${at}/jpeg`)).toEqual({ ok: true, type: 'image/jpeg', bytes: jpeg });
    expect(await open(`${at}/webp`)).toEqual({ ok: true, type: 'image/webp', bytes: webp });
    const paths = ['/svg', '/html', '/empty', '/large', '/gone', '/away', '/slow'];
    const whys = paths.map(async (path) => ((await open(`${at}${path}`)) as { why?: string }).why);
    expect(await Promise.all(whys)).toEqual(['type', 'type', 'type', 'too_large', 'refused', 'private', 'timeout']);
  });

  test('is not waited for', async () => {
    const slow: RequestListener = (_request, response) =>
      void response.writeHead(200, { 'Content-Type': 'text/html' }).write('x');
    const { at, open } = await serve({ '/slow': slow }, { timeoutMs: 300 });
    expect(await open(`${at}/slow`)).toEqual({ ok: false, why: 'timeout' });
  });

  test('of a redirect is checked like the first: another host is out of bounds', async () => {
    const { at, open } = await serve({ '/a': to('http://169.254.169.254/latest'), '/b': to('file:///etc/passwd') });
    expect(await open(`${at}/a`)).toEqual({ ok: false, why: 'private' });
    expect(await open(`${at}/b`)).toEqual({ ok: false, why: 'address' });
  });

  const reached: string[] = [];
  const answering = (...addresses: string[]) =>
    ((name: string, _options: unknown, done: (error: null, found: { address: string; family: number }[]) => void) => {
      reached.push(name);
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) as never;

  test.each([
    ['http://127.0.0.1/', 'private'],
    ['http://2130706433/', 'private'],
    ['http://[::1]/', 'private'],
    ['http://[::ffff:10.0.0.1]/', 'private'],
    ['http://[64:ff9b::7f00:1]/', 'private'],
    ['http://169.254.169.254/', 'private'],
    ['http://100.64.0.1/', 'private'],
    ['http://0.0.0.0/', 'private'],
    ['https://shop.example:8443/', 'address'],
    ['https://user:secret@shop.example/', 'address'],
    ['ftp://shop.example/', 'address'],
    ['shop.example', 'address'],
  ])('%s is not fetched: %s', async (url, why) => {
    const open = openPages({ lookup: answering('93.184.216.34'), timeoutMs: 500 });
    expect(await open(url)).toEqual({ ok: false, why });
    expect(reached).toEqual([]);
  });

  test.each([['127.0.0.1'], ['10.1.2.3'], ['fd00::1'], ['93.184.216.34', '192.168.1.1']])(
    'a name that leads to %s is not connected to',
    async (...addresses) => {
      const open = openPages({ lookup: answering(...addresses), timeoutMs: 2_000 });
      expect(await open('http://rebinding.example/')).toEqual({ ok: false, why: 'private' });
      expect(reached.splice(0)).toEqual(['rebinding.example']);
    },
  );
});

function scramble(address: string): string {
  return Buffer.from([0x5a, ...[...Buffer.from(address)].map((byte) => byte ^ 0x5a)]).toString('hex');
}
