import { niche } from '../niche.ts';

export const finance = [
  niche({
    topic: 'personal finance',
    words:
      'money, budgeting, budget, savings, saving, debt, personal finance, credit, bank, banking, fintech, app, households',
    audience: 'young earners, families paying off debt',
    interests:
      'personal finance, budgeting, debt payoff, saving, financial literacy, credit scores, frugal living, money psychology',
    skills:
      'financial coaching, content creation, spreadsheet modelling, workshop facilitation, writing, podcasting, public speaking, counselling',
    handles: 'saves, budgets, pennies, cents, ledger, moneytalks',
    people: `
Financial Coach | Envelope Day | Coaches hairdressers and line cooks on irregular income. Gives away a [tips-and-shifts budget sheet].
Debt Payoff Creator | Minus to Zero | Paid off 63,000 dollars and now sits with others while they open the letters. Hosts the [unopened envelope hour].
Money Psychologist | Spend & Why | A counsellor who asks what the purchase was for. Collects [anonymous spending confessions] and answers kindly.
Consumer Finance Journalist | Small Print Daily | Reads contracts so that you can cancel them. Publishes the [fee of the week].
Budgeting Creator | Cash Binder | Films monthly cash envelopes at a kitchen table in {city}. The [real grocery total at the till] is never cut.
Credit Counsellor | Soft Pull | Explains credit reports to newcomers and students. Runs a [first credit card class in four languages].
Personal Finance Podcaster | Two Salaries | Talks money with couples who disagree. Each episode ends with the [one-line agreement].
`,
  }),
  niche({
    topic: 'investing',
    words:
      'investing, investment, stocks, etf, portfolio, retirement, pension, wealth, crypto, trading, funds, real estate',
    audience: 'first-time investors, people planning retirement',
    interests:
      'investing, index funds, retirement planning, dividend investing, real estate, behavioural finance, sustainable investing, markets',
    skills:
      'portfolio analysis, financial planning, research, data visualisation, writing, public speaking, compliance, video production',
    handles: 'invests, yields, compounding, index, charts, holds',
    people: `
Certified Financial Planner | Plain Retirement | Plans retirements for teachers and nurses, for a flat fee. Draws each plan as a [single-page map].
Index Fund Educator | Boring Portfolio | Buys the same fund every month and shows the same chart. The [“nothing happened this month” report] has a cult following.
Dividend Investor and Writer | Coupon Clip | Publishes a full portfolio, losses first. Keeps the [mistakes ledger since 2011].
Market Historian | Old Tickers | Explains today's headlines through companies that no longer exist. Sends the [“bankruptcy of the month” letter].
Sustainable Investing Analyst | Green Footnote | Checks what green funds really hold. Ranks them in the [top ten holdings test].
Real Estate Educator | Duplex Diary | Owns one duplex in {city} and shares the repair bills. Posts a [yearly profit and plumbing statement].
Behavioural Finance Researcher | Sell Low Lab | Studies why people sell at the worst moment. Runs the [paper-portfolio panic experiment] with volunteers.
`,
  }),
  niche({
    topic: 'small business accounting',
    words:
      'accounting, bookkeeping, tax, taxes, invoices, invoicing, payroll, freelancers, freelancer, small business, cpa, erp',
    audience: 'freelancers, small business owners',
    interests:
      'bookkeeping, small business taxes, freelance finance, cash flow, accounting software, pricing, payroll, e-invoicing',
    skills: 'accounting, tax preparation, bookkeeping, software implementation, teaching, advisory, webinars, writing',
    handles: 'books, taxes, balances, receipts, ledgers, audits',
    people: `
Chartered Accountant | Shoebox Accounting | Takes on clients who arrive with actual shoeboxes. Films the [receipts to return time-lapse] each spring.
Bookkeeper for Creators | Net Thirty | Does the books for forty video creators. Explains one deduction in the [“camera or couch” series].
Tax Educator | Quarterly Dread | Makes tax deadlines bearable for the self-employed. Sends the [twenty-minute tax appointment] as a calendar invite.
Cash Flow Consultant | Thirteen Weeks | Builds thirteen-week forecasts for restaurants and builders. Shares the [red week photographs of whiteboards].
Payroll Specialist | Second Friday | Fixes payroll for firms of under fifty people. Tells the [payslip mystery of the month].
Accounting Software Reviewer | Trial Balance | Runs the same fake bakery through every accounting program. Publishes the [click count per invoice].
Freelance Finance Writer | Late Fee | Writes about getting paid, from 600 freelancers' answers. Maintains the [“who pays late” board] for {city}.
`,
  }),
  niche({
    topic: 'fintech and insurance',
    words:
      'fintech, payments, insurance, lending, loans, mortgage, neobank, wallet, open banking, regulation, crowdfunding, startup finance',
    audience: 'fintech founders, home buyers, finance teams',
    interests:
      'fintech, payments, insurance, mortgages, open banking, financial inclusion, startup funding, regulation',
    skills:
      'product management, underwriting, payments, financial modelling, public speaking, regulatory analysis, writing, mentoring',
    handles: 'pays, fintech, insured, ledgerly, clears, terms',
    people: `
Payments Consultant | Settled | Explains card fees to shop owners with a till roll. The [“where the three percent went” chart] is printed on a tea towel.
Mortgage Broker and Educator | Front Door | Has helped 900 first-time buyers around {city}. Reads one offer aloud in the [“what this sentence costs” videos].
Insurance Explainer | Act of God | A former claims handler who says what is covered. Reenacts claims with toys in the [dollhouse disasters].
Fintech Product Lead | Copperline | Builds savings features for people paid by the day. Writes the [“features we removed” notes].
Financial Inclusion Advocate | Cash Accepted | Works with shops and banks so that cash users are not left out. Keeps a [map of every free cash machine by bus line].
Start-up Finance Adviser | Runway Room | Reviews pitch finances on Friday afternoons. Publishes the [spreadsheet errors hall of fame], names removed.
Regulation Writer | Clause by Clause | Turns new finance rules into one page for founders. Offers a [deadline calendar without jargon].
`,
  }),
];
