import { niche } from '../niche.ts';

export const marketing = [
  niche({
    topic: 'content and SEO',
    words:
      'seo, content, content marketing, blog, copywriting, copy, search, organic traffic, website, writing, brand voice',
    audience: 'content teams, website owners',
    interests:
      'content marketing, seo, copywriting, editorial strategy, brand voice, blogging, content design, web analytics',
    skills:
      'seo, copywriting, content strategy, editing, keyword research, ux writing, analytics, workshop facilitation',
    handles: 'writes, ranks, copy, content, words, drafts',
    people: `
SEO Consultant | Page Two | Works for sites that rank eleventh. Publishes the [experiments that did nothing] along with the winners.
Copywriter | Fewer Words | Cuts home pages by half and measures what happens. Shares the [red-ink rewrites] of volunteers' sites.
Content Strategist | Evergreen Desk | Helps museums and charities to delete most of their pages. Runs the [great unpublishing week].
UX Writer | Button Labels | Names buttons for a bank and collects bad ones on the street. Curates the [error message gallery].
Editor and Newsletter Author | Kill Your Intro | Deletes first paragraphs for a living in {city}. Sends [one edited page a week], marks visible.
Search Analyst | Zero Click | Studies what people find without clicking. Posts a [monthly count of missing clicks].
B2B Content Lead | Dry Subject | Makes valves and insurance readable. Interviews engineers for the [“explain it to my neighbour” articles].
`,
  }),
  niche({
    topic: 'social media and creators',
    words:
      'social media, influencer, influencers, instagram, tiktok, youtube, ugc, creator, community, brand awareness, video, viral',
    audience: 'social media managers, brands working with creators',
    interests:
      'social media, influencer marketing, short video, user-generated content, community building, creator partnerships, trends, brand safety',
    skills:
      'social strategy, influencer relations, video editing, community management, campaign planning, analytics, ugc production, trend research',
    handles: 'social, posts, ugc, feeds, reels, trends',
    people: `
Social Media Manager | Three Tabs Open | Runs the accounts of a zoo, a hospital and a hardware chain. Posts the [drafts that were not approved].
Influencer Marketing Lead | Long Tail Talent | Pairs brands with creators of under 20,000 followers. Publishes the [rate card with real numbers].
UGC Creator | Kitchen Counter Studio | Films product videos for 60 small brands on one worktop. Teaches the [single window lighting class].
Short Video Editor | Cut on Blink | Edits for creators and counts the seconds before viewers leave. The [retention graph teardowns] are oddly gripping.
Community Manager | Pinned Comment | Answers 400 comments a day for a game studio. Compiled the [reply bank for bad days].
Trend Researcher | Almost Over | Says when a trend is done, usually too early. Sends the [“stop doing this” digest].
Social Strategist | Low Budget Social | Helps theatres and clubs in {city} to post without a team. Shares a [one-hour-a-week plan].
`,
  }),
  niche({
    topic: 'email and performance marketing',
    words:
      'email, email marketing, ads, advertising, ppc, performance, conversion, cro, analytics, growth, leads, affiliate, affiliates, partnerships',
    audience: 'growth teams, affiliate managers',
    interests:
      'email marketing, affiliate marketing, paid advertising, conversion optimisation, marketing analytics, growth, attribution, partnerships',
    skills:
      'email marketing, affiliate management, paid search, a/b testing, marketing analytics, deliverability, partnership building, copywriting',
    handles: 'converts, inbox, growth, clicks, tests, partners',
    people: `
Email Marketer | Sent Folder | Writes welcome mails for shops that sell one thing. Publishes the [subject line cemetery].
Affiliate Program Manager | Fair Referral | Runs partner programmes for five outdoor and home brands. Pays within ten days and keeps the [open commission table].
Conversion Specialist | Form Field | Removes form fields and waits. Has written up [ninety-one tests that changed nothing].
Paid Search Consultant | Negative Keyword | Saves advertisers money by switching things off. Audits a charity free in the [wasted spend Friday].
Deliverability Engineer | Not Spam | Gets honest mail into inboxes. Explains bounces in the [postmaster's diary].
Growth Marketer | Second Purchase | Cares about the second order, never the first. Draws [cohort curves on napkins].
Partnerships Lead | Handshake Media | Connects podcasts in {city} with brands that they already use. Records [pitch calls that went nowhere].
`,
  }),
  niche({
    topic: 'brand, PR and events',
    words:
      'branding, brand, pr, public relations, events, event, podcast, storytelling, nonprofit, local marketing, agency, design',
    audience: 'brand managers, event organisers',
    interests:
      'branding, public relations, events, podcasting, storytelling, local marketing, non-profit marketing, sponsorship',
    skills:
      'brand strategy, media relations, event production, podcast production, storytelling, crisis communication, sponsorship sales, moderation',
    handles: 'brands, pitches, onair, events, stories, press',
    people: `
Brand Strategist | Name Tag | Names companies and talks half of them out of it. Keeps the [list of rejected names] public.
PR Consultant | No Comment | Gets small makers into local papers. Shares [pitch mails with the answers they got].
Event Producer | Doors at Six | Produces conferences for 300 people with decent lunches. Reports every cost in the [“after the event” ledger].
Podcast Producer | Quiet Cupboard | Records founders in cupboards and cars. Teaches the [first five minutes edit].
Non-profit Marketer | Small Ask | Raises money for food banks around {city} without sad music. Tests the [thank-you letter first approach].
Local Marketing Consultant | Flyer Club | Still believes in flyers, and counts them. Publishes the [lamp post response rates].
Crisis Communicator | Hour Two | Writes apologies that are apologies. Grades public ones in the [sorry scorecard].
`,
  }),
];
