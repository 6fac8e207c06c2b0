import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { hashOf } from '../hash.ts';
import { platformLabels } from '../people/platforms.ts';
import { type SamplePerson, samplePeople } from '../people/sample.ts';
import { trapAt } from './traps.ts';

/** Where the site of a company lies in the sandbox. */
export const sitePath = (domain: string, page: string): string => `/pages/${domain}/${page}`;

const scrambled = (address: string): string => {
  const key = 0x5a;
  return Buffer.from([key, ...[...Buffer.from(address)].map((byte) => byte ^ key)]).toString('hex');
};

/** Sites show addresses in their own ways: as a link, as a text, in words, or hidden from robots. */
const WAYS: readonly ((address: string) => string)[] = [
  (address) => `Write to <a href="mailto:${address}?subject=Hello">me</a>.`,
  (address) => `Business: <b>${address.replace('@', '</b><b>@')}</b>`,
  (address) => `Business: ${address.replace('@', ' [at] ').replaceAll('.', ' [dot] ')}`,
  (address) =>
    `<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${scrambled(address)}">[email&#160;protected]</a>`,
];

/** The text of a person's own page. Not every page says where they live. */
const aboutText = ({ slug, bio, place, profiles }: SamplePerson) => {
  const home = hashOf(`${slug} home`) % 4 === 0 ? '' : `Based in ${place.locality}, ${place.region}.`;
  const links = profiles.map(
    ({ network, url }) => html`<a href="https://${url}?ref=site">${platformLabels[network]}</a> `,
  );
  return html`<p>${bio} ${home}</p><nav>${links}</nav>`;
};

/** The websites of the sample people. Only those of people whose address is `published` show one. */
export const pageRoutes = () =>
  new Hono()
    .get('/pages/:domain/private/*', (c) => c.text('Not for robots.', 200))
    .get('/pages/:domain/:page{contact|about|guest}', (c) => {
      const { domain, page } = c.req.param();
      const trap = trapAt(domain, page);
      if (trap) return c.html(trap.html);
      const people = samplePeople.filter((person) => person.domain === domain);
      if (people.length === 0) return c.text('Not found', 404);
      const lines = people.map((person) => {
        const { email, fullName, title } = person;
        const shown = page === 'contact' && email.kind === 'published';
        const way = WAYS[hashOf(person.slug) % WAYS.length];
        const reach = shown && way ? way(email.address) : 'Use the form to reach me.';
        return html`<p>${fullName}, ${title}. ${raw(reach)}</p>${page === 'about' ? aboutText(person) : ''}`;
      });
      const [first] = people;
      const title = first ? `${first.fullName} – ${first.company}` : domain;
      return c.html(
        html`<!doctype html><html lang="en"><title>${title}</title><body><h1>${first?.fullName}</h1>${lines}</body></html>`,
      );
    })
    .get('/robots.txt', (c) => c.text('User-agent: *\nDisallow: /pages/*/private/\nAllow: /pages/\n', 200));
