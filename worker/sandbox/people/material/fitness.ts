import { niche } from '../niche.ts';

export const fitness = [
  niche({
    topic: 'running and the outdoors',
    words:
      'running, runners, trail, hiking, outdoor, outdoors, marathon, gear, backpack, packs, vests, shoes, endurance, camping, mountain',
    audience: 'trail runners, weekend hikers, first-time marathoners',
    interests:
      'trail running, running, hiking, outdoor gear, marathon training, ultralight packing, endurance sports, gear repair',
    skills:
      'run coaching, gear reviews, route planning, event organisation, storytelling, video production, first aid, community building',
    handles: 'runs, trails, onfoot, miles, summits, strides',
    people: `
Trail-Running Coach | Slow Summit Coaching | Writes about gear that lasts and films long routes with beginners. Runs a [monthly repair clinic for packs and vests] at the trailhead.
Ultrarunner and Filmmaker | Mile Ninety | Finishes near the back of hundred-mile races and interviews the people there. The [last-hour finish-line films] make grown runners cry.
Gear Tester | Wet Socks Weekly | Wears trail shoes for 400 miles before giving a verdict. Cuts every pair in half for the [sole autopsy posts].
Running Club Founder | Tuesday Slow Club | Started a no-pace-limit running club in {city} that now draws 200 people. Publishes the [route of the week with every bathroom marked].
Hiking Guide | Second Ridge | Guides day hikes for people who think they are not outdoorsy. Lends kit from a [free library of boots and rain jackets].
Marathon Coach | Base Phase | Trains nurses and shift workers for first marathons. Adapts each plan in the [night-shift training letters].
Ultralight Backpacker | Four Kilo | Weighs everything, toothbrush included. The [“what I carried and never used” lists] follow each trip.
`,
  }),
  niche({
    topic: 'strength training',
    words:
      'strength, gym, weights, lifting, muscle, bodybuilding, powerlifting, supplements, protein, kettlebell, home gym, crossfit',
    audience: 'home gym owners, new lifters',
    interests:
      'strength training, powerlifting, home gyms, kettlebells, protein nutrition, mobility, olympic lifting, gym equipment',
    skills:
      'strength coaching, programming, equipment reviews, anatomy, nutrition coaching, video tutorials, public speaking, injury prevention',
    handles: 'lifts, barbell, strong, reps, iron, plates',
    people: `
Strength Coach | Garage Bar Club | Coaches people over fifty to their first deadlift. The [grandparent record board] has more entries than any other wall in the gym.
Powerlifter and Engineer | Load Path | Explains lifts with diagrams and a lot of arrows. Tests straps and racks in the [break-it-on-purpose series].
Home Gym Reviewer | Eight by Ten | Fits gyms into small rooms and measures noise at the neighbour's door. Rates gear on the [downstairs-neighbour scale].
Kettlebell Instructor | One Bell | Trains with a single bell in parks around {city}. Shares a [twelve-minute session for hotel rooms] every Monday.
Personal Trainer | Second Set | Works with beginners who were once laughed at in a gym. Hosts a [quiet hour without music or mirrors].
Olympic Lifting Coach | Chalk Line | Teaches the snatch with broomsticks and patience. Posts the [six-week slow-motion progress clips] of ordinary members.
Supplement Reviewer | Scoop Check | Sends protein powders to a lab with reader money. The [label versus lab table] is updated monthly.
`,
  }),
  niche({
    topic: 'yoga and mobility',
    words: 'yoga, pilates, stretching, mobility, mindfulness, flexibility, breathwork, studio, mat, recovery, wellness',
    audience: 'desk workers, yoga beginners',
    interests: 'yoga, pilates, mobility training, breathwork, recovery, desk stretches, restorative yoga, movement',
    skills:
      'yoga instruction, pilates instruction, sequencing, anatomy, retreat planning, video production, coaching, music curation',
    handles: 'flows, breathes, moves, mat, bends, unwinds',
    people: `
Yoga Teacher | Stiff Club | Teaches people who cannot touch their toes and do not plan to. The [chair-only class for truck drivers] is the most watched of them all.
Pilates Instructor | Small Movements | Works with dancers and desk workers, often in the same class. Draws the [stick-figure homework sheets] that clients keep on the fridge.
Mobility Coach | Joint Account | Assesses climbers and carpenters and sends them home with three drills. Runs the [“hundred days of hips” challenge].
Breathwork Guide | Count to Four | Leads short breathing sessions for emergency call-takers. Records the [parking-lot breathing tracks] in an actual parking lot.
Retreat Host | Barn Floor Yoga | Runs weekends for twelve people, one dog and no phones. Writes up the [“what went wrong this time” letter] after each one.
Restorative Yoga Teacher | Two Blankets | Teaches evening classes to new parents in {city}. Films [sequences you can do beside a cot].
Desk Mobility Creator | Unhunched | Stretches in meeting rooms and lifts of a real office tower. The [one-song desk break] plays at eleven each workday.
`,
  }),
  niche({
    topic: 'cycling and team sports',
    words:
      'cycling, bike, bikes, sports, soccer, football, basketball, swimming, climbing, tennis, triathlon, youth sports, athletes',
    audience: 'amateur cyclists, club athletes, sports parents',
    interests: 'cycling, gravel riding, triathlon, climbing, swimming, basketball, youth sports, bike repair',
    skills:
      'coaching, bike mechanics, sports journalism, event organisation, video analysis, sponsorship, race commentary, training plans',
    handles: 'rides, spins, climbs, laps, sends, saddle',
    people: `
Gravel Cyclist | Loose Surface | Maps unpaved loops that start at a railway station. Releases the [cafe-to-cafe route files] free of charge.
Bike Mechanic | Third Hand Cycles | Fixes commuter bikes in {city} and names the tool each time. The [“listen to this noise” diagnosis clips] come from followers' phones.
Swim Coach | Lane Five | Teaches adults who are afraid of deep water. Celebrates in the [first-length wall of names].
Climbing Coach | Soft Holds | Sets routes for short climbers and tall beginners. Explains one fall per week in the [“why I came off” series].
Youth Basketball Coach | Open Gym Collective | Runs free Saturday sessions for 140 children. Writes the [letter to parents about shouting] that other clubs borrow.
Triathlete and Parent | Nap-Time Tri | Trains in the gaps between school runs, and documents every missed session. Shares the [ninety-minute training week].
Sports Journalist | The Reserve Bench | Covers amateur leagues as if they were finals. Known for the [match reports from the worst pitch in town].
`,
  }),
];
