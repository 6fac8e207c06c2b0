/**
 * What people of this trade talk about and are, in the words of the main languages. So a bio in German fits criteria in English.
 * `word`: with its common endings. `word*`: any word that begins so. `*word`: compounds that end so. `two_words`: a phrase; its words then count nowhere
 * else, which is how runner beans are no runners. Lower case, without accents.
 */
import { remembered } from '../../shared/remembered.ts';
import { plain, wordsOf } from './words.ts';

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** By domain: concepts of one domain are related. */
const FIELDS: Table = {
  outdoors: {
    hiking: `hike* hiking walk walks walking walker hillwalk* hill fell trek* munro ramble* summit mountain* mountaineer* outdoor* wander* berg* alpin* randonn* montagn* senderis*
      montan* escursion* trekking bergwand* trail_guide wandel* fjell* vandring* gory turyst*`,
    running: `run runs running runner jog* marathon* ultra* 10k trail lauf* laufer* coureu* correr corred* maraton* corsa podis*
      hardloop* lopning lober* bieg*`,
    cycling: `cycl* bike bikes biking cyclist* bicycl* ride rider *rider sportive* peloton gravel* rennrad* *radreise* *radtour* radfahr* fahrrad* velo cyclis* cicl*
      bici bicicl* pedal* fiets* wielren* sykkel* cykel* rower*`,
    climbing: `climb* boulder* kletter* escalad* arrampic* klimm*`,
    camping: `camp* bushcraft wild_camp* zelt* bivouac acampad* campegg* kamperen backpack* van_life vanlife`,
    winter_sports: `ski skiing skier snowboard* langlauf* esqui*`,
    water_sports: `surf* kayak* sail* paddle* swim* schwimm* natation nadar nuoto segel*`,
  },
  fitness: {
    fitness: `fitness gym workout* strength* pilates yoga* mobility crossfit kraftsport* muscul* gimnasi* palestra sportschool* treni* preparatore_atletic*`,
    football: `football* soccer fussball* *fussball futbol* calcio voetbal* futebol* fantacalcio basketball golf* tennis`,
    body_care: `physio* osteopath* sports_medicine fisio* massage* chiropract* rehab* podiatr* kinesi*`,
  },
  health: {
    nutrition: `nutrition* dietit* diet ernahr* nutrici* dietist* nutrizion* dieta voeding* allerg* macros`,
    medicine: `doctor nurse* medic* hospital arzt* arztin pflege* infirmi* enfermer* medecin* infermier* verpleeg* wellness* gesund* sante salud salute`,
    mind: `meditat* mindful* therap* psych* achtsam*`,
  },
  food: {
    cooking: `cook* recip* chef kitchen* meal* food foodie* koch* kuche* rezept* cuisin* recett* repas cocin* recet* platos plato_de* gastronom* cucin* ricett* chowder kook* koken kok
      matlag* opskrift* gotow* przepis* parrilla* arroces trattori* ristorant*`,
    baking: `baker* baking bake bread* sourdough cake* brot* backen backrezept* kuchen* boulang* patisser* pan_de* masa_madre reposter* pane forno taart*`,
    ingredients: `olive* aceite* aceitun* aove oil *ol huile* olio almazar* kase cheese* spice* organic_food producer* producteur* producto* productor* huerta* mercado*
      farm* local_food`,
    drinks: `wine* coffee* beer* cocktail* wein* kaffee* bier* vin vins vino* cafe cerveza* birra* wijn*`,
    street_food: `hot_dog* street_food freidora_de* air_fry* burger* snack*`,
  },
  family: {
    parenting: `parent* mum mums mummy mom moms mama mamas mutter* vater papa papas dad dads maman* mere madre* padre* kids family families famil* kinder* kind eltern* enfant* enceinte
      hijos nino* bambin* figli ouder* kinderen moeder* barn foraeldr* dzieci`,
    baby: `baby* babies newborn* nourrisson* toddler* saugling* bebe bebes tout_petit* tout-petit* petite_enfance neonat* nursery puericult* gigoteuse* berceau* allait* creche peuter*`,
    birth: `midwi* doula* pregnan* hebamm* sage-femme* sage_femme* matron* ostetric* verloskund* grossesse* embaraz* schwanger*`,
  },
  animals: {
    dogs: `dog_food dog dogs pup puppy puppies canine* collie* spaniel* terrier* greyhound* *hund hunde* hundin chien* perro* cane cani cinofil* hond honden hunden pies psy`,
    pets: `pet_food pet pets vet vets veterin* groom* rescue* tierarzt* haustier* animaux mascot* dierenarts*`,
    cats: `cat cats feline* katze* chat chats gato* gatti kat katten`,
    horses: `horse* pony ponies pferd* cheval* caballo* cavall* paard*`,
  },
  home: {
    interior: `interior* decor* nursery_design* bedroom* einricht* wohn* maison* hogar casa arredam* interieur* chambre* textile* bed_linen linen bettwasche linge`,
    crafts: `sew* knit* craft* diy handmade nahen naht* strick* couture* bricol* costura cucito naai*`,
    repair: `repair* resol* reparier* repar* riparaz*`,
    garden: `garden* allotment* runner_bean* courgette* garten* jardin* giardin* tuin* vegetable_patch`,
    household: `clean* tidy* housekeep* menage* haushalt* limpieza* pulizi* schoonmaak* rangement*`,
  },
  fashion: {
    fashion: `fashion* outfit* style stylist* mode moda clothing wardrobe* kleidung* vetement* ropa abbigliament* kleding* jewel*`,
    shoes: `shoe* boot boots footwear* insole* schuh* chaussure* zapat* scarpe* schoen*`,
    fast_fashion: `fast_fashion shein primark temu boohoo haul* try-on`,
    sneakers: `sneaker* jordan_drop* resell*`,
  },
  beauty: {
    skin: `skin* skincare dermat* *haut hautpflege* peau piel pelle huid* cosmet* kosmet*`,
    makeup: `makeup make-up maquill* trucco lipstick* schmink* beauty beaute belleza bellezza nail*`,
    hair: `hair* friseur* coiff* peluquer* parrucch* kapper*`,
  },
  travel: {
    travel: `travel* trip trips holiday* vacation* journey* *reise reisen reis reiz* voyage* viaj* viagg* vakantie* route* itinerar* borghi pueblos national_park*`,
    hotels: `hotel* accommodation* b&b unterkunft* ubernacht* hebergement* alojam* albergo* agriturism* where_to_stay`,
    luxury: `luxury* luxus* infinity_pool* lujo lusso`,
    motoring: `motorbike* motorcycl* motorrad* moto car cars auto autos trailer* trailer_repair* caravan* hitch* wheel_bear*`,
  },
  money: {
    tax: `tax taxes taxation steuer* *steuer fiscal* impot* impuesto* tasse fisco belasting* btw btw-aangifte vat skat podat*`,
    payroll: `payroll* wage* salar* lohn* *lohn entgelt* gehalt* sozialversicher* paie nomina* busta_pag* buste_pag* loonadm* salarisadm* lonn* datev`,
    accounting: `account account* bookkeep* cpa buchhalt* buchfuhr* *kanzlei *kanzleien kanzlei* bilanz* comptab* contab* ragion* commercialist* boekhoud* facturen factuur* invoic* cijfers
      administratie* bedrijfsadm* regnskap* ksieg*`,
    investing: `invest* stock* dividend* etf trading trader* anlegen borse* aktie* bourse inversion* borsa belegg* wealth* hypothe* mortgage*`,
    crypto: `crypto* bitcoin* coin* nft* blockchain* token*`,
    real_estate: `real_estate realtor* immobil* inmobili* makelaar* huizen propert*`,
  },
  business: {
    self_employed: `freelanc* self-employ* solopreneur* selbststand* selbstand* autonomo* zzp* zelfstandig* independ* small_business* entrepreneur* unternehmer* startup* start-up*
      ondernem* emprend* imprendit* grunder* kleinbedrijf small_firm* sole_trader*`,
    people_work: `hr human_resource* personalwes* personalabt* personalwirt* personalakt* recruit* talent* payroll_clerk* lohnsachbearb* rrhh`,
    leadership: `leader* fuhrungskr* management* keynote* teamwork liderazg* dirigeant*`,
    marketing: `marketing* seo brand_building copywrit* social_media advertis* werbung* publicid*`,
    office: `office* papierlos* ohne_papier organisier* prozess* process* workflow* facilit* productiv* assistant* agenda*`,
    compliance: `complian* soc_2 hipaa gdpr dsgvo audit* recht* law lawyer* legal`,
  },
  technology: {
    software: `software saas app apps programm technik* tech technolog* tool digital* informatik* logiciel* aplicacion*`,
    security: `cybersecur* cyber* infosec security secur* iam hack* pentest* breach* ransomware* incident_respon* detection_engineer* misconfig* ciso* vulnerab* sicherheit*
      cloud_secur* siem threat* exploit*`,
    cloud: `cloud aws azure gcp kubernetes terraform devops s3 serverless* bucket*`,
    programming: `python* javascript* coding coder* developer* programm* code linux* open_source engineer* entwickl*`,
    hardware: `pc_build* gpu* gadget* smartphone* doorbell* smart_lock* smart_home* home_server* alarm* security_system* physical_secur* guard*`,
    gaming: `gam* esport* console* konsole* jeux_video* videojueg* videogioc* minecraft*`,
  },
  culture: {
    photography: `photograph* fotograf* photo foto* landscape* sunset* clouds_storm*`,
    film: `film* cinema* kino* wedding* hochzeit* boda* mariage*`,
    reading: `book_club* novel* literatur* livres`,
    music: `music* musik* musiq* guitar* song*`,
    comedy: `meme* comedy fail* prank*`,
  },
};

