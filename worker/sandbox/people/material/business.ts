import { niche } from '../niche.ts';

export const business = [
  niche({
    topic: 'entrepreneurship and small business',
    words:
      'small business, entrepreneur, entrepreneurs, startup, founders, founder, owners, local, shop, business, solopreneur',
    audience: 'small business owners, first-time founders',
    interests:
      'entrepreneurship, small business, bootstrapping, local business, solopreneurship, business planning, pricing, side projects',
    skills:
      'business coaching, pricing strategy, public speaking, podcasting, writing, mentoring, negotiation, community building',
    handles: 'founders, builds, shopkeep, ventures, bootstraps, owns',
    people: `
Small Business Adviser | Open Sign | Advises bakeries, garages and salons in {city}. Publishes a [plain profit sheet from one real shop] each month.
Founder and Podcaster | Year Three | Interviews founders in the year when nobody congratulates them any more. The [“what I would not do again” question] ends each talk.
Pricing Consultant | Ask for More | Raises prices for people who feel bad about it. Rehearses on air in the [“say the number” sessions].
Bootstrapped Founder | Postcard Software | Built a scheduling tool to 12,000 customers without investors. Shares the [revenue screenshot on the first].
Family Business Consultant | Second Generation | Helps parents to hand over and children to say no. Facilitates the [kitchen table meetings].
Side Project Creator | After Bedtime | Builds one tiny business a quarter and closes most of them. Files the [honest shutdown posts].
Chamber of Commerce Director | Main Street Alliance | Knows every shopkeeper on eleven blocks. Leads the [empty window tours] for would-be tenants.
`,
  }),
  niche({
    topic: 'leadership and people',
    words:
      'leadership, hr, hiring, recruiting, management, managers, teams, culture, remote, talent, workplace, coaching, executives',
    audience: 'new managers, hr teams, recruiters',
    interests:
      'leadership, hiring, remote work, company culture, people management, coaching, diversity and inclusion, career growth',
    skills:
      'executive coaching, recruiting, facilitation, interviewing, public speaking, conflict resolution, writing, organisational design',
    handles: 'leads, hires, people, teams, coaches, oneonone',
    people: `
Leadership Coach | Second Chair Coaching | Coaches people promoted over their friends. Shares [scripts for the first hard week].
Recruiter and Creator | Read the Advert | Rewrites job adverts so that normal people apply. Corrects one in public in the [red pen Tuesday].
Head of People | Lattice & Loom | Runs people operations for a fully remote company in nine time zones. Writes up [policies that we quietly dropped].
Executive Coach | Long Pause | Coaches founders mostly by waiting. Sends a [single question every Monday].
Inclusion Consultant | Bring a Chair | Works with factories and law firms on who gets heard. Counts it in the [meeting minutes audit].
Remote Work Writer | Async First | Has not had a status meeting since 2018. Maintains the [handbook of written decisions].
Career Coach | Exit Interview | Helps people in {city} to leave well and negotiate better. Collects [counter-offer stories and their endings].
`,
  }),
  niche({
    topic: 'sales and operations',
    words:
      'sales, b2b, crm, operations, logistics, supply chain, customer success, productivity, process, consulting, manufacturing',
    audience: 'sales teams, operations leads',
    interests:
      'b2b sales, operations, supply chain, customer success, process improvement, consulting, crm, negotiation',
    skills:
      'sales training, operations management, process design, negotiation, customer success, analytics, keynote speaking, consulting',
    handles: 'sells, ops, pipeline, closes, ships, process',
    people: `
Sales Trainer | No Pitch | Trains technicians who never wanted to sell. Replays real calls in the [seven-second silence breakdowns].
Operations Consultant | Yellow Tape | Finds the step that nobody needs in warehouses and clinics. Draws the [walked-distance maps].
Supply Chain Writer | Container 40 | Follows one product from factory to shelf per letter. Explains delays in the [“where is my boat” report].
Customer Success Lead | Renewal Season | Keeps 300 software customers and calls the quiet ones. Posts [churn interviews, shared with permission].
Procurement Specialist | Three Quotes | Buys for hospitals and knows every trick in a tender. Teaches sellers with the [“how I score your bid” sheets].
B2B Sales Creator | Cold Open | Cold-calls live on stream, rejections included. Tracks the [hundred-dials honesty board].
Process Engineer | Left Shelf | Improves small factories near {city} one shelf at a time. Shares [before-and-after stopwatch videos].
`,
  }),
  niche({
    topic: 'freelancing and the business of creators',
    words:
      'freelance, freelancers, creator economy, creators, consultants, agency, contracts, legal, coworking, newsletter, newsletters, remote',
    audience: 'freelancers, independent consultants, creators',
    interests:
      'freelancing, creator economy, consulting, contracts, coworking, newsletters, personal branding, work-life balance',
    skills:
      'contract negotiation, consulting, newsletter publishing, community building, personal branding, legal writing, project management, speaking',
    handles: 'freelances, solo, invoices, indie, clients, contracts',
    people: `
Freelance Business Coach | Paid in Full | Coaches designers and translators to charge by the project. Reviews [one scope of work per week] in public.
Contract Lawyer for Creators | Clause & Effect | Reads sponsorship contracts for creators. Runs the [“sentence that cost 9,000 dollars” series].
Coworking Founder | Shared Kettle | Runs a coworking space above a hardware shop in {city}. Hosts the [admin-and-soup lunch].
Newsletter Operator | Reply All | Grew a trade newsletter to 30,000 readers with no ads for a year. Opens the [subscriber spreadsheet] every quarter.
Independent Consultant | Two Days a Week | Works two days a week on purpose and writes about the sums. The [enough number calculator] went round the world.
Creator Manager | Fair Split | Manages seven mid-size creators and publishes the rates. Keeps the [brand deal post-mortems].
Freelance Translator | False Friends | Translates manuals and runs a peer group for lonely freelancers. Starts each day with the [nine o'clock camera-on hour].
`,
  }),
];
