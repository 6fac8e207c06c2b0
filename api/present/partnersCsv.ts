import type { PartnerView } from '../views.ts';
import { csvOf } from './csv.ts';

const COLUMNS = [
  'name',
  'username',
  'platform',
  'industry',
  'bio',
  'profileUrl',
  'followersCount',
  'engagementRate',
  'matchScore',
  'status',
] as const satisfies readonly (keyof PartnerView)[];

const HEADER = [...COLUMNS, 'email', 'emailStatus', 'doNotContact'];

/** Partners as CSV, page by page. The last column says why an address gets no email. */
export async function* partnersCsv(pages: AsyncIterable<readonly PartnerView[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const partners of pages) {
    yield pageOf(partners, isFirst);
    isFirst = false;
  }
  if (isFirst) yield pageOf([], true);
}

const pageOf = (partners: readonly PartnerView[], isFirst: boolean): string =>
  csvOf(
    partners.map((partner) => [
      ...COLUMNS.map((column) => partner[column]),
      partner.contactInfo?.email ?? null,
      partner.emailStatus,
      partner.doNotContact,
    ]),
    HEADER,
    isFirst,
  );