/** Who people are by what they do for their public. */
const ROLES: Readonly<Record<string, string>> = {
  coach: `coach* mentor* *coach preparatore_atletic* entrenador* allenator* entraineu*`,
  consultant: `consult* advis* adviser* *berater *beraterin berater* beratung* conseil* asesor* consulen* adviseur* *adviseur doradc*`,
  trainer: `trainer* workshop* schulung* seminar* formatri* formateu* formador* formator* cursus* opleid* kurse course courses`,
  teacher: `teach* teacher* lectur* professor* dozent* lehrer* lehr* enseignan* profesor* insegnant* docent* leraar* explain* erklar* lerntip* tutorial* classroom* labs certificat* certs
    leg_uit explico* expliq* ask_me`,
  author: `author* *autor autor* book libro livre buch lesboek schriftsteller* ecrivain* escritor* scrittor* schrijver* writer* write* writes escrib* scriv* schreib* ecris
    editor* redakt* redact* magazin* zeitschrift*`,
  journalist: `journal* reporter* periodist* giornalist* newspaper*`,
  blogger: `blog* vlog* newsletter* weekly_letter diary letter raccont* review* tester* test tests honest_notes route_notes race_films threads`,
  podcaster: `podcast* host episode* folge`,
  guide: `guide* mountain_leader bergfuhrer* guia* gids organis* organiz* radreisen_fur tour_lead* navigation*`,
  expert: `expert* fach* specialist* spezialist* especialist* nutritionist* dietist* catador* sommelier* engineer* researcher* behaviourist* maintainer*`,
  health_worker: `physio* nurse* vet vets midwi* sage-femme* sage_femme* puericult* doctor* hebamm* dietit* therapist* infirmi* matron* verloskund* tierarzt* veterin*`,
  designer: `design* decorat* decorator* decoratr* stylist* architect* gestalt*`,
  groomer: `groom* friseur* coiffeu* hairdress*`,
  chef: `chef* cocinero* cocinera* koch kochin cuisinier* cuoc* kok cook`,
  bookkeeper: `bookkeep* boekhoud* buchhalter* accountant* comptable* contable* ragioniere*`,
  recruiter: `recruiter* headhunter* personalvermitt*`,
  vendor: `vendor* reseller* supplier* anbieter*`,
};

