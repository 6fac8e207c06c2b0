import { type SamplePerson, samplePeople } from './sample.ts';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `https://ca.linkedin.com/in/Some-Name/?trk=x` → `linkedin.com/in/some-name`. */
export const bareUrl = (url: string): string =>
  decoded(url.trim())
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^(?:www|m|mobile|[a-z]{2})\.(?=[^/]+\.[a-z]+\/)/, '')
    .replace(/^x\.com\//, 'twitter.com/')
    .replace(/^(tiktok\.com|youtube\.com)\/(?!@)/, '$1/@');

/** The sample person who owns a profile URL of any spelling, or an account name on any platform. */
export const personByProfile = (url: string | undefined, username?: string): SamplePerson | undefined => {
  const bare = url ? bareUrl(url) : '';
  const name = username?.trim().toLowerCase().replace(/^@/, '');
  return (
    samplePeople.find((person) => person.profiles.some((profile) => profile.url === bare)) ??
    samplePeople.find((person) => name && person.profiles.some((profile) => profile.username === name))
  );
};

/** The sample person whose known detail is in this bio. */
export const personByBio = (bio: string): SamplePerson | undefined =>
  samplePeople.find((person) => bio.includes(person.hook));
