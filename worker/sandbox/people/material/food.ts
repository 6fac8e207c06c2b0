import { niche } from '../niche.ts';

export const food = [
  niche({
    topic: 'home cooking',
    words: 'cooking, recipes, kitchen, meals, dinner, family, food, cookware, groceries, budget, sauce, snacks',
    audience: 'home cooks, busy families',
    interests:
      'home cooking, budget meals, recipe development, cookware, family dinners, meal prep, cast iron, seasonal produce',
    skills:
      'recipe development, food photography, food styling, video production, copywriting, brand partnerships, teaching, menu planning',
    handles: 'cooks, kitchen, supper, eats, spoon, stove',
    people: `
Recipe Developer | Four Burner | Writes dinners for people who come home at seven with nothing thawed. Tests each one in the [babysitter trial], cooked by someone who has never seen it.
Budget Food Creator | Nine Dollar Table | Feeds a family of five and shows the receipt. Shops one supermarket shelf in the [bottom-shelf cook-off].
Cookware Reviewer | Heavy Pan | Cooks eggs in every pan until they stick. The [two-hundred-egg durability log] has settled many arguments.
Food Blogger | Sunday Pots | Cooks one big pot on Sunday and turns it into four lunches. Sends a [leftovers decision tree] to 18,000 subscribers.
Cooking Teacher | Knife & Onion | Teaches first-apartment cooks in a community kitchen in {city}. Starts every course with the [forty-onion evening].
Recipe Archivist | Stained Pages | Cooks from handwritten recipe cards bought at estate sales. Tries to find the families for the [“card comes home” episodes].
Private Chef and Creator | Back Stairs Kitchen | Cooks for other people's dinner parties and films the clean-up. Known for the [“what it really cost” breakdowns].
`,
  }),
  niche({
    topic: 'baking',
    words: 'baking, bakery, bread, cakes, pastry, chocolate, dessert, sourdough, cookies, sweets',
    audience: 'home bakers, bread lovers',
    interests: 'baking, sourdough, pastry, cake decorating, chocolate, gluten-free baking, grains, bread',
    skills:
      'baking, pastry, recipe testing, cake decorating, teaching, food photography, small-batch production, video tutorials',
    handles: 'bakes, crumb, dough, loaf, flour, butter',
    people: `
Sourdough Baker | Cold Proof | Bakes forty loaves a week from a garage and a waiting list. Diagnoses strangers' bread in the [crumb clinic].
Pastry Chef | Lamination Station | Left hotel kitchens to teach croissants to patient people. The [72-hour croissant diary] never skips the failures.
Gluten-Free Baker | Other Flours | Develops gluten-free bakes that pass at a children's party. Labels each recipe with the [“did anyone notice” score].
Cake Decorator | Leaning Tier | Decorates wedding cakes and delivers them through {city} traffic. Films the [dashboard delivery runs] with one hand on the box.
Chocolate Maker | Husk & Bean | Roasts cacao in 3-kilo batches and explains origin without poetry. Ships a [blind tasting flight] four times a year.
Cookie Creator | Same Dough Twice | Bakes one dough two ways and lets the office vote. Has run the [butter temperature experiment] 31 times.
Baking Historian | Ration Book Bakes | Recreates bakes from wartime leaflets and community cookbooks. Rates them in the [“would we eat it again” column].
`,
  }),
  niche({
    topic: 'coffee and drinks',
    words:
      'coffee, tea, drinks, beverage, beverages, wine, beer, cocktails, non-alcoholic, barista, espresso, juice, water',
    audience: 'coffee drinkers, sober-curious people, home bartenders',
    interests: 'coffee, espresso, tea, non-alcoholic drinks, cocktails, natural wine, home brewing, cafe culture',
    skills:
      'coffee roasting, barista training, sensory evaluation, mixology, event hosting, writing, product reviews, video production',
    handles: 'brews, pours, sips, roasts, cups, steeps',
    people: `
Coffee Educator | Second Crack | Teaches home espresso without contempt for pod machines. Runs the [“bring your worst beans” night] in {city}.
Tea Writer | Long Steep | Brews the same leaf ten times and writes down each cup. Hosts a [silent tea table] on the first Sunday of the month.
Alcohol-Free Drinks Reviewer | Zero Hour | Has reviewed 340 alcohol-free bottles since quitting in 2019. The [“would a drinker notice” panel] is made up of bartenders.
Coffee Roaster | Gate 9 Roasters | Roasts small lots and prints the price paid to the farm on the bag. Posts the [under-roasted and over-roasted side by sides].
Bartender and Creator | Last Call Lab | Rebuilds bar classics with what a corner shop sells. Keeps a [notebook of drinks invented by mistake].
Natural Wine Importer | Cloudy Bottle | Imports from growers with fewer than five hectares. Explains one fault per week in the [“is it meant to taste like this” videos].
Home Brewer | Bathtub Batch | Brews ginger beer and kvass in a rented flat. Shares [batch sheets with every exploded bottle] noted.
`,
  }),
  niche({
    topic: 'plant-based and world cuisines',
    words:
      'vegan, vegetarian, plant-based, plant based, organic, restaurant, restaurants, spice, spices, cuisine, healthy eating, street food, allergies',
    audience: 'plant-based eaters, curious cooks, restaurant goers',
    interests:
      'plant-based cooking, vegan food, world cuisines, restaurants, spices, street food, fermentation, allergy-friendly food',
    skills:
      'recipe development, restaurant criticism, fermentation, nutrition, cultural storytelling, food photography, hosting, sourcing',
    handles: 'spices, plants, feasts, greens, pickles, plates',
    people: `
Vegan Recipe Creator | Loud Vegetables | Cooks plant-based food for people who are not vegan and do not intend to be. The [“butcher tries it” episodes] decide what gets published.
Restaurant Critic | Strip Mall Stars | Reviews family restaurants next to dry cleaners and tyre shops. Publishes the [“one dish worth the drive” list] each quarter.
Fermentation Teacher | Salt by Weight | Fills jars with people at markets and answers panicked mail later. Runs the [“is this mould” hotline] on Mondays.
Spice Importer | Whole Seed | Buys from six farms and toasts on demand. Prints a [three-dishes card] for every spice so that no jar dies in a drawer.
Allergy-Friendly Food Writer | Free Table | Cooks without nuts, egg or dairy for a school of 300. The [label change alerts] warn parents when brands swap ingredients.
Diaspora Cook | Two Grocery Lists | Cooks family dishes with what {city} supermarkets carry. Records elders for the [“pinch and handful” measurements project].
Street Food Photographer | Steam & Foil | Photographs night-market cooks and pays for every plate. Turned the [hands-only portraits] into a travelling exhibition.
`,
  }),
];
