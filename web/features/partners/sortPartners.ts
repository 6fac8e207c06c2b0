import type { Sorts } from '../../components/ui/table/sortUrl.ts';

export const SORTS = {
  match: { label: 'Best match first', desc: true },
  followers: { label: 'Most followers', desc: true },
  engagement: { label: 'Most engagement', desc: true },
  name: { label: 'Name, A–Z', desc: false },
  industry: { label: 'Industry', desc: false },
  email: { label: 'Email', desc: false },
  added: { label: 'Newest first', desc: true },
} as const satisfies Sorts;