/** They say little: nearly everyone has or sells some of it. */
const WEAK: ReadonlySet<string> = new Set([
  'software',
  'office',
  'marketing',
  'fashion',
  'medicine',
  'travel',
  'interior',
]);
const WEAK_WEIGHT = 0.4;

/** Concepts by their words: whole ones, and beginnings and ends of words. The longest beginning wins. */
class Index {
  private readonly whole = new Map<string, string[]>();
  private readonly beginnings = new Map<string, string[]>();
  private readonly ends = new Map<string, string[]>();
  /** The first words of phrases. */
  private readonly first = new Set<string>();

  constructor(concepts: Readonly<Record<string, string>>) {
    for (const [id, terms] of Object.entries(concepts))
      for (const term of terms.split(/\s+/)) {
        const map = term.startsWith('*') ? this.ends : term.endsWith('*') ? this.beginnings : this.whole;
        const key = term.replaceAll('*', '').replace(/[_-]/g, ' ');
        map.set(key, [...(map.get(key) ?? []), id]);
        const [first = '', ...others] = key.split(' ');
        if (others.length > 0) this.first.add(first);
      }
  }

  readonly of = remembered((word) => this.find(word), MOST_REMEMBERED);

  /** Nearly every two words are new, so only those that may be a phrase are looked up and remembered. */
  ofPhrase(word: string, next: string): readonly string[] {
    return this.first.has(word) ? this.of(`${word} ${next}`) : [];
  }

