import { stringify } from 'csv-stringify/sync';
import type { PartnerView } from '../views.ts';

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

/**
 * Partners as CSV, page by page: UTF-8 with a byte order mark, formulas escaped for spreadsheets. The last column says why an address gets no email.
 */
export async function* partnersCsv(pages: AsyncIterable<readonly PartnerView[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const partners of pages) {
    yield csvOf(partners, isFirst);
    isFirst = false;
  }
  if (isFirst) yield csvOf([], true);
}

const csvOf = (partners: readonly PartnerView[], isFirst: boolean): string =>
  stringify(
    partners.map((partner) => [
      ...COLUMNS.map((column) => partner[column]),
      partner.contactInfo?.email ?? null,
      partner.emailStatus,
      partner.doNotContact,
    ]),
    { header: isFirst, columns: HEADER, bom: isFirst, escape_formulas: true },
  );
