import { hashOf } from '../hash.ts';
import { type SamplePerson, samplePeople } from '../people/sample.ts';

/** Hunter's record of a person. `guess`: it built the address by the pattern of the domain, and is not sure. */
export type HunterRecord = { email: string; score: number; status: 'valid' | 'accept_all' | 'unknown'; guess: boolean };

const nobodyElseHas = samplePeople.filter(({ email }) => email.kind === 'none');
const optedOut = nobodyElseHas.at(-1);

/** Somebody who asked Hunter that nobody uses their data. */
export const isOptedOut = ({ slug }: SamplePerson): boolean => slug === optedOut?.slug;

/** Hunter knows three in five of those whom other providers list, and a third of the rest. */
export function hunterRecord(person: SamplePerson): HunterRecord | null {
  const { email, slug, domain, firstName } = person;
  const draw = hashOf(`${slug} hunter`);
  if (isOptedOut(person) || email.kind === 'published') return null;
  const status = hashOf(domain) % 4 === 0 ? 'accept_all' : 'valid';
  if (email.kind === 'listed') {
    if (draw % 5 >= 3) return null;
    return { email: email.address, score: 97, status, guess: false };
  }
  const address = `${firstName.toLowerCase().replace(/[^a-z]/g, '')}@${domain}`;
  if (draw % 3 === 0) return { email: address, score: 88, status, guess: false };
  return draw % 3 === 1 ? { email: address, score: 41, status: 'unknown', guess: true } : null;
}

const known = new Map(
  samplePeople.flatMap((person): [string, HunterRecord['status']][] => {
    const record = hunterRecord(person);
    const listed = 'address' in person.email ? person.email.address : null;
    const status = record?.status ?? 'valid';
    return [listed, record && !record.guess ? record.email : null].flatMap((address) =>
      address === null ? [] : [[address.toLowerCase(), status]],
    );
  }),
);
const domains = new Set(samplePeople.map(({ domain }) => domain));

/** The verdict on any address. The mail server of a sample person's company knows its people, and nobody else there. */
export function verdictOn(email: string): HunterRecord['status'] | 'invalid' | 'webmail' {
  const [, domain = ''] = email.split('@');
  if (domain === 'former-employer.example') return 'invalid';
  if (domain === 'private-mail.example' || domain === 'gmail.com') return 'webmail';
  return known.get(email) ?? (domains.has(domain) ? 'invalid' : 'unknown');
}
