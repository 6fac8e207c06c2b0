import { niche } from '../niche.ts';

export const fashion = [
  niche({
    topic: 'sustainable fashion',
    words: 'sustainable, eco, ethical, organic, second-hand, vintage, thrift, recycled, slow fashion, clothing, resale',
    audience: 'conscious shoppers, thrift lovers',
    interests:
      'sustainable fashion, slow fashion, vintage clothing, mending, natural fibres, upcycling, capsule wardrobes, textile recycling',
    skills:
      'styling, sewing, visible mending, brand partnerships, photography, textile sourcing, content creation, pattern cutting',
    handles: 'mends, rewears, threads, thrifted, wardrobe, slowly',
    people: `
Sustainable Stylist | Thirty Pieces | Dresses clients from what they already own before buying anything new. Runs the [thirty-piece winter challenge] with 4,000 participants.
Vintage Buyer | Old Orchard Vintage | Digs through estate sales for workwear from the fifties and tells where each jacket came from. Posts [label-dating guides] that other dealers print out.
Mending Teacher | Darn Good Studio | Teaches visible mending in libraries and on video. The [“one sock, one song” lessons] last exactly as long as the track.
Upcycling Designer | Backstitch | Turns hotel linen into summer dresses, cut and sewn in {city}. Shares the [price breakdown of every garment], wages included.
Fibre Researcher and Writer | Plain Weave Notes | Explains what is really in a recycled fleece. Sends shirts to a lab and prints the results in the [Wash Tag newsletter].
Resale Creator | Twice Loved Closet | Sells and styles second-hand pieces in sizes 14 to 28. The [Sunday try-on of one thrift haul] sells out by evening.
Slow Fashion Editor | The Hem Line | Left a monthly glossy to write about clothes that last ten years. Interviews owners for the [“oldest thing I wear” column].
`,
  }),
  niche({
    topic: 'streetwear and sneakers',
    words: 'streetwear, sneakers, shoes, footwear, drops, hoodies, caps, urban, denim, youth',
    audience: 'sneaker collectors, style-minded gen z',
    interests: 'streetwear, sneakers, sneaker restoration, denim, skate culture, graphic tees, limited drops, hip hop',
    skills:
      'sneaker restoration, trend spotting, video editing, community building, screen printing, merchandising, photography, live selling',
    handles: 'laced, kicks, fits, soles, drops, denim',
    people: `
Sneaker Restorer | Sole Hospital | Brings yellowed soles back to white and films every step. The [rescued-from-the-bin series] starts with pairs worth nothing.
Streetwear Photographer | Corner Light | Shoots fits outside of skate shops and barbershops in {city}. Prints a [twelve-page zine of strangers] every season.
Denim Collector | Rope Dyed | Wears raw denim for a year and documents the fades month by month. Hosts a [wash-day meet-up] where nobody washes anything.
Streetwear Brand Founder | Late Bus | Prints graphic tees in runs of 80 and never restocks. Lets buyers vote on the [one design that gets cut] each drop.
Sneaker Analyst | Resell Index | Tracks resale prices of 300 models and explains why most are a bad bet. Publishes the [Monday price board].
Outfit Creator | Three Ways | Styles one thrifted item three ways in under a minute. Followers mail in pieces for the [“send me your worst jacket” episodes].
Footwear Designer | Curbside | Draws skate shoes and tests them on an actual curb. Sketches live in the [open studio hour] on Fridays.
`,
  }),
  niche({
    topic: 'workwear and tailoring',
    words: 'suits, tailoring, menswear, office, professional, workwear, formal, accessories, leather, watches',
    audience: 'young professionals, grooms, office dressers',
    interests: 'tailoring, menswear, business casual, leather goods, watches, shirt making, personal style, shoe care',
    skills:
      'tailoring, personal styling, fit consulting, leather craft, copywriting, e-commerce, workshop teaching, photography',
    handles: 'tailored, cloth, lapel, dresses, stitched, buttoned',
    people: `
Made-to-Measure Tailor | Halyard & Pin | Cuts suits for people who hate suits. Posts [fitting-room notes with the client's worries] left in.
Personal Stylist | Monday Ready | Builds work wardrobes for people returning after parental leave. Known for the [ten-hanger method] and a ban on the word flattering.
Leather Craftsperson | Saddle Row | Hand-stitches briefcases, about forty a year. The [“bag after ten years” photographs] come from the first customers.
Menswear Writer | Half Windsor | Answers one reader's dress-code question each morning. Compiled the [honest guide to wedding-guest clothes] that keeps going around.
Watch Enthusiast | Under 500 | Reviews watches that cost less than a month's rent. Times each one in the [thirty-day drift test].
Shoe Care Specialist | Polish & Last | Runs a shoeshine stand in an office lobby and talks to everyone. The [commuter shoe rescues] started as a joke between shifts.
Shirtmaker | Collarstay | Makes shirts for long arms, short torsos and everyone else the shops forget. Shares the [pattern tweak of the week] with home sewers.
`,
  }),
  niche({
    topic: 'inclusive and everyday style',
    words:
      'plus size, petite, modest, inclusive, women, womenswear, dresses, everyday, outfits, jewelry, jewellery, bags',
    audience: 'everyday dressers, plus-size and petite shoppers',
    interests:
      'everyday outfits, plus-size fashion, petite fashion, modest fashion, jewellery, handbags, colour theory, adaptive clothing',
    skills:
      'styling, try-on videos, brand partnerships, colour analysis, jewellery making, live selling, copywriting, community management',
    handles: 'styled, wears, everyday, outfits, looks, inprint',
    people: `
Petite Style Creator | Five Foot Nothing | Finds trousers that need no hemming, and says so when there are none. The [fitting-room honesty reels] show every size tried.
Plus-Size Stylist | Full Measure | Styles real clients from size 18 up for interviews and first dates. Publishes a [returns diary] with brand, size and reason.
Modest Fashion Creator | Layered Days | Layers high-street finds for work, school runs and weddings. Runs the [“same scarf, seven outfits” week] each spring.
Jewellery Maker | Copper Finch | Casts small runs of silver rings from beach-found shapes. Each drop comes with a [voice note on where the shape was found].
Adaptive Fashion Advocate | Side Zip | Reviews clothing for wheelchair users and tests every fastener one-handed. Consults brands after the [pocket audit videos] took off.
Colour Analyst | Paint Chip Studio | Matches people with colours using hardware-store paint chips. Does [ten-minute porch consultations] all around {city}.
Handbag Reviewer | What Fits | Packs every bag with the same laptop, bottle and umbrella. The [“does-it-close” test] has ended several sponsorships.
`,
  }),
];
