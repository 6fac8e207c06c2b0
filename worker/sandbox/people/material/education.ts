import { niche } from '../niche.ts';

export const education = [
  niche({
    topic: 'classroom teaching',
    words:
      'teachers, teacher, classroom, school, schools, students, learning, k-12, education, curriculum, stationery, books, reading, literacy',
    audience: 'teachers, school leaders',
    interests:
      'classroom teaching, literacy, lesson planning, education technology, reading, school supplies, inclusive education, assessment',
    skills:
      'teaching, curriculum design, classroom management, teacher training, public speaking, illustration, video production, mentoring',
    handles: 'teaches, classroom, chalk, lessons, readers, desk',
    people: `
Primary School Teacher | Room Eleven | Teaches thirty seven-year-olds and films the classroom after they leave. Shares a [Sunday set-up of one lesson] with every template.
Reading Specialist | Slow Readers Club | Helps ten-year-olds who were told that they cannot read. Records the [“first book finished” interviews].
High School Physics Teacher | Cart & Ramp | Builds experiments out of bicycle parts and string. The [failed demo reel] is the students' favourite lesson.
Education Technology Coach | Plug It Back In | Trains teachers in nine schools on tools that survive a bad network. Rates apps on the [substitute teacher test].
Special Education Teacher | Visual Timetable | Makes visual supports and gives them all away. Hosts a [makers' evening for classroom aids] in {city}.
School Librarian | Overdue & Proud | Runs a library where food is allowed and silence is not. Publishes the [“books kids stole this year” list].
Teacher Mentor | First Year Survival | Mentors new teachers through the dark weeks of November. Sends the [Friday voice note for tired teachers].
`,
  }),
  niche({
    topic: 'languages and tutoring',
    words:
      'language, languages, tutoring, tutor, english, spanish, exam, test prep, homework, students, university, study, flashcards',
    audience: 'language learners, exam students',
    interests:
      'language learning, tutoring, study skills, exam preparation, bilingual families, flashcards, pronunciation, university applications',
    skills:
      'tutoring, language teaching, curriculum design, coaching, podcasting, video lessons, linguistics, translation',
    handles: 'speaks, studies, tutors, verbs, lingo, notes',
    people: `
Language Teacher | Kitchen Spanish | Teaches Spanish by cooking, mistakes and burnt rice included. Hosts [one-pan conversation classes] online.
Study Skills Coach | Blank Page Hour | Helps students with ADHD finish things. Opens a [silent study room at six] every weekday.
Pronunciation Coach | Minimal Pairs | Works with nurses and engineers on being understood, not on losing an accent. Draws the [tongue maps for difficult sounds].
Maths Tutor | Show Your Working | Explains one exam question a day on the back of an envelope. The [wrong answer of the day] teaches more than the right one.
Bilingual Family Creator | Two Words for Moon | Raises children in two languages and tells when it fails. Swaps stories in the [“grandparents on video call” series].
Admissions Adviser | First in Line | Advises first-generation students in {city}, mostly free. Annotates [real personal statements with permission].
Linguist and Podcaster | Borrowed Words | Follows one word through six languages per episode. Answers mail in the [“is it really a word” segment].
`,
  }),
  niche({
    topic: 'online courses and upskilling',
    words:
      'course, courses, online, elearning, e-learning, upskilling, career, training, bootcamp, certification, adult, workshops, creators',
    audience: 'career changers, course creators, lifelong learners',
    interests:
      'online courses, adult learning, career change, instructional design, cohort learning, workshops, certifications, lifelong learning',
    skills:
      'instructional design, course production, facilitation, career coaching, community building, copywriting, learning analytics, webinars',
    handles: 'learns, courses, upskills, cohort, workshop, curious',
    people: `
Instructional Designer | Less Slides | Rebuilds compliance training so that people stay awake. Publishes the [slide deck before-and-afters].
Career Change Coach | Second Draft Careers | Left law at 41 and now helps others to leave well. Runs a [try-a-job week] with employers in {city}.
Course Creator | Tiny Syllabus | Makes courses that take one weekend and no longer. Reveals [completion rates for every cohort], the bad ones too.
Corporate Trainer | Third Chair | Trains new managers in hospitals and hotels. Known for the [awkward conversation rehearsals].
Community College Instructor | Evening Section | Teaches bookkeeping to adults after their shift. Records [ten-minute recaps for missed buses].
Learning Analyst | Forgetting Curve | Reads learning research and tries it on real classes. Sends a [one-study summary] each Wednesday.
Webinar Host | Cameras Optional | Runs live workshops that start and end on time. Coaches speakers with the [first ninety seconds drill].
`,
  }),
  niche({
    topic: 'early years and science for kids',
    words:
      'kids, children, toddlers, toys, montessori, stem, science, homeschool, homeschooling, parents, preschool, museum, crafts',
    audience: 'parents of young children, homeschoolers',
    interests:
      'early childhood, stem for kids, homeschooling, educational toys, museums, picture books, outdoor learning, kids crafts',
    skills:
      'early childhood education, science communication, activity design, storytelling, illustration, museum education, video production, writing',
    handles: 'kidlab, plays, tinkers, little, explores, crayon',
    people: `
Science Communicator for Children | Sink or Float | Answers questions from six-year-olds with kitchen experiments. The [“adults guess first” round] never goes well.
Early Years Educator | Mud Kitchen | Runs an outdoor nursery where nobody is ever too wet. Shares [one open-ended toy idea] a week.
Homeschool Parent and Writer | Table School | Teaches four children at one table and shows the messy days. Publishes the [“what we dropped this term” review].
Educational Toy Reviewer | Batteries Not Needed | Tests toys with a preschool class for a month each. Counts minutes in the [day-thirty interest chart].
Museum Educator | Please Touch | Designs museum visits for school groups in {city}. Posts [backpack trails that fit any small museum].
Picture Book Author | Left-Hand Page | Writes picture books about dull jobs that are not dull. Reads at bus depots for the [“story in a strange place” tour].
Robotics Club Leader | Loose Wires Club | Runs robotics for girls and boys aged nine and up from recycled printers. Films the [robot parade in slow motion].
`,
  }),
];
