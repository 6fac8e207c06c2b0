import { niche } from '../niche.ts';

export const ecommerce = [
  niche({
    topic: 'independent online shops',
    words:
      'shop, store, online store, ecommerce, e-commerce, shopify, retail, dtc, d2c, brand, products, etsy, handmade',
    audience: 'online shop owners, makers who sell',
    interests:
      'online retail, independent brands, direct to consumer, handmade selling, shop design, product photography, merchandising, customer care',
    skills:
      'e-commerce management, merchandising, product photography, customer service, shop design, copywriting, pricing, email marketing',
    handles: 'sells, shop, carts, store, parcels, goods',
    people: `
E-commerce Founder | Wool & Weather | Sells blankets from a farm shed and packs every parcel. Shows the [returns pile on the first Monday] and what it cost.
Shop Consultant | Add to Basket | Watches strangers use online shops and takes notes. The [think-aloud checkout videos] hurt to watch.
Handmade Seller and Teacher | Two Hundred Sales | Helps makers to reach their first two hundred sales. Prices a follower's product in the [hourly wage reveal].
Product Photographer | White Table | Shoots products by a window in {city} for brands without budgets. Gives away the [cardboard light-box plans].
Customer Care Lead | Dear Customer | Answers mail for a shoe brand, 90 a day. Publishes the [replies that saved an order].
DTC Operator | Unit Six | Runs three small consumer brands from one unit. Writes the [margin letter with every line].
Subscription Box Founder | Month by Month | Ships 1,400 tea boxes a month. Talks openly in the [“why they cancelled” survey].
`,
  }),
  niche({
    topic: 'marketplaces and fulfilment',
    words:
      'amazon, marketplace, marketplaces, fulfilment, fulfillment, shipping, logistics, dropshipping, wholesale, warehouse, packaging, returns',
    audience: 'marketplace sellers, logistics managers',
    interests:
      'marketplaces, fulfilment, shipping, packaging, wholesale, inventory, returns management, cross-border trade',
    skills:
      'marketplace management, inventory planning, logistics, packaging design, negotiation, data analysis, sourcing, wholesale sales',
    handles: 'ships, parcels, stock, boxed, fulfils, freight',
    people: `
Marketplace Seller and Educator | Buy Box Blues | Sells kitchen tools on four marketplaces and names the fees. Updates the [fee creep timeline] after every change.
Fulfilment Consultant | Pick Pack Pause | Designs small warehouses that fit in one room. Films the [hundred-order afternoon].
Packaging Designer | Dropped Twice | Drops parcels from shoulder height for a living. Certifies boxes with the [three-stair tumble].
Returns Specialist | Back Again | Works out why things come back, with 40,000 reason codes. Shares the [photo versus parcel comparisons].
Wholesale Coach | Line Sheet | Takes makers from market stall to shop shelf. Rehearses in the [“buyer says no” role-plays].
Cross-Border Trade Adviser | Customs Corner | Helps shops near {city} sell across the border. Explains one form in the [paperwork Wednesday].
Inventory Analyst | Slow Mover | Finds dead stock in spreadsheets. Ran the [“thousand forgotten mugs” case study].
`,
  }),
  niche({
    topic: 'live and social selling',
    words:
      'live shopping, social commerce, tiktok shop, instagram shop, influencer, affiliate, deals, coupons, unboxing, haul, gifts, reviews',
    audience: 'deal hunters, social shoppers',
    interests:
      'live shopping, social commerce, product reviews, gift guides, deals, unboxing, affiliate storefronts, consumer trends',
    skills:
      'live hosting, product demonstration, affiliate marketing, video editing, deal sourcing, community management, reviews, negotiation',
    handles: 'finds, live, deals, hauls, picks, unboxes',
    people: `
Live Shopping Host | Going Once | Sells kitchenware live from a garage, three nights a week. Known for the [“use it until it breaks” demos].
Gift Guide Editor | Not Another Mug | Tests presents on real relatives. Publishes the [“still in use after a year” follow-up].
Deal Hunter | Real Discount | Tracks prices so that fake sales look silly. Names them in the [“was it ever that price” board].
Product Reviewer | Drawer Test | Buys viral products and checks on them after six months. The [“where is it now” drawer tour] is merciless.
Affiliate Storefront Creator | Only Nineteen Things | Recommends nineteen products and no more. One leaves when another joins in the [“one in, one out” vote].
Unboxing Creator | Slow Tape | Unboxes parcels quietly for people who cannot sleep. The [no-talking Sunday unboxing] has two million plays.
Consumer Trends Writer | Basket Report | Reads till data from corner shops in {city} and beyond. Sends the [“what sold out” letter].
`,
  }),
  niche({
    topic: 'retail technology and growth',
    words:
      'checkout, payments, conversion, retail tech, pos, customer data, loyalty, analytics, personalisation, growth, omnichannel, headless, apps',
    audience: 'retail tech buyers, growth leads of shops',
    interests:
      'retail technology, checkout design, loyalty programmes, conversion, omnichannel retail, customer data, e-commerce analytics, accessibility',
    skills:
      'conversion optimisation, analytics, product management, loyalty design, accessibility testing, integration, consulting, keynote speaking',
    handles: 'checkout, retail, converts, omni, loyal, storefront',
    people: `
Checkout Researcher | Guest Checkout | Has completed 1,200 checkouts in the name of science. Publishes the [forced-account wall of shame].
Loyalty Designer | Tenth Coffee | Designs loyalty programmes that people remember. Still prefers the [paper stamp card experiment].
Retail Technologist | Offline Mode | Keeps tills running when the network does not. Blogs the [Saturday outage reports].
E-commerce Analyst | Basket Size | Explains shop numbers to people who hate dashboards. Draws the [“one number that matters” sketches].
Accessibility Tester | Tab Key | Shops with a screen reader and reports what happens. The [keyboard-only Black Friday] runs every year.
Omnichannel Consultant | Click & Wait | Helps department stores around {city} to find their own stock. Counts steps in the [“where is it in the shop” audits].
Headless Commerce Developer | Thin Storefront | Builds fast shops for slow phones. Benchmarks shops in the [bus stop speed test].
`,
  }),
];
