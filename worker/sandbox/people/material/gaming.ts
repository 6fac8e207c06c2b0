import { niche } from '../niche.ts';

export const gaming = [
  niche({
    topic: 'indie and cosy games',
    words: 'indie, cozy, cosy, games, game, gaming, pc, switch, farming, puzzle, steam, developers, story',
    audience: 'cosy gamers, indie game fans',
    interests:
      'indie games, cosy games, puzzle games, game design, narrative games, pixel art, demos, game preservation',
    skills:
      'streaming, game criticism, video essays, community management, game design, pixel art, video editing, interviewing',
    handles: 'plays, pixels, cozy, indie, quests, saves',
    people: `
Cosy Game Streamer | Teapot Save File | Plays gentle games for people on night shift, with a kettle on mic. Hosts a [two a.m. farming hour] with a loyal chat.
Indie Game Critic | Under Ten Hours | Reviews only games that respect an evening. The [“finished it in one sitting” shelf] holds 96 titles.
Game Designer | Paper Lantern Games | Makes puzzle games alone and shows every discarded level. Runs a [playtest picnic] in a {city} park.
Demo Festival Guide | Forty Demos | Plays forty demos per festival and emails developers what confused them. Publishes the [ten-minute first-impression cards].
Narrative Designer | Branching Tea | Writes dialogue for small studios and reads it aloud on stream. The [“worst line wins” night] is open to all writers.
Pixel Artist | Sixteen Colours | Draws one sprite a day within sixteen colours. Teaches beginners in the [tiny animation lunch break].
Game Preservationist | Disc Rot | Saves games from failing discs and closed servers. Interviews the makers for the [last copy podcast].
`,
  }),
  niche({
    topic: 'esports and competitive play',
    words:
      'esports, competitive, fps, shooter, moba, tournament, headset, mouse, keyboard, peripherals, team, ranked, coaching',
    audience: 'ranked players, esports fans',
    interests:
      'esports, competitive gaming, fps games, fighting games, gaming peripherals, mechanical keyboards, tournaments, player health',
    skills:
      'shoutcasting, esports coaching, streaming, hardware reviews, tournament organisation, data analysis, sponsorship, live production',
    handles: 'frags, ranked, clutch, casts, aims, combo',
    people: `
Esports Caster | Desk Two | Casts the lower brackets that nobody else covers. Prepares with a [hand-drawn player card for every rookie].
Fighting Game Coach | Neutral Game | Coaches adults who returned to arcades after fifteen years. Breaks down one loss in the [“how I lost that” clips].
Peripheral Reviewer | Click Latency | Measures mice with a home-built rig and publishes the code. Readers trust the [no-loan hardware rule].
Collegiate Esports Director | Lakeshore College Esports | Runs eight college teams and makes them sleep. Wrote the [travel and homework handbook] other schools copy.
Keyboard Builder | Thock Shop | Builds mechanical keyboards for typists and players. Records a [sound library of 240 switches].
Player Health Coach | Wrist & Rest | A physiotherapist who works with esports teams on hands and backs. Leads the [between-maps stretch] on stream.
Tournament Organiser | Basement Bracket | Runs monthly fighting-game brackets in {city} with free childcare. Posts the [full budget after every event].
`,
  }),
  niche({
    topic: 'tabletop and role-playing',
    words:
      'tabletop, board games, board game, rpg, dungeons, dice, cards, miniatures, puzzles, party games, family games, toys',
    audience: 'board game groups, game masters, families',
    interests: 'board games, tabletop rpgs, miniature painting, card games, game nights, dice, puzzles, family games',
    skills:
      'rules teaching, game mastering, miniature painting, event hosting, reviews, illustration, crowdfunding, writing',
    handles: 'rolls, dice, meeples, tabletop, tavern, cards',
    people: `
Board Game Teacher | Rules in Five | Teaches any game in five minutes or hands it back. Films the [“teach, play, argue” evenings] with neighbours.
Game Master | Soft Dungeon | Runs role-playing sessions for shy teenagers at a library. Shares [one-page adventures with no combat].
Miniature Painter | Wet Palette | Paints armies slowly and repairs other people's first attempts. Mails back figures in the [second coat exchange].
Family Game Reviewer | Ages Six to Sixty | Reviews games with a panel of cousins. Marks down anything that fails the [sore loser test].
Puzzle Designer | Missing Piece | Cuts wooden puzzles with one deliberate joke per box. Hosts the [blind puzzle night] where nobody sees the picture.
Crowdfunding Adviser | Stretch Goal | Has shipped nine tabletop games and lost money on two. Publishes the [freight invoice breakdown] after each.
Board Game Cafe Owner | The Long Turn | Runs a cafe with 1,100 games and no wifi in {city}. Picks strangers for the [open table Thursdays].
`,
  }),
  niche({
    topic: 'retro, mobile and family gaming',
    words:
      'retro, console, consoles, mobile, arcade, kids gaming, parents, vr, nintendo, family, minecraft, handheld, streaming, streamers',
    audience: 'retro collectors, gaming parents, mobile players',
    interests:
      'retro games, handheld consoles, mobile games, arcade machines, family gaming, virtual reality, console repair, speedrunning',
    skills:
      'console repair, streaming, video essays, parental guidance, hardware modding, reviews, event hosting, speedrunning',
    handles: 'retro, arcade, cartridge, respawn, speedruns, coinop',
    people: `
Console Repairer | Blow on It | Repairs cartridges and handhelds older than most viewers. The [mail-in resurrection Mondays] never turn a machine away.
Retro Collector | Shelf Forty | Collects regional box art and the stories of translators. Wrote the [lost manuals archive] page by page.
Gaming Parent | Co-op at Six | Plays with two kids and rates games on tantrums. The [“can you pause it” guide] should be on every box.
Speedrunner | Nine Frames | Runs an old platform game for charity, 14 hours at a time. Explains tricks in the [slow version of a fast run].
Mobile Game Reviewer | Thumb Tax | Reviews phone games and adds up what they try to charge. Updates the [no-ads, no-timers list] weekly.
VR Fitness Streamer | Headset Sweat | Works out in virtual reality in a very small flat. Reports each [lamp and shin incident] truthfully.
Arcade Operator | Quarter Night | Restores coin-op machines and runs a free-play night in {city}. Documents the [four-month pinball rebuild].
`,
  }),
];