  /** A phrase matches a phrase alone. */
  private find(word: string): readonly string[] {
    const fits = (part: string) => part.length >= SHORTEST && part.includes(' ') === word.includes(' ');
    const forms = [word, word.replace(ENDINGS, '')];
    const whole = forms.flatMap((form) => this.whole.get(form) ?? []);
    if (whole.length > 0) return whole;
    const begins = Array.from(word, (_, at) => word.slice(0, word.length - at));
    const beginning = begins.find((part) => fits(part) && this.beginnings.has(part));
    const ends = forms.flatMap((form) => Array.from(form, (_, at) => form.slice(at)));
    return [
      ...(this.beginnings.get(beginning ?? '') ?? []),
      ...ends.flatMap((part) => (fits(part) ? (this.ends.get(part) ?? []) : [])),
    ];
  }
}

const MOST_REMEMBERED = 20_000;
const SHORTEST = 3;
const ENDINGS = /(?<=..)(s|es|n|en|e|in|innen)$/;

const DOMAINS = new Map(
  Object.entries(FIELDS).flatMap(([domain, fields]) => Object.keys(fields).map((id): [string, string] => [id, domain])),
);
const FIELD_INDEX = new Index(Object.assign({}, ...Object.values(FIELDS)));
const ROLE_INDEX = new Index(ROLES);

/** Fields of one domain are related, such as hiking and running. */
export const areRelated = (a: string, b: string): boolean => DOMAINS.get(a) === DOMAINS.get(b);

/** How much a field says of someone. */
export const weightOf = (field: string): number => (WEAK.has(field) ? WEAK_WEIGHT : 1);

/** `fields`: how often each occurs. `phrased`: words that a phrase used up. */
export type Concepts = {
  fields: ReadonlyMap<string, number>;
  roles: ReadonlySet<string>;
  phrased: ReadonlySet<string>;
};

/** Whether a word says what somebody is, and nothing of their topic. */
export const isRoleOnly = (word: string): boolean =>
  ROLE_INDEX.of(word).length > 0 && FIELD_INDEX.of(word).length === 0;

/** The concepts of a text by its words, in lower case without accents. */
export function conceptsIn(words: readonly string[]): Concepts {
  const fields = new Map<string, number>();
  const roles = new Set<string>();
  const phrased = new Set<string>();
  const count = (found: ReadonlySet<string>, foundRoles: readonly string[]): boolean => {
    for (const id of found) fields.set(id, (fields.get(id) ?? 0) + 1);
    for (const id of foundRoles) roles.add(id);
    return found.size > 0;
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1];
    if (next !== undefined && count(new Set(FIELD_INDEX.ofPhrase(word, next)), ROLE_INDEX.ofPhrase(word, next))) {
      phrased.add(word).add(next);
      at += 1;
    } else count(new Set(FIELD_INDEX.of(word)), ROLE_INDEX.of(word));
  }
  return { fields, roles, phrased };
}

const MOST_TEXTS = 500;
/** The concepts of a text. Each part of a score asks for those of the same few texts. */
export const conceptsOf = remembered((text) => conceptsIn(wordsOf(text).map(plain)), MOST_TEXTS);
