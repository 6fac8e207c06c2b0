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

/** Partners as CSV: UTF-8 with a byte order mark, formulas escaped for spreadsheets. The last column says why an address gets no email. */
export function partnersCsv(partners: readonly PartnerView[]): string {
  const rows = partners.map((partner) => [
    ...COLUMNS.map((column) => partner[column]),
    partner.contactInfo?.email ?? null,
    partner.emailStatus,
    partner.doNotContact,
  ]);
  return stringify(rows, {
    header: true,
    columns: [...COLUMNS, 'email', 'emailStatus', 'doNotContact'],
    bom: true,
    escape_formulas: true,
  });
}
