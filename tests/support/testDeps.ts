import type { Deps } from '../../worker/context.ts';
import { systemDns } from '../../worker/providers/dns/lookup.ts';
import { jobsFor } from '../../worker/taskList.ts';

/** What the tasks work with, where nothing is set up but what a test names. */
export const testDeps = (own: Pick<Deps, 'store'> & Partial<Deps>): Deps => ({
  sandbox: true,
  publicUrl: 'http://localhost',
  askAi: null,
  embed: null,
  lookUpModels: null,
  peopleData: null,
  hunter: null,
  openPage: null,
  openPicture: null,
  youTube: null,
  postOut: () => Promise.reject(new Error('Nothing is posted here.')),
  mailProviders: { sendgrid: null, gmail: null, smtp: null, ses: null },
  dns: systemDns(),
  mailSources: { sendgrid: null, gmail: null, smtp: null, ses: null },
  readMailEveryMs: null,
  listenEveryMs: null,
  inboundDomain: null,
  signIns: { google: null, microsoft: null },
  sendSystemMail: null,
  issuer: null,
  markHighWater: null,
  fetchPage: fetch,
  retentionDays: null,
  erasuresFile: undefined,
  dataDir: null,
  operatorEmail: null,
  sealFileTrouble: null,
  witnesses: [],
  followUpDayMs: undefined,
  sendGap: undefined,
  jobsFor,
  ...own,
});
