/** A made-up id. */
const PARTNER = '7b1f0c54d9a84e0f9a36c8d21e5b7f40';

/** A body that works in a sandbox, by operation: all that the way from a profile to sent emails needs. `/api/docs` offers them. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  putBusinessProfile: {
    ...{ businessName: 'Northwind Trail Gear', industry: 'Fitness', userFullName: 'Robin Vale', timezone: 'UTC' },
    ...{ contactEmail: 'robin@northwind.example', postalAddress: '12 Ridge Road, Burlington, VT 05401' },
  },
  putEmailSettings: { emailProvider: 'sendgrid', fromEmail: 'robin@northwind.example', sendgridApiKey: 'SG.sandbox' },
  postPartnersGenerate: {
    criteria: { description: 'Repairable packs', platforms: ['instagram'], industry: 'Fitness' },
    count: 10,
  },
  patchPartnersByIdStatus: { status: 'approved' },
  patchPartnersByIdNotes: { addTag: 'spring', addNote: 'Met at the trail show.' },
  postPartnersByIdContact: { contactInfo: { email: 'maren@oduya.example' } },
  postCampaigns: {
    ...{ name: 'Spring vests', subjectType: 'static', staticSubject: 'A vest for your trails', dailyLimit: 10 },
    messagePrompt: 'Offer a free vest for an honest review.',
  },
  postCampaignsByIdPartners: { partnerIds: [PARTNER] },
  patchCampaignSendsById: {
    subject: 'A vest for your trails',
    body: 'Hello {{firstName}},\n\nmay we send you a vest? Tell us honestly what you think of it.\n\nRobin',
  },
  putCampaignsByIdStatus: { status: 'active' },
  postIngest: {
    acts: [
      {
        type: 'partner.add',
        data: { externalId: 'hubspot:1', name: 'Maren Oduya', platform: 'instagram', username: 'maren' },
      },
      { type: 'partner.approve', data: { externalId: 'hubspot:1' } },
    ],
  },
  postIngestByWebhook: { type: 'contact.deleted', data: { email: 'stop@oduya.example', erase: true } },
  putFeedPositionsByName: { cursor: '0-0-0' },
  postSuppressions: { email: 'stop@oduya.example', reason: 'user' },
};
