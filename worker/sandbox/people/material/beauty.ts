import { niche } from '../niche.ts';

export const beauty = [
  niche({
    topic: 'skincare science',
    words:
      'skincare, skin, serum, moisturizer, spf, sunscreen, acne, dermatology, natural, ingredients, cosmetics, cream',
    audience: 'skincare beginners, people with sensitive skin',
    interests:
      'skincare, ingredient science, sunscreen, sensitive skin, acne care, cosmetic chemistry, clean beauty, barrier repair',
    skills:
      'cosmetic chemistry, science communication, product testing, skin consultation, video production, formulation, copywriting, brand partnerships',
    handles: 'skin, serums, glow, spf, barrier, formulates',
    people: `
Cosmetic Chemist | Emulsion Notes | Formulates moisturisers by day and reads labels aloud by night. The [“is it worth the jar” videos] compare price with what is inside.
Licensed Esthetician | Quiet Skin Room | Treats teenagers and night-shift nurses with reactive skin in {city}. Shares [three-product routines under thirty dollars].
Sunscreen Reviewer | Cast-Free | Has worn 180 sunscreens on a run, on video and under make-up. Keeps the [white-cast gallery across skin tones].
Skincare Educator | Patch Test | Answers one question a day with a study and a plain sentence. Started the [stop-buying-things month] that brands now join.
Acne Recovery Creator | Texture Diaries | Photographs the same cheek in the same light for three years. Talks honestly in the [bad-skin-day check-ins].
Pharmacist and Creator | Counter Talk | Explains creams across a real pharmacy counter after closing time. The [“what not to mix” chart] hangs in several shops.
Indie Skincare Founder | Oat & Tide | Makes four products and refuses to make a fifth. Posts the [batch diary with every failed test].
`,
  }),
  niche({
    topic: 'make-up artistry',
    words: 'makeup, make-up, cosmetics, lipstick, palette, bridal, artist, foundation, lashes, brows',
    audience: 'make-up lovers, brides, beginners over forty',
    interests:
      'make-up, bridal make-up, colour cosmetics, stage make-up, brows, lipstick, beauty tutorials, vegan beauty',
    skills:
      'make-up artistry, tutorial production, colour matching, bridal styling, special effects make-up, teaching, live streaming, product reviews',
    handles: 'paints, lips, blush, brushes, face, pigment',
    people: `
Bridal Make-up Artist | Veil & Brush | Does faces for outdoor weddings in any weather, ninety a year. Tests every base in the [hug-and-cry trial].
Make-up Artist | After Forty Faces | Films tutorials for hooded eyes and reading glasses. The [“ten minutes, no mirror light” series] is shot in an actual bathroom.
Stage Make-up Designer | Third Balcony | Designs faces for a repertory theatre and shrinks the looks for daily life. Shares [sketches next to the finished show face].
Lipstick Collector | One Red a Day | Owns 412 red lipsticks and can tell them apart. Runs the [blind coffee-cup transfer test].
Special Effects Artist | Latex Pantry | Makes convincing wounds from kitchen ingredients for student films. The [five-dollar monster challenge] returns each October.
Drugstore Beauty Reviewer | Aisle Seven | Recreates luxury looks from one pharmacy aisle. Buys nothing over twelve dollars in the [receipt-on-screen reviews].
Brow Specialist | Archive Brows | Corrects the brows of the nineties one client at a time. Teaches the [six-hair rule] in sold-out evening classes.
`,
  }),
  niche({
    topic: 'hair care',
    words: 'hair, curls, curly, salon, barber, shampoo, braids, colour, haircare, scalp, wigs, beard',
    audience: 'people with textured hair, salon owners',
    interests:
      'curly hair, natural hair, hair colour, barbering, protective styles, scalp health, braiding, hair tools',
    skills:
      'hairdressing, colour correction, barbering, braiding, education, video tutorials, salon management, product testing',
    handles: 'curls, coils, fades, strands, braids, salon',
    people: `
Curl Specialist | Spring & Coil | Cuts curls dry and explains every snip. Runs a [monthly wash-day club] for parents learning their child's hair.
Barber and Educator | Saturday Fade | Teaches fades to apprentices and films the mistakes too. The [first-haircut mornings] are free for kids with sensory needs.
Colour Correction Stylist | Box Dye Rescue | Fixes home colour, no questions asked. Breaks down each case in the [“how long it really took” posts].
Braider and Creator | Parted Lines | Braids on a porch in {city} and times every style. Publishes a [take-down and care calendar] with each tutorial.
Trichologist | Root Level | Looks at scalps through a microscope and calms people down. Answers in the [shedding season question hour].
Hair Tool Tester | Heat Check | Measures straighteners with a thermal camera. The [burnt-tissue paper test] is not popular with manufacturers.
Salon Owner | Low Tide Salon | Runs a salon without small talk for people who like silence. Writes about pricing in the [“open books” series for salon owners].
`,
  }),
  niche({
    topic: 'nails and fragrance',
    words: 'nails, nail, manicure, perfume, fragrance, scent, candles, spa, bath, body, self-care',
    audience: 'nail art fans, fragrance collectors',
    interests: 'nail art, perfume, niche fragrance, manicure, home spa, bath products, scented candles, self-care',
    skills: 'nail art, fragrance evaluation, product photography, writing, teaching, retail, macro video, blending',
    handles: 'nails, scents, notes, polish, sillage, lacquer',
    people: `
Nail Artist | Tiny Murals | Paints landscapes on thumbnails under a magnifier. Takes requests for the [“hometown on a nail” series].
Fragrance Writer | Dry Down | Describes perfume without the words fresh or sexy. Keeps a [smell map of {city}] that readers add to.
Press-on Nail Founder | Ten Minutes Off | Hand-paints press-on sets for nurses and mechanics who cannot wear polish at work. Films the [shift-start to shift-end wear tests].
Perfume Reviewer | Blotter Room | Wears one scent for a full week before saying a word. The [elevator reactions list] is better than any rating.
Manicurist | Short Nails Welcome | Cares for bitten and broken nails, with a waiting list and no judgement. Posts the [ninety-day regrowth stories].
Indie Perfumer | Rain Barrel | Blends scents after weather: first frost, hot tar, wet wool. Mails subscribers a [sample of one failed accord] each month.
Home Spa Creator | Bath at Nine | Tests bath products after the children are asleep. The [parent-approved “under ten minutes” list] is pinned for a reason.
`,
  }),
];
