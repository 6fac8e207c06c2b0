import { niche } from '../niche.ts';

export const health = [
  niche({
    topic: 'nutrition and dietetics',
    words: 'nutrition, diet, dietitian, supplements, vitamins, healthy, weight, gut, meal, diabetes, snacks, organic',
    audience: 'people with diabetes, families eating better',
    interests:
      'nutrition, gut health, diabetes care, healthy eating, intuitive eating, supplements, label reading, sports nutrition',
    skills:
      'dietetics, nutrition counselling, recipe analysis, science communication, group coaching, writing, research, video production',
    handles: 'nourish, eatswell, dietitian, fibre, plate, balanced',
    people: `
Registered Dietitian | Add, Don't Subtract | Never takes a food away, only adds one. The [one-addition lunch makeovers] use what followers already pack.
Diabetes Educator | Steady Line | Lives with type 1 diabetes and teaches others to read their curves. Eats one meal twice in the [“same plate, two walks” test].
Gut Health Researcher | Good Culture | Explains microbiome papers over breakfast. Keeps the [“claims we cannot support” list].
Sports Dietitian | Fuel Window | Feeds teenage swimmers and their worried parents. Packs the [cool bag for a six a.m. meet] on camera.
Hospital Dietitian | Tray Nine | Works to make hospital food edible in {city}. Runs the [staff taste panel at midnight].
Nutrition Writer | Footnote Food | Traces health headlines back to the study. Sends the [“mouse or human” newsletter].
Prenatal Nutritionist | Crackers First | Helps pregnant people who can only eat beige food. Compiled the [nausea-proof shopping list].
`,
  }),
  niche({
    topic: 'mental health',
    words:
      'mental health, therapy, therapist, anxiety, stress, burnout, mindfulness, meditation, sleep, adhd, wellbeing, coaching',
    audience: 'people with burnout, adults with adhd',
    interests: 'mental health, burnout recovery, adhd, sleep, mindfulness, therapy, workplace wellbeing, grief support',
    skills:
      'counselling, psychoeducation, group facilitation, writing, podcasting, workplace training, coaching, crisis support',
    handles: 'mind, calm, talks, gently, rest, feels',
    people: `
Clinical Psychologist | Fifty Minutes | Explains what happens in a first therapy session, minute by minute. Answers in the [“questions you would not ask aloud” series].
Burnout Coach | Out of Office | A former project manager who burnt out twice. Publishes a [return-to-work plan in half days].
ADHD Creator | Eleven Tabs | Finds systems that work for four days and says so on the fifth. The [abandoned planner museum] has 38 exhibits.
Sleep Therapist | Awake at Three | Treats insomnia without telling anyone to relax. Broadcasts the [three a.m. club] twice a month.
Grief Counsellor | The Empty Chair | Works with people in the second year, when the cards have stopped coming. Writes [letters for hard dates].
Workplace Wellbeing Lead | Good Shift | Looks after 2,000 hospital staff in {city}. Measures the [breaks actually taken].
Meditation Teacher | Fidget Sit | Teaches meditation to people who cannot sit still. Records the [washing-up meditations].
`,
  }),
  niche({
    topic: 'physical therapy and medicine',
    words:
      'physiotherapy, physical therapy, doctor, nurse, medical, pain, back pain, clinic, healthcare, patients, rehab, seniors, devices',
    audience: 'people with chronic pain, carers, clinicians',
    interests:
      'physiotherapy, chronic pain, rehabilitation, nursing, public health, healthy ageing, medical devices, patient advocacy',
    skills:
      'physiotherapy, patient education, nursing, public speaking, clinical research, video demonstrations, writing, advocacy',
    handles: 'physio, rehab, ward, clinic, heals, rounds',
    people: `
Physiotherapist | Take the Stairs | Treats backs that have tried everything. The [“exercises in work boots” series] began on a building site.
Emergency Nurse and Writer | Triage Notes | Writes about what people should have brought along. The [one-page hospital bag list] has travelled far.
Family Doctor | Ten Past Nine | Sees 28 patients a day and explains one worry each evening. Known for the [“when to wait, when to come” chart].
Chronic Pain Advocate | Spoon Drawer | Lives with pain and reviews kettles, chairs and taxis accordingly. Runs the [“products that hurt less” index].
Occupational Therapist | Reach & Grip | Adapts kitchens and cars for people after a stroke in {city}. Shares [ten-dollar home adaptations].
Geriatric Nurse | Eighty Plus | Visits people over eighty and carries their stories on. Films the [balance class in the hallway].
Public Health Communicator | Clean Chart | Turns health statistics into something you can tell your uncle. Draws the [back-of-a-napkin epidemiology].
`,
  }),
  niche({
    topic: 'family and reproductive health',
    words:
      'women, womens health, menopause, pregnancy, postpartum, baby, babies, midwife, fertility, period, family health, parents, children',
    audience: 'new parents, people in menopause',
    interests:
      'pregnancy, postpartum recovery, menopause, pelvic health, infant sleep, period health, fertility, breastfeeding',
    skills:
      'midwifery, lactation support, pelvic floor therapy, group facilitation, patient education, writing, podcasting, coaching',
    handles: 'midwife, newborn, bloom, pelvic, pause, cradle',
    people: `
Midwife and Educator | Third Trimester | Has attended 1,300 births and answers the embarrassing questions. Teaches the [birth plan on a postcard].
Pelvic Health Physiotherapist | Below the Belt | Talks about leaks as calmly as about knees. The [trampoline return plan] gets runners back in twelve weeks.
Menopause Coach | Warm Spells | Coaches through menopause at work and brings a fan. Interviews managers for the [“what helped my team” conversations].
Lactation Consultant | Latch | Visits homes in {city} on the fourth night, when it is worst. Hosts the [two a.m. text line].
Fertility Writer | Two Week Wait | Writes from five years of treatment, without a miracle ending. Publishes [question lists for clinic appointments].
Infant Sleep Consultant | No Cry No Pressure | Helps parents sleep more, sometimes without changing the baby. Keeps [real night logs from real families].
Period Health Educator | Day Fourteen | Teaches cycle health in schools, sport clubs and prisons. Carries the [question box nobody signs].
`,
  }),
];
