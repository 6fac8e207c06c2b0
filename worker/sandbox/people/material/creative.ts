import { niche } from '../niche.ts';

export const creative = [
  niche({
    topic: 'graphic design and illustration',
    words:
      'design, designer, graphic, illustration, illustrator, typography, logo, print, art, branding, fonts, posters',
    audience: 'designers, art directors, print lovers',
    interests:
      'graphic design, illustration, typography, poster design, lettering, print making, branding, design tools',
    skills:
      'graphic design, illustration, typography, brand identity, lettering, risograph printing, teaching, art direction',
    handles: 'draws, type, inks, prints, sketches, kerning',
    people: `
Illustrator | Two Brushes | Draws for magazines and teaches nurses to sketch on breaks. Posts the [seven rejected roughs] beside the final.
Type Designer | Lowercase Studio | Draws typefaces for small newspapers. Photographs [shop signs before they vanish] across {city}.
Brand Designer | Slow Logo | Takes six weeks for a logo and explains every one of them. Runs the [“logo without a computer” workshop].
Poster Artist | Wheatpaste Weekly | Prints a poster about one overlooked person each week. Hangs the [first copy of every print] on their own street.
Lettering Artist | Wobbly Serif | Paints shop windows by hand, in rain if needed. Films the [“backwards on glass” lettering].
Print Maker | Riso Room | Runs a shared risograph for people without a studio. Hosts the [misprint exchange] every quarter.
Design Educator | Grid & Glue | Teaches layout with scissors before software. Assigns the [“one font for a month” task].
`,
  }),
  niche({
    topic: 'photography',
    words:
      'photography, photographer, photo, camera, cameras, portrait, wedding, film photography, lightroom, prints, studio',
    audience: 'photographers, couples, photo beginners',
    interests:
      'photography, portrait photography, film photography, wedding photography, photo editing, documentary photography, darkroom, photo books',
    skills:
      'photography, photo editing, lighting, portrait direction, darkroom printing, teaching, visual storytelling, client management',
    handles: 'shoots, frames, lens, darkroom, portraits, film',
    people: `
Portrait Photographer | Flat Light | Photographs people who hate photographs. Works from the [ten-question warm-up].
Documentary Wedding Photographer | Uncle With a Camera | Shoots weddings without a single posed picture. Delivers the [hands and feet album] as a second set.
Film Photographer | Expired Stock | Shoots film ten years past its date. Shares the [“one roll, no deletions” posts].
Photo Educator | Phone First | Teaches shopkeepers to photograph with the phone they have. Sends out a [light homework every weekend].
Street Photographer | Same Corner | Has photographed one crossing in {city} for six years. Sorts it into the [“umbrellas, arguments and dogs” archive].
Darkroom Printer | Red Bulb | Prints other people's negatives by hand. Opens the [community darkroom nights] to anyone.
Photo Editor | Contact Sheet | Chooses pictures for a weekly and explains each choice. The [second-best frame column] is the real lesson.
`,
  }),
  niche({
    topic: 'video and music production',
    words:
      'video, film, filmmaking, filmmaker, music, musician, audio, podcast, sound, editing, animation, youtube, studio, producer',
    audience: 'video makers, musicians, podcasters',
    interests:
      'filmmaking, video editing, music production, sound design, animation, documentary, home studios, podcasting',
    skills:
      'video editing, cinematography, sound design, music production, animation, scriptwriting, colour grading, mixing',
    handles: 'films, cuts, sounds, mixes, loops, scenes',
    people: `
Documentary Filmmaker | Long Lens Films | Makes ten-minute films about people who repair things. Screens them in the [workshop cinema evenings].
Music Producer | Bedroom North | Produces songs for singers who have never recorded. Starts from a [voice memo, whatever the quality].
Sound Designer | Gravel & Celery | Records vegetables and car doors for games. Gives away a [sound of the week pack].
Video Editor | Rough Cut Club | Edits other people's chaos into six minutes. Critiques beginners in the [“first cut, no mercy” calls].
Animator | Twelve Frames | Animates paper on a desk in {city}. Posts the [“one second per day” film].
Composer | Lift Music | Writes short music for museums and lifts. Collects [hums from strangers] as starting points.
Home Studio Builder | Egg Cartons Don't Work | Treats small rooms with bookshelves and blankets. Measures each in the [clap test tour].
`,
  }),
  niche({
    topic: 'writing, craft and architecture',
    words:
      'writer, writing, author, publishing, architecture, architect, craft, ceramics, woodworking, theatre, museum, gallery, ux, product design',
    audience: 'writers, makers, design-minded readers',
    interests: 'creative writing, publishing, architecture, woodworking, ux design, theatre, galleries, product design',
    skills: 'writing, editing, architecture, woodworking, ux research, curation, product design, teaching',
    handles: 'writes, carves, builds, planks, curates, essays',
    people: `
Novelist and Teacher | Draft Zero | Teaches people to finish bad first drafts. Hosts the [five hundred words in a laundromat mornings].
Architect | Spare Wall | Designs extensions for ordinary terraces and explains the drawings. Publishes the [permit timeline of every project].
Woodworker | Off-Cut | Builds stools only from leftovers. Sells the [“pay what the wood was worth” series].
UX Researcher | Five Users | Interviews strangers about ticket machines. Shares the [“confused face” field notes].
Gallery Curator | The Back Room | Shows artists over sixty for the first time in {city}. Writes [wall texts that a ten-year-old approved].
Playwright | Two Hander | Writes plays for two actors and one chair. Tests scenes at the [“read it cold” Tuesdays].
Product Designer | Round Corners | Designs kettles and hearing aids. Keeps the [prototype graveyard] on an open shelf.
`,
  }),
];
