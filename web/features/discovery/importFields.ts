import type { ImportField } from '../../../events/partners/partnersInput.ts';
import type { Platform } from '../../../events/shared/options.ts';

/** The possible meanings of a column, with the headers people use for them. */
export const IMPORT_FIELDS: { field: ImportField; label: string; headers: string[] }[] = [
  { field: 'name', label: 'Name', headers: ['name', 'full name', 'fullname', 'creator', 'person', 'contact name'] },
  {
    field: 'profileUrl',
    label: 'Profile URL',
    headers: ['profile url', 'profileurl', 'url', 'link', 'profile', 'linkedin', 'linkedin url', 'website'],
  },
  { field: 'platform', label: 'Platform', headers: ['platform', 'network', 'channel'] },
  { field: 'username', label: 'Username', headers: ['username', 'user name', 'handle', 'account'] },
  { field: 'email', label: 'Email', headers: ['email', 'e-mail', 'email address', 'mail'] },
  {
    field: 'followersCount',
    label: 'Followers',
    headers: ['followers', 'followers count', 'followerscount', 'follower count', 'subscribers', 'audience size'],
  },
  {
    field: 'engagementRate',
    label: 'Engagement %',
    headers: ['engagement', 'engagement rate', 'engagementrate', 'engagement %'],
  },
  { field: 'industry', label: 'Industry', headers: ['industry', 'category', 'niche', 'topic'] },
  { field: 'bio', label: 'Bio', headers: ['bio', 'about', 'description', 'notes', 'headline'] },
];

/** Guesses what each column means from its header; a field is given to one column only. */
export function guessColumns(headers: readonly string[]): (ImportField | null)[] {
  const taken = new Set<ImportField>();
  return headers.map((header) => {
    const plain = header
      .trim()
      .toLowerCase()
      .replace(/[_\s]+/g, ' ');
    const match = IMPORT_FIELDS.find(({ field, headers: known }) => known.includes(plain) && !taken.has(field));
    if (!match) return null;
    taken.add(match.field);
    return match.field;
  });
}

/** The column that an import needs and nobody has chosen. null: all is there. */
export function missingColumn(columns: readonly (ImportField | null)[]): string | null {
  if (!columns.includes('name')) return 'No column is the name yet. Choose Name above the column that holds it.';
  if (columns.includes('profileUrl') || (columns.includes('platform') && columns.includes('username'))) return null;
  return 'No column identifies a person. Choose Profile URL above the column that holds it, or Platform and Username.';
}

const PLATFORM_WORDS: Record<string, Platform> = {
  x: 'twitter',
  'twitter/x': 'twitter',
  'twitter (x)': 'twitter',
  ig: 'instagram',
  yt: 'youtube',
};

/** A cell as the server takes it: "48.2K" followers become 48200, "4.1%" becomes 4.1. Unreadable text stays, and the server names it. */
export function readCell(field: ImportField, text: string): string | number | undefined {
  const plain = text.trim();
  if (!plain) return undefined;
  if (field === 'followersCount') return readCount(plain);
  if (field === 'engagementRate') {
    const rate = Number(plain.replace(/\s*%$/, '').replace(',', '.'));
    return Number.isFinite(rate) ? rate : plain;
  }
  if (field === 'platform') {
    const word = plain.toLowerCase();
    return PLATFORM_WORDS[word] ?? word;
  }
  if (field === 'email') return readAddress(plain);
  if (field === 'profileUrl') return /^[a-z][a-z0-9+.-]*:/i.test(plain) ? plain : `https://${plain}`;
  return plain;
}

/** "Ada <ada@shop.example>" and "mailto:ada@shop.example" become the address. A domain with other letters is written as mail servers know it. */
export function readAddress(plain: string): string {
  const bare = /^[^<>]*<([^<>]*)>$/.exec(plain)?.[1]?.trim() ?? plain;
  const address = bare.replace(/^mailto:([^?]*)(\?[^@]*)?$/i, '$1');
  const [, name, domain] = /^([^@]+)@([\p{L}\p{N}.-]+)$/u.exec(address) ?? [];
  const asUrl = `http://${domain}`;
  return name && domain && /\P{ASCII}/u.test(domain) && URL.canParse(asUrl)
    ? `${name}@${new URL(asUrl).hostname}`
    : address;
}

function readCount(plain: string): number | string {
  // a count has no decimals: without a unit, a point before three digits separates thousands
  if (/^\d{1,3}(?:\.\d{3})+$/.test(plain)) return Number(plain.replaceAll('.', ''));
  const match = /^(\d+(?:\.\d+)?)\s*([km])?$/i.exec(plain.replace(/(?<=\d)[,\s](?=\d{3}\b)/g, ''));
  if (!match?.[1]) return plain;
  const unit = match[2]?.toLowerCase();
  return Math.round(Number(match[1]) * (unit === 'm' ? 1_000_000 : unit === 'k' ? 1_000 : 1));
}

/** The template that the dialog offers: the headers it understands and one sample line. */
export const IMPORT_TEMPLATE =
  'name,profileUrl,platform,username,email,followers,engagement,industry,bio\r\n' +
  'Maren Oduya,https://www.linkedin.com/in/marenruns,linkedin,marenruns,maren@example.com,48200,4.1,Fitness,"Trail-running coach, films long routes with beginners"\r\n';
