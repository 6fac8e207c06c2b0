/** Attacks of strangers on a parser: emails and HTML of about a megabyte, each slow without bounds. */

const MB = 1_000_000;
const filled = (part: string, size = MB): string => part.repeat(Math.ceil(size / part.length));

export const HOSTILE_HTML: Record<string, string> = {
  'nested tags': filled('<b>'),
  'nested tags in quotes': filled('<b title=">"><i title="</b>">'),
  'list items': filled('<li>'),
  'nested lists': `${'<ul><li>'.repeat(450)}${filled('<li>')}`,
  'nested quotes': `${'<blockquote>'.repeat(900)}${filled('x\n')}`,
  'a style of a megabyte': `<p style="${filled('color:red;')}">x</p>`,
  'a style of braces': `<p style="${filled('{')}">x</p>`,
  'styled paragraphs': filled('<p style="color:red">'),
  'closing tags': `${'<b>'.repeat(5_000)}${filled('</i>')}`,
  'open comments': filled('<!--'),
  'open scripts': filled('<script>'),
  'open tags': filled('<a '),
  'less-than signs': filled('<'),
  'one tag of many attributes': `<p ${Array.from({ length: 80_000 }, (_, index) => `a${index}=1`).join(' ')}>x</p>`,
  'a link of a megabyte': `<a href="${filled('java\tscript:')}">x</a>`,
};

const head =
  'From: Maren Lund <maren@run.example>\r\nSubject: Re: A vest\r\nIn-Reply-To: <c1.p1.1.1@northwind.example>\r\n';
const notice =
  'From: mailer-daemon@b.example\r\nSubject: failure notice\r\nIn-Reply-To: <c1.p1.1.1@northwind.example>\r\n';
const inHead = (field: string) => Buffer.from(`${field}\r\n${head}\r\nYes, please.\r\n`);
const mixed = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n`;
const deep = Array.from(
  { length: 990 },
  (_, index) => `--b${index}\r\nContent-Type: multipart/mixed; boundary=b${index + 1}\r\n\r\n`,
);

export const HOSTILE_MAILS: Record<string, Buffer> = {
  ...Object.fromEntries(
    Object.entries(HOSTILE_HTML).map(([what, html]) => [
      `HTML: ${what}`,
      Buffer.from(`${head}Content-Type: text/html\r\n\r\n${html}`),
    ]),
  ),
  'many senders': inHead(`From: ${filled('a@b.example, ')}`),
  'a sender of angle brackets': inHead(`From: ${filled('<')}`),
  'a sender of quotes': inHead(`Sender: ${filled('"a" ')}`),
  'a subject of encoded words': inHead(`Comments: ${filled('=?utf-8?Q?a?= ')}`),
  ...Object.fromEntries(
    ['\n', '> ', 'Message-ID: <', 'To: a@b.example ', '550 user ', 'Status: 5\n\n'].map((part) => [
      `a notice of ${JSON.stringify(part)}`,
      Buffer.from(`${notice}\r\nX-A: b\n${filled(part)}`),
    ]),
  ),
  'many references': inHead(`References: ${filled('<a@b> ')}`),
  'many fields': inHead(filled('X-A: b\r\n').trimEnd()),
  'a file name of a megabyte': Buffer.from(
    `${mixed}--b\r\n\r\nYes, please.\r\n--b\r\nContent-Disposition: attachment; filename="${filled('a\u202e ')}"\r\n\r\nx\r\n--b--`,
  ),
  'a file name in many pieces': Buffer.from(
    `${mixed}--b\r\n\r\nYes, please.\r\n--b\r\nContent-Disposition: attachment; ${Array.from({ length: 60_000 }, (_, index) => `filename*${index}=b; `).join('')}\r\n\r\nx\r\n--b--`,
  ),
  'flowed text': Buffer.from(`${head}Content-Type: text/plain; format=flowed\r\n\r\n${filled('a \r\n', 8 * MB)}`),
  'a gap of spaces': Buffer.from(`${head}\r\nYes,${' '.repeat(90_000)}please`),
  'empty lines': Buffer.from(`${head}\r\n${filled('\n', 8 * MB)}`),
  'many parts': Buffer.from(`${mixed}${filled('--b\r\n\r\nx\r\n')}`),
  'deep parts': Buffer.from(
    `${head}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${deep.join('')}${filled('--x\r\n')}`,
  ),
  'lines like boundaries': Buffer.from(`${mixed}--b\r\n\r\n${filled('--\n', 8 * MB)}`),
  'a report of empty lines': Buffer.from(
    `${head}Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${filled('Action: failed\r\n\r\n \t')}\r\n--b--`,
  ),
};
