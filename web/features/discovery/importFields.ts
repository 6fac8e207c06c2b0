import type { PeopleColumn } from '../../../events/partners/listColumns.ts';

export const IMPORT_COLUMNS: readonly { column: PeopleColumn; label: string }[] = [
  { column: 'name', label: 'Name' },
  { column: 'firstName', label: 'First name' },
  { column: 'lastName', label: 'Last name' },
  { column: 'profileUrl', label: 'Profile URL' },
  { column: 'platform', label: 'Platform' },
  { column: 'username', label: 'Username' },
  { column: 'email', label: 'Email' },
  { column: 'followersCount', label: 'Followers' },
  { column: 'engagementRate', label: 'Engagement %' },
  { column: 'industry', label: 'Industry' },
  { column: 'bio', label: 'Bio' },
];

/** The template that the dialog offers: the headers it understands and one sample line. */
export const IMPORT_TEMPLATE =
  'name,profileUrl,platform,username,email,followers,engagement,industry,bio\r\n' +
  'Maren Oduya,https://www.linkedin.com/in/marenruns,linkedin,marenruns,maren@example.com,48200,4.1,Fitness,"Trail-running coach, films long routes with beginners"\r\n';
