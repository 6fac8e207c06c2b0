import { z } from 'zod';

const Address = z.object({ email: z.string(), name: z.string().nullish() });
const Texts = z.record(z.string(), z.string());
const Args = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

const Mail = z.object({
  personalizations: z
    .array(
      z.object({
        to: z.array(Address),
        cc: z.array(Address).default([]),
        bcc: z.array(Address).default([]),
        subject: z.string().optional(),
        headers: Texts.default({}),
        custom_args: Args.default({}),
      }),
    )
    .max(1000),
  from: Address,
  reply_to: Address.optional(),
  subject: z.string().optional(),
  content: z.array(z.object({ type: z.string(), value: z.string() })),
  headers: Texts.default({}),
  custom_args: Args.default({}),
  attachments: z
    .array(
      z.object({
        content: z.base64().min(1),
        filename: z.string().min(1),
        type: z.string().optional(),
        disposition: z.enum(['attachment', 'inline']).default('attachment'),
      }),
    )
    .default([]),
});

export type Mail = z.infer<typeof Mail>;

/** One entry of SendGrid's `errors` list. */
export interface MailFault {
  readonly message: string;
  readonly field: string | null;
  readonly help: string | null;
}

const help = (anchor: string): string =>
  `http://sendgrid.com/docs/API_Reference/Web_API_v3/Mail/errors.html#message.${anchor}`;

const fault = (message: string, field: string, anchor = field): MailFault => ({ message, field, help: help(anchor) });

const isAddress = (text: string): boolean => /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>.]+$/.test(text);

const shapeFaults = (error: z.ZodError): MailFault[] =>
  error.issues.map((issue) => {
    const field = issue.path.join('.');
    const missing = issue.code === 'invalid_type' && issue.message.includes('undefined');
    if (missing && field === 'from')
      return fault(
        'The from object must be provided for every email send. It is an object that requires the email parameter, but may also contain a name parameter.',
        'from.email',
        'from',
      );
    if (missing && field === 'personalizations')
      return fault('The personalizations field is required and must have at least one personalization.', field);
    if (missing && field.endsWith('.to'))
      return fault(
        'The to array is required for all personalization objects, and must have at least one email object with a valid email address.',
        field,
        'personalizations.to',
      );
    return fault(`Bad value for ${field || 'the body'}: ${issue.message}`, field, field.replace(/\.?\d+/g, ''));
  });

const ruleFaults = (mail: Mail): MailFault[] => {
  const faults: MailFault[] = [];
  if (mail.personalizations.length === 0)
    faults.push(
      fault('The personalizations field is required and must have at least one personalization.', 'personalizations'),
    );
  mail.personalizations.forEach((personal, index) => {
    const at = `personalizations.${index}`;
    if (personal.to.length === 0)
      faults.push(
        fault(
          'The to array is required for all personalization objects, and must have at least one email object with a valid email address.',
          `${at}.to`,
          'personalizations.to',
        ),
      );
    for (const list of ['to', 'cc', 'bcc'] as const)
      personal[list].forEach(({ email }, place) => {
        if (!isAddress(email))
          faults.push(
            fault('Does not contain a valid address.', `${at}.${list}.${place}.email`, `personalizations.${list}`),
          );
      });
    const all = [...personal.to, ...personal.cc, ...personal.bcc].map(({ email }) => email.toLowerCase());
    if (new Set(all).size < all.length)
      faults.push(
        fault(
          'Each email address in the personalization block should be unique between to, cc, and bcc.',
          at,
          'personalizations',
        ),
      );
    if (!(personal.subject ?? mail.subject))
      faults.push(
        fault(
          'The subject is required. You can get around this requirement if you use a template with a subject defined or if every personalization has a subject defined.',
          'subject',
        ),
      );
  });
  if (!isAddress(mail.from.email))
    faults.push(fault('The from email does not contain a valid address.', 'from.email', 'from'));
  return [...faults, ...contentFaults(mail)];
};

const contentFaults = ({ content }: Mail): MailFault[] => {
  if (content.length === 0)
    return [
      fault(
        'Unless a valid template_id is provided, the content parameter is required. There must be at least one defined content block. We typically suggest both text/plain and text/html blocks are included, but only one block is required.',
        'content',
      ),
    ];
  const empty = content.findIndex(({ value }) => value.length === 0);
  if (empty >= 0)
    return [
      fault(
        'The content value must be a string at least one character in length.',
        `content.${empty}.value`,
        'content.value',
      ),
    ];
  const plain = content.findIndex(({ type }) => type === 'text/plain');
  const html = content.findIndex(({ type }) => type === 'text/html');
  const late = plain > 0 || html > 1 || (html === 1 && plain !== 0);
  return late
    ? [
        fault(
          'If present, text/plain and text/html may only be provided once, with text/plain first and text/html next.',
          'content',
        ),
      ]
    : [];
};

/** Headers that SendGrid writes itself. */
const RESERVED =
  /^(x-sg-id|x-sg-eid|received|dkim-signature|content-type|content-transfer-encoding|to|from|subject|reply-to|cc|bcc)$/i;
const MOST_ARGS = 10_000;

const extraFaults = (mail: Mail): MailFault[] => {
  const named = (headers: Record<string, string>, field: string) =>
    Object.keys(headers)
      .filter(
        (name) => RESERVED.test(name) || !/^[\x21-\x39\x3b-\x7e]+$/.test(name) || /[\r\n]/.test(headers[name] ?? ''),
      )
      .map((name) => fault(`The header ${name} is reserved or not valid.`, `${field}.${name}`, 'headers'));
  const args = (custom: Record<string, string>, field: string) =>
    Buffer.byteLength(JSON.stringify(custom)) > MOST_ARGS
      ? [fault('The total length of custom_args cannot exceed 10000 bytes.', field, 'custom_args')]
      : [];
  return [
    ...named(mail.headers, 'headers'),
    ...args(mail.custom_args, 'custom_args'),
    ...mail.personalizations.flatMap((personal, index) => [
      ...named(personal.headers, `personalizations.${index}.headers`),
      ...args({ ...mail.custom_args, ...personal.custom_args }, `personalizations.${index}.custom_args`),
    ]),
  ];
};

/** Reads the body of POST /v3/mail/send as SendGrid does: the mail, or its list of errors. */
export const readMail = (body: unknown): { mail: Mail } | { faults: MailFault[] } => {
  const parsed = Mail.safeParse(body);
  if (!parsed.success) return { faults: shapeFaults(parsed.error) };
  const faults = [...ruleFaults(parsed.data), ...extraFaults(parsed.data)];
  return faults.length > 0 ? { faults } : { mail: parsed.data };
};
