import { html } from 'hono/html';
import { page } from '../page.ts';
import { platformLabels } from './platforms.ts';
import { type SamplePerson, samplePeople } from './sample.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** One sample person as `/people` shows it; `profileUrl` can be pasted into "Add from LinkedIn". */
const shown = (person: SamplePerson) => ({
  name: person.fullName,
  jobTitle: person.title,
  company: person.company,
  industry: person.industry.name,
  location: `${person.place.locality}, ${person.place.region}, ${person.place.country}`,
  bio: person.bio,
  profileUrl: `https://www.linkedin.com/in/${person.slug}`,
  profiles: person.profiles.map(({ network, url, followers }) => ({ network, url: `https://${url}`, followers })),
});

/** All sample people, for programs. */
export const peopleJson = () => ({ people: samplePeople.map(shown) });

const item = (
  person: ReturnType<typeof shown>,
) => html`<li><h2>${person.name}</h2><span class="note side">${person.industry}</span>
<span class="note">${person.jobTitle}, ${person.company} · ${person.location}</span>
<span class="note num side">${person.profiles.map(({ network, followers }) => `${platformLabels[network]} ${compact.format(followers)}`).join(' · ')}</span>
<p>${person.bio}</p><code class="url note">${person.profileUrl}</code></li>`;

/** All sample people, for newcomers who want a profile address to try. */
export const peoplePage = () =>
  page(
    'Sample people',
    `${samplePeople.length} fictional people. Copy an address into “Add from LinkedIn” to try it.`,
    html`<ul class="list people">${samplePeople.map((person) => item(shown(person)))}</ul>`,
  );
