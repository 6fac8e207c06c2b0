import { niche } from '../niche.ts';

export const lifestyle = [
  niche({
    topic: 'home and interiors',
    words:
      'home, interior, interiors, furniture, decor, diy, renovation, rental, apartment, cleaning, kitchenware, candles, organisation, organizing',
    audience: 'renters, first-time home owners',
    interests:
      'interior design, home decor, diy, renovation, small spaces, home organisation, second-hand furniture, cleaning',
    skills:
      'interior styling, diy, furniture restoration, photography, video production, brand partnerships, project planning, writing',
    handles: 'athome, rooms, nests, diy, corners, lives',
    people: `
Interiors Creator | Rented Walls | Decorates rentals so that the deposit comes back. Every project ends with the [move-out day proof].
Furniture Restorer | Three-Legged Chair | Restores pavement finds and gives every second piece away. Posts the [“what was under the paint” reveals].
Home Organiser | Drawer by Drawer | Organises homes after divorces, deaths and twins. Shares the [sixty-second drawer sort] each morning.
DIY Educator | Measure Twice, Swear Once | Renovates a narrow house in {city} with borrowed tools. Logs the [weekend that took nine weeks].
Small Space Designer | Thirty-One Square | Lives with a partner and a cat in 31 square metres. Draws the [folding-furniture floor plans].
Cleaning Creator | Borrowed Bucket | Cleans one stranger's kitchen a week for free. Tests sprays against vinegar in the [stain court].
Interior Stylist | North-Facing | Styles dark flats and winter light. Swears by the [four-lamp rule].
`,
  }),
  niche({
    topic: 'parenting and family life',
    words: 'parenting, parents, moms, mums, dads, family, families, kids, children, baby, toddlers, school, nursery',
    audience: 'parents of small children, single parents',
    interests:
      'parenting, family routines, single parenting, baby products, school lunches, gentle parenting, family budgeting, foster care',
    skills:
      'storytelling, video production, product reviews, community building, podcasting, writing, brand partnerships, coaching',
    handles: 'athome, raising, familyof5, bedtime, lunchbox, parents',
    people: `
Parenting Creator | Bedtime Is a Negotiation | Raises three children under seven and edits at midnight. The [unedited school morning videos] have no music.
Single Parent Advocate | One Pair of Hands | Writes about doing it alone with a full-time job. Started the [swap-a-Saturday network] in {city}.
Baby Gear Reviewer | Spit-Up Proof | Tests prams on stairs, buses and gravel. Rates car seats by the [one-handed, raining test].
Lunchbox Creator | Came Back Empty | Packs school lunches and photographs what comes home. Keeps the [rejected food tally].
Foster Parent and Writer | Spare Room | Has fostered eleven children and tells only what is theirs to share. Compiled the [first-night box list].
Stepfamily Podcaster | Bonus Round | Talks with blended families about holidays and surnames. Reads listener rules in the [fridge door constitution].
Stay-at-Home Parent Creator | Nap Window | Films what fits into a single nap. The [forty-minute reset] is either cleaning or cake.
`,
  }),
  niche({
    topic: 'gardening, pets and nature',
    words: 'garden, gardening, plants, houseplants, pets, pet, dogs, dog, cats, cat, nature, flowers, seeds, balcony',
    audience: 'urban gardeners, dog and cat owners',
    interests: 'gardening, houseplants, dogs, cats, balcony gardens, birdwatching, seed saving, pet training',
    skills:
      'horticulture, dog training, pet care, photography, workshop teaching, writing, landscape design, video production',
    handles: 'grows, paws, plants, seeds, tails, blooms',
    people: `
Balcony Gardener | Six Square Metres | Grows forty kilos of vegetables above a bus stop in {city}. Weighs everything for the [harvest per pot table].
Dog Trainer | Second Leash | Trains rescue dogs and the people attached to them. Shows the [bad walk of the week] without cuts.
Houseplant Doctor | Brown Tips | Diagnoses plants from blurred photographs. Runs the [plant triage day] with free repotting.
Cat Behaviourist | Three Boxes | Solves litter and scratching trouble by video call. Tells the [“case of the angry cat” stories] like detective fiction.
Seed Saver | Paper Packet | Saves seed from 140 old varieties and swaps by post. Hosts the [winter seed table].
Birdwatcher | Grey Morning Birds | Counts birds on the same bench each day. Sends the [“five birds before coffee” note].
Pet Food Reviewer | Bowl Report | Reads pet-food labels with a vet and two picky dogs. Publishes the [“left in the bowl” chart].
`,
  }),
  niche({
    topic: 'simple living, books and crafts',
    words:
      'minimalism, minimalist, books, reading, crafts, craft, knitting, stationery, journaling, zero waste, sustainable living, hobbies, art, handmade, gifts',
    audience: 'readers, crafters, people who want less',
    interests: 'minimalism, books, knitting, journaling, zero waste, handmade goods, slow living, stationery',
    skills:
      'writing, knitting, book reviews, photography, community building, workshop teaching, illustration, newsletter publishing',
    handles: 'reads, knits, lessis, pages, makes, simply',
    people: `
Book Reviewer | Page 99 | Opens every book at page 99 and decides there. Runs a [book club that meets on trains].
Knitwear Designer | Loose Ends | Designs jumpers for people who have never followed a pattern. Repairs mistakes live in the [unravel hour].
Zero-Waste Creator | The Small Jar | Tries one waste-free swap per month and reports the annoying parts. Keeps the [“not worth it” list].
Journaling Creator | Half a Page | Writes half a page a day and never more. Sells out the [one-pen starter workshops] in {city}.
Minimalism Writer | Forty Hangers | Owns less than before, but still too many mugs. Publishes the [monthly box that left the house].
Stationery Reviewer | Left-Handed Ink | Tests pens for left-handers with a wet-palm smear. The [smudge gallery] goes back eight years.
Ceramicist | Wobble Pottery | Throws mugs in small firings and sells the seconds first. Explains each crack in the [kiln opening Sundays].
`,
  }),
];
