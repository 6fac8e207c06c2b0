/** A tool of an agent is a call of the API, with its path, input and scope. None of them sends, approves, or changes a recipient. */
export type AgentTool = {
  name: string;
  call: `${'GET' | 'POST' | 'PATCH'} /api/${string}`;
  description: string;
};

/** GET needs the scope read, the others propose. */
export const AGENT_TOOLS: readonly AgentTool[] = [
  { name: 'search_partners', call: 'GET /api/partners', description: 'Lists partners, by filters, in pages.' },
  { name: 'get_partner', call: 'GET /api/partners/:id', description: 'One partner, with evidence and scores.' },
  { name: 'list_campaigns', call: 'GET /api/campaigns', description: 'All campaigns with their figures.' },
  { name: 'get_campaign', call: 'GET /api/campaigns/:id', description: 'One campaign with its settings.' },
  {
    name: 'list_campaign_emails',
    call: 'GET /api/campaigns/:id/sends',
    description: 'The emails of a campaign, with texts and states, in pages.',
  },
  {
    name: 'list_conversations',
    call: 'GET /api/inbox',
    description: 'Conversations with replies, the newest first, in pages.',
  },
  { name: 'read_conversation', call: 'GET /api/inbox/:id', description: 'All emails of one conversation.' },
  {
    name: 'search_do_not_contact',
    call: 'GET /api/suppressions',
    description: 'Addresses and domains that no email may go to.',
  },
  { name: 'get_figures', call: 'GET /api/dashboard/stats', description: 'The numbers of the dashboard.' },
  {
    name: 'search_history',
    call: 'GET /api/history',
    description: 'What happened, when, and who did it. The newest first, in pages.',
  },
  {
    name: 'explain_email',
    call: 'GET /api/history/explain/:messageId',
    description: 'The story of one email: who proposed it, who wrote it, who approved it, and when it left.',
  },
  {
    name: 'explain_event',
    call: 'GET /api/history/causes',
    description: 'Why something happened, back to the person or agent who asked for it.',
  },
  {
    name: 'find_partners',
    call: 'POST /api/searches',
    description: 'Starts a search for partners. What it finds waits for a person to approve or reject it.',
  },
  {
    name: 'propose_profile',
    call: 'POST /api/partners/ingest-url',
    description: 'Proposes the person of a LinkedIn profile as a partner. They wait for a decision.',
  },
  {
    name: 'propose_partners',
    call: 'POST /api/partners/import',
    description:
      'Proposes partners: rows of name, profileUrl (or platform and username), and optionally email, bio and followersCount. They wait for a decision.',
  },
  {
    name: 'note_partner',
    call: 'PATCH /api/partners/:id/notes',
    description: 'Replaces the notes about a partner.',
  },
  {
    name: 'find_contact',
    call: 'POST /api/partners/:id/enhance-contact',
    description: 'Searches for the email address of an approved partner.',
  },
  {
    name: 'draft_campaign',
    call: 'POST /api/campaigns',
    description: 'Makes a draft of a campaign. A person starts it.',
  },
  {
    name: 'draft_emails',
    call: 'POST /api/campaigns/:id/generate-messages',
    description: 'Lets the AI write the texts of a campaign. Each waits for the approval of a person.',
  },
  {
    name: 'improve_email',
    call: 'POST /api/campaign-sends/:id/improve',
    description: 'Lets the AI change a text by an instruction. The answer is a suggestion: a person saves it.',
  },
  {
    name: 'draft_answer',
    call: 'POST /api/inbox/:id/draft',
    description: 'Lets the AI draft an answer in a conversation. A person reads, changes and sends it.',
  },
];
