import { niche } from '../niche.ts';

export const travel = [
  niche({
    topic: 'slow and rail travel',
    words: 'train, trains, rail, slow travel, sustainable travel, europe, tourism, tours, travel, journeys, walking',
    audience: 'train travellers, low-carbon travellers',
    interests:
      'train travel, slow travel, sustainable tourism, night trains, walking holidays, ferries, maps, travel writing',
    skills:
      'travel writing, route planning, photography, video editing, cartography, tour guiding, interviewing, newsletter publishing',
    handles: 'byrail, slowly, wanders, tracks, sleeper, detours',
    people: `
Rail Travel Writer | Window Seat Notes | Crosses continents without flying and prints the real fares. Fills the [missed-connection diary] more often than planned.
Slow Travel Filmmaker | Forty Kilometres | Walks between two towns and films nothing but what happens. The [“one road, no music” films] run for an hour.
Night Train Reviewer | Lower Berth | Sleeps badly on trains so that others need not. Scores carriages in the [pillow, plug and breakfast ratings].
Map Illustrator | Contour Studio | Draws walking maps for small tourism boards. Gives away a [hand-drawn weekend map] every season.
Ferry Enthusiast | Car Deck | Documents small ferry lines and the crews who run them. Collects [timetables older than the boats].
Family Train Travel Creator | Three Tickets and a Buggy | Travels by train with two small children and low expectations. Shares the [snack-to-kilometre plan] for each route.
Walking Tour Guide | Wrong Turn Walks | Leads walks around the unfashionable parts of {city}. Never skips the [bakery stop that nobody reviews].
`,
  }),
  niche({
    topic: 'budget and solo travel',
    words:
      'budget, backpacking, backpacker, hostel, solo, cheap, flights, points, miles, luggage, students, nomad, digital nomad, remote work',
    audience: 'solo travellers, students, digital nomads',
    interests:
      'solo travel, budget travel, backpacking, travel hacking, luggage, digital nomad life, hostels, travel safety',
    skills:
      'budgeting, vlogging, travel hacking, community management, photography, affiliate marketing, safety planning, writing',
    handles: 'roams, solo, packs, nomad, hostels, onaway',
    people: `
Solo Travel Creator | Table for One | Eats alone in good restaurants on every trip. Runs the [arrival-night checklist] that 60,000 solo travellers have saved.
Budget Travel Blogger | Forty a Day | Lives on forty dollars a day and lists every cent. The [“what I overpaid for” confessions] close each trip.
Points and Miles Analyst | Award Chart | Books flights with points for readers who gave up. Explains the maths in the [“one booking, start to finish” letter].
Luggage Tester | Carousel Three | Checks empty suitcases onto flights to see what comes back. Logs dents in the [twelve-flight survival test].
Digital Nomad and Designer | Good Enough Wifi | Works from towns that no nomad list mentions. Publishes [upload speeds measured at the kitchen table].
Hostel Reviewer | Bunk Below | Stays in hostels at 38 and has opinions on curtains. Rates each on the [earplug index].
Travel Safety Educator | Plan C Travel | Teaches first-time solo travellers what to do when the phone dies. Runs [paper-map scavenger hunts] in {city}.
`,
  }),
  niche({
    topic: 'family and accessible travel',
    words:
      'family, families, kids, children, accessible, accessibility, disability, road trip, rv, caravan, parents, vacation, holiday',
    audience: 'travelling families, wheelchair users, road trippers',
    interests:
      'family travel, accessible travel, road trips, rv life, theme parks, national parks, multigenerational travel, camping',
    skills:
      'itinerary planning, accessibility auditing, vlogging, photography, public speaking, consulting, community building, copywriting',
    handles: 'roadtrip, onwheels, familygo, parks, detour, campers',
    people: `
Accessible Travel Consultant | Step-Free | Travels by wheelchair and measures doorways with a tape. The [bathroom photo archive] covers 700 hotels.
Road Trip Creator | Are We There | Drives with three children and no tablets. Plans stops by the [ninety-minute playground rule].
RV Living Creator | Small Axle | Lives in a 22-foot trailer and repairs it on camera. Keeps the [leak ledger], now at entry 47.
National Parks Photographer | Off-Peak Parks | Visits parks on wet Tuesdays in November and finds them empty. Sells a [calendar without a single sunset].
Theme Park Planner | Rope Drop | Plans theme-park days for autistic children and their siblings. Shares [quiet-corner maps] drawn on site.
Multigenerational Travel Writer | Three Generations | Travels with a toddler and an 81-year-old. Reports from the [grandparent veto column].
Camping Educator | First Tent | Takes city families from {city} on their first night outdoors. Lends the [everything-in-one-box camping kit].
`,
  }),
  niche({
    topic: 'hotels and adventure',
    words:
      'hotel, hotels, luxury, resort, adventure, diving, surf, ski, safari, boutique, hospitality, expedition, cruise',
    audience: 'adventure travellers, boutique hotel guests',
    interests:
      'boutique hotels, adventure travel, scuba diving, surfing, skiing, hospitality design, wildlife, expeditions',
    skills:
      'hospitality consulting, underwater photography, guiding, travel writing, drone filming, hotel reviews, trip leading, brand partnerships',
    handles: 'checksin, dives, surfs, outthere, keycard, expeditions',
    people: `
Hotel Reviewer | Room 214 | Books the cheapest room of good hotels and reviews that one. Judges by the [quarter-to-ten breakfast test].
Dive Instructor and Photographer | Ten Metres | Photographs cold-water life that most divers swim past. Teaches the [“slow fin, small animal” dives].
Surf Travel Creator | Mushy Waves | Surfs badly in beautiful places and says which boards forgive. Publishes [beginner-honest swell reports].
Ski Guide | Spring Corn | Guides ski tours and writes about the days they turned back. The [turn-around log] is used in avalanche courses.
Boutique Hotel Consultant | Nine Keys | Helps family-run inns with fewer than thirty rooms. Gives away the [front-desk script for bad news].
Wildlife Guide | Still Hour | Leads small groups to watch animals that mostly do not appear. Records the [soundscapes from the waiting].
Expedition Doctor | Sick Bay | Patches up trekkers and cruise guests far from hospitals. Answers mail in the [“what was in my kit this time” posts].
`,
  }),
];
