import { niche } from '../niche.ts';

export const technology = [
  niche({
    topic: 'developer tools',
    words: 'software, developer, developers, code, coding, programming, api, engineers, saas, devtools',
    audience: 'software developers, engineering leads',
    interests:
      'developer tools, open source, apis, web development, developer experience, typescript, code review, documentation',
    skills:
      'software engineering, technical writing, typescript, public speaking, developer relations, api design, live coding, python',
    handles: 'codes, builds, dev, ships, commits, stack',
    people: `
Developer Advocate | Plainstack | Explains APIs to people who would rather read code than slides. Writes a [weekly teardown of one open-source README] and sends the author a patch.
Staff Engineer and Newsletter Author | Quiet Deploy | Maintains two small TypeScript libraries and a newsletter on boring technology. Best known for the [Friday post on what broke this week] and how it was put right.
Technical Educator | Second Commit | Teaches career changers to read other people's code before they write their own. Streams a [two-hour pull-request review] every Thursday night.
Founder | Lintwell | Builds command-line tools for teams of under ten developers. Publishes [honest install-size comparisons] of popular packages and gets angry mail about them.
Developer Experience Lead | Harbor API | Looks after SDKs in five languages for a payments start-up. Runs a [docs-first hack day] where nobody may open the source code.
Conference Speaker and Consultant | Kettle & Branch | Helps product teams shorten their builds; the current record is 41 minutes down to 6. Keeps a public [museum of slow CI pipelines].
Open-Source Maintainer | Tidepool Labs | Looks after a date library with 900,000 downloads a week. Records [short videos on saying no to feature requests] kindly.
`,
  }),
  niche({
    topic: 'consumer gadgets',
    words:
      'gadgets, hardware, electronics, devices, phone, phones, accessories, laptop, audio, headphones, camera, tech reviews',
    audience: 'gadget buyers, early adopters',
    interests:
      'consumer electronics, gadget reviews, smartphones, audio gear, repair, desk setups, wearables, photography gear',
    skills:
      'product reviews, video production, photography, benchmarking, scriptwriting, soldering, affiliate marketing, storytelling',
    handles: 'unboxed, gadgets, tech, reviews, bench, volts',
    people: `
Technology Reviewer | The Second Month | Reviews gadgets after sixty days of use, never on launch day. Keeps a [spreadsheet of battery wear] for every phone since 2016.
Audio Gear Reviewer | Small Room Sound | Tests headphones for people who share walls with neighbours. Every review ends with the [laundry-room noise test].
Repair Creator | Fixed in {city} | Opens dead electronics on camera and explains each part in plain words. The [five-dollar repair series] has brought 212 devices back to life.
Desk Setup Photographer | Cable Zero | Photographs home offices and rebuilds one follower's desk each month on a 300-dollar budget. Known for the [before-and-after cable diaries].
Wearables Tester | Wrist Report | Wears two watches at once and compares the numbers with a chest strap. Publishes a [quarterly sleep-tracker shoot-out] with raw data.
Smart Home Writer | Lamp & Logic | Sets up smart homes for renters who may not drill. Answers reader questions in the [no-drill home column] every Tuesday.
Camera Reviewer | Used Glass | Buys second-hand lenses, shoots a roll and tells you whether to bother. The [“one lens, one day” walks] are filmed around {city}.
`,
  }),
  niche({
    topic: 'artificial intelligence at work',
    words:
      'ai, artificial intelligence, machine learning, automation, data, analytics, llm, chatbot, productivity, no-code, workflow',
    audience: 'operations managers, data teams, small teams adopting ai',
    interests:
      'artificial intelligence, automation, machine learning, no-code tools, productivity, data analytics, prompt design, ai ethics',
    skills:
      'machine learning, workflow automation, data analysis, workshop facilitation, python, sql, teaching, product management',
    handles: 'automates, data, ai, models, loops, prompts',
    people: `
AI Workflow Consultant | Handover | Helps bookkeepers and dispatchers hand the dull part of their day to software. Publishes a [monthly log of automations that were switched off again] and why.
Data Scientist and Creator | Median Street | Explains statistics with grocery prices and bus timetables. Draws the [one-chart Wednesday posts] by hand before plotting them.
No-Code Builder | Saturday Apps | Builds one internal tool each Saturday for a local non-profit, free of charge. The [build logs with real costs] are read by ops people everywhere.
Machine Learning Engineer | Fernhill Systems | Puts small models on cheap hardware, lately for greenhouses. Hosts a [paper club for people who are afraid of papers].
Applied AI Lead | Northgate Freight | Rolls out AI tools to 600 warehouse staff and writes about what they refuse to use. Keeps a [field diary from the loading dock].
Productivity Writer | Empty Inbox Club | Tests note-taking and AI assistants on a real calendar for thirty days each. Scores them with the [missed-birthday test].
Responsible AI Researcher | Plain Model Institute | Reads model cards so that procurement teams need not. Sends out a [two-page briefing for buyers] every other Monday.
`,
  }),
  niche({
    topic: 'cybersecurity and privacy',
    words:
      'security, cybersecurity, privacy, passwords, encryption, vpn, fraud, phishing, cloud, infrastructure, compliance',
    audience: 'it administrators, security-minded small businesses',
    interests:
      'cybersecurity, online privacy, cloud infrastructure, password managers, incident response, home labs, networking, compliance',
    skills:
      'penetration testing, security training, cloud architecture, incident response, public speaking, network engineering, risk assessment, kubernetes',
    handles: 'secures, root, privately, hardened, infosec, patch',
    people: `
Security Trainer | Locked Kettle | Trains dental practices and law firms to spot phishing without scaring anyone. Collects [real scam texts from small offices] and takes them apart.
Penetration Tester | Grey Larch Security | Breaks into buildings and networks with permission. Tells the stories in the [Wrong Door newsletter], minus the names.
Privacy Columnist | Opt Out Weekly | Writes deletion guides for apps that hide the button. The [forty-click index] ranks services by how hard it is to leave.
Cloud Infrastructure Engineer | Rackless | Moves small companies off servers under desks. Streams from a [home lab built out of retired office PCs].
Incident Responder | First Hour Response | Gets the call when a shop's files are encrypted. Runs [tabletop fire drills for owners of ten-person firms], with biscuits.
Fraud Analyst and Creator | Fair Charge | Shows shop owners how stolen cards are tested on their checkout. The [receipt autopsy videos] take under a minute each.
IT Administrator | Birchwood School District | Runs the networks of eleven schools with a team of three. Posts [checklists that fit on one index card] for other overworked admins.
`,
  }),
];
