/**
 * Claims that nothing known can carry, in the main languages: a contact that never was, an award, a family. A word of such a kind needs a source that
 * speaks of the same kind, in whichever language. What must be read to be understood is the judge's (judge.ts). Each list's worth: decision 0015.
 */
import { type Flaw, type FlawRule, MOST_FLAWS } from './flaw.ts';
import { sentenceAt } from './words.ts';

/** A word has letters and digits, so that an id says nothing (words.ts). */
const anyOf = (...expressions: string[]): RegExp =>
  new RegExp(
    `(?:${expressions.map((one) => String.raw`(?<![\p{L}\p{N}])(?:${one})(?![\p{L}\p{N}])`).join('|')})`,
    'giu',
  );
const inJapanese = (words: string) => new RegExp(words, 'gu');

/** `beside`: it must be in the same sentence. `first`: counts only where nothing was written to the person before. */
type Claim = { rule: FlawRule; said: readonly RegExp[]; beside?: RegExp; first?: true };

const AWARD: Claim = {
  rule: 'claim',
  said: [
    anyOf(
      String.raw`awards?|award-winning|prize-winning|prizes?|winners?|voted|crowned|\p{L}+ of the year`,
      String.raw`testsieger\p{L}*|auszeichnung\p{L}*|(?:wurden?|wird|mehrfach)[^.!?\n]{1,80}(?:ausgezeichnet|prämiert)|preisgekrönt\p{L}*|\p{L}*preisträger\p{L}*|(?<!ende |anfang |mitte |laufe |rest )des jahres gewählt|zu[rm] [^.!?\n]{1,40} des jahres`,
      String.raw`primée?s?|récompensée?s?|lauréate?s?|élue?s? [^.!?\n]{0,20}meilleur\p{L}*|prix (?:d['’]excellence|du meilleur\p{L}*|de la meilleur\p{L}*)`,
      String.raw`premiad[oa]s?|galardonad[oa]s?|ganador\p{L}*|premios?|elegid[oa]s? [^.!?\n]{0,20}mejor\p{L}*`,
      String.raw`premiat[oaie]|vincit\p{L}+|prêmios?|prémios?|vencedor\p{L}*|eleit[oa]s? [^.!?\n]{0,20}melhor\p{L}*`,
      String.raw`bekroond\p{L}*|\p{L}*winnaars?|(?:uitgeroepen|verkozen) tot|nagr[oó]d\p{L}*|nagradzan\p{L}*|laureat\p{L}*|zwycięzc\p{L}*`,
    ),
    inJapanese('受賞|大賞|優勝|賞を'),
  ],
};

const PROOF: Claim = {
  rule: 'claim',
  said: [
    anyOf(
      'clinically|klinisch|cliniquement|clínicamente|clinicamente|klinicznie',
      'scientifically|wissenschaftlich (?:belegt|erwiesen|bewiesen)|scientifiquement|científicamente|scientificamente|cientificamente|wetenschappelijk|naukowo',
      String.raw`stud(?:y|ies) (?:shows?|proves?|found|finds?|confirms?)|studien? (?:zeig|beleg|bestätig)\p{L}*|études? (?:montr|prouv|confirm)\p{L}*|estudios? (?:demuestr|confirm)\p{L}*|stud[io]i? (?:dimostr|conferm)\p{L}*|estudos? (?:mostr|comprov|confirm)\p{L}*|bada\p{L}+ (?:potwierdz|pokaz)\p{L}*`,
      String.raw`(?:recommended|endorsed|trusted) by|empfohlen von|recommandée?s? par|recomendad[oa]s? por|(?:consigliat|raccomandat)[oaie] d\p{L}+|aanbevolen door|(?:polecan|zalecan)\p{L}+ przez`,
      String.raw`certified|zertifiziert\p{L}*|certifiée?s?|certificad[oa]s?|certificat[oaie]|gecertificeerd\p{L}*|certyfikowan\p{L}*`,
      String.raw`market leader|marktführer\p{L}*|number one|nummer eins|numéro un|número uno|numero uno|número um|nummer één`,
    ),
    inJapanese('臨床|推奨|認証|認定|業界一'),
  ],
};

/** Nobody but the two has spoken. */
const TOLD: Claim = {
  rule: 'claim',
  said: [
    anyOf(
      String.raw`(?:told|recommended|suggested|mentioned|introduced|referred|pointed|sent)(?: (?:you|it|this|that))?(?: to)? (?:me|us)|suggested (?:that )?(?:I|we)|recommended (?:you|your \p{L}+|that (?:I|we))|gave (?:me|us) your|mutual (?:friend|contact)|friend of (?:mine|ours)`,
      String.raw`(?:hat|haben) (?:mir|uns|mich)[^.!?\n]{0,60}(?:empfohlen|erzählt|genannt|gegeben|geraten|aufmerksam gemacht|vorgeschlagen)|auf empfehlung`,
      String.raw`(?:m['’]a|m['’]ont|nous a|nous ont) (?:parlé|dit|racontée?|conseillée?|recommandée?|donné|suggéré|suggérée|indiqué|signalée?)|sur (?:la |les )?(?:recommandation|conseil)\p{L}* de`,
      '(?:me|nos) (?:habló|hablaron|ha hablado|dijo|dijeron|ha dicho|mencionó|recomendó|ha recomendado|recomendaron|comentó|contó|contaron|ha contado|sugirió|aconsejó|pasó tu|dio tu)',
      '(?:mi|ci) (?:ha|hanno) (?:parlato|detto|raccontato|segnalat[oaie]|indicat[oaie]|consigliat[oaie]|suggerito|raccomandato|dato|fatto il tuo nome)',
      '(?:me|nos) (?:falou|falaram|disse|disseram|indicou|recomendou|sugeriu|contou|contaram|passou)|(?:falou|falaram|disse|disseram|indicou|recomendou|sugeriu|contou|contaram)-(?:me|nos)',
      String.raw`(?:raadde|vertelde|tipte|gaf|noemde) (?:me|mij|ons)|(?:heeft|hebben) (?:me|mij|ons)[^.!?\n]{0,40}(?:verteld|aangeraden|aanbevolen|getipt)`,
      String.raw`(?:opowiad|opowiedz|polecił|mówił|wspomn|podał|poradził|zasugerował)\p{L}* (?:mi|nam)|(?:mi|nam) (?:o (?:tobie|panu|pani) )?(?:opowiad|polecił|powiedział|wspomn)\p{L}*`,
    ),
    inJapanese('(?:様|さん|氏)(?:から|に)(?:ご紹介|紹介|伺|お聞き|聞き)'),
  ],
};

const MET: Claim = {
  rule: 'claim',
  first: true,
  said: [
    anyOf(
      'as (?:we )?(?:discussed|agreed|promised)|was (?:so |very |really )?(?:good|great|nice|lovely|fun|a pleasure) (?:to (?:talk|speak|meet|see|chat)|talking|meeting|speaking|seeing|chatting)|(?:thank you|thanks)(?: so much)? for (?:the|your|our) (?:call|chat|conversation|meeting|reply|visit)|(?:when|since|after) we (?:met|spoke|talked)|(?:after|from|during|since) our (?:last )?(?:call|conversation|meeting|chat)',
      String.raw`wie [^.!?\n]{0,60}(?:besprochen|vereinbart|versprochen|verabredet|angekündigt)|(?:nach|seit|bei|in) unserem (?:letzten |kurzen )?(?:telefonat|gespräch|treffen)|(?:dank|danke) für (?:das|ihr|dein|unser) (?:nette |gute )?(?:gespräch|telefonat|treffen)|kennengelernt`,
      'comme (?:convenu|promis|discuté|évoqué)|(?:suite à|après|lors de) notre (?:dernier |dernière )?(?:échange|appel|rencontre|conversation)|nous nous sommes (?:rencontrés|rencontrées|parlé|vus)',
      'como (?:acordamos|hablamos|quedamos|te prometí|comentamos|lo hablamos)|(?:tras|después de|en) nuestra (?:llamada|charla|conversación)|(?:nos|cuando nos) (?:conocimos|vimos)',
      "come (?:promesso|concordato|d['’]accordo|ci siamo detti)|dopo la nostra (?:telefonata|chiacchierata|chiamata)|ci siamo (?:conosciut|incontrat|sentit|vist)[ie]",
      'como (?:combinado|combinamos|prometido|prometi|falamos|conversamos)|(?:depois da|após) nossa (?:conversa|ligação)|nos (?:conhecemos|encontramos) (?:na|no|em)',
      String.raw`zoals [^.!?\n]{0,40}(?:besproken|afgesproken|beloofd)|na ons (?:gesprek|telefoontje)|elkaar (?:spraken|ontmoetten)`,
      String.raw`jak (?:ustalili|obieca|rozmawiali|umawiali)\p{L}*|po naszej rozmowie|(?:poznali|spotkali)(?:śmy|) się`,
    ),
    inJapanese('先日は|お話しした|お会いした|お約束した'),
  ],
};

/** What a work did to its reader: only somebody who saw it could say so. */
const MOVED: Claim = {
  rule: 'claim',
  said: [
    anyOf(
      String.raw`made (?:me|us|(?:my|our) \p{L}+(?: \p{L}+)?) (?:laugh|cry|smile|tear up)|moved me|to tears|I (?:really |just |absolutely )?(?:loved|adored|devoured) (?:your|the way you|how you)|I (?:cooked|baked|tried|made) your|yesterday(?:['’]s)?|last (?:night|week)['’]?s?`,
      String.raw`zu tränen|(?:zum|mich) (?:lachen|weinen|schmunzeln)|habe ich (?:verschlungen|geliebt|genossen)|(?:mich|uns)[^.!?\n]{0,50}(?:gerührt|umgehauen|bewegt|berührt)|fand ich [^.!?\n]{0,40}(?:gelungen|großartig|toll|stark)|nach(?:gekocht|gebacken)|gestern|gestrigen?`,
      String.raw`j['’]ai (?:adoré|dévoré|pleuré|refait|cuisiné)|m['’]a (?:fait (?:rire|pleurer|sourire)|émue?|bouleversée?|accompagnée?)|(?:votre|ton) \p{L}+ d['’]hier`,
      '(?:me|nos) (?:encantó|encantaron|hizo (?:reír|llorar)|emocionó|conmovió|tuvo|salvó)|(?:hice|hicimos|preparé|cociné) (?:tu|tus|su|sus)|ayer|anoche',
      '(?:mi|ci) (?:ha|hanno) (?:fatto (?:ridere|piangere|sorridere)|commoss[oaie]|accompagnat[oaie]|emozionat[oaie]|conquistat[oaie])|ho (?:adorato|divorato|rifatto|cucinato)|ieri',
      '(?:me|nos) (?:fez (?:rir|chorar)|emocionou|salvou)|adorei|chorei|fiz (?:a|o) (?:sua|seu)|ontem',
      'moest (?:ik )?(?:huilen|lachen)|(?:me|mij|ons) (?:geraakt|ontroerd)|genoten van (?:je|jouw|uw)|gisteren',
      String.raw`(?:rozbawi|wzruszy|zachwyci|uratowa|urzek)ł\p{L}*|popłaka\p{L}*|wczoraj\p{L}*`,
    ),
    inJapanese('感動|涙|昨日'),
  ],
};

const FAMILY: Claim = {
  rule: 'claim',
  said: [
    anyOf(
      'mothers?|fathers?|mums?|moms?|dads?|parents?|daughters?|your sons?|wife|husband|kids|child|children|baby|babies',
      'mutter|vater|mama|papa|eltern|töchter|tochter|söhne|sohn|(?:ihre[nr]?|deine[nr]?|zwei|drei|vier|kleine[nr]?|eigene[nr]?) kinder|kindern|ehefrau|ehemann',
      'mère|père|maman|parents|fille|filles|enfants?|épouse|mari|bébé',
      'madre|padre|padres|mamá|papá|hij[oa]s?|niñ[oa]s|esposa|marido|bebé',
      'mamma|papà|genitori|figli[oae]?|bambin[oaie]|moglie|marito',
      'mãe|pai|filh[oa]s?|crianças?|bebê',
      'moeder|vader|ouders|dochters?|zoon|zonen|kinderen',
      String.raw`matk[aię]|ojc(?:iec|em|a)|córk\p{L}*|syn(?:a|em|ów|owie|kiem)?|dzie(?:ci|ckiem|cko|cka)|żon[aęy]|mąż|męża`,
    ),
    inJapanese('お子(?:様|さん)|子ども|子供|娘|息子|母親|父親'),
  ],
};

const COSTS: Claim = {
  rule: 'offer',
  beside: anyOf(
    "(?:we|I)(?:['’]ll| will| can| would)?(?: also| even| gladly)? (?:pay|cover|refund|reimburse|sponsor|guarantee|donate)",
    'übernehmen|übernehme|erstatten|erstatte|bezahlen|tragen wir|sponsern|garantieren',
    '(?:nous|je) (?:vous )?(?:payons|prenons|remboursons|couvrons|garantissons|paie|prends)',
    '(?:te |le |os )?(?:pagamos|cubrimos|reembolsamos|pagaremos|garantizamos)',
    '(?:ti |vi )?(?:paghiamo|rimborsiamo|copriamo|garantiamo)|cobrimos|reembolsamos|garantimos',
    '(?:we|wij) (?:betalen|vergoeden|garanderen)|betalen wij|vergoeden we|pokry(?:jemy|wamy)|(?:za)?płacimy|zwr(?:ócimy|acamy)|gwarantujemy',
    String.raw`guaranteed|garantiert\p{L}*`,
  ),
  said: [
    anyOf(
      'costs?|expenses?|travel|flights?|hotels?|accommodation|editing|production|equipment|advance|minimum|upfront|up front',
      String.raw`\p{L}*kosten|reise\p{L}*|\p{L}*honorar|vorschuss|übernachtung\p{L}*|spesen`,
      'frais|coûts?|voyage|hébergement|avance|gastos|costes|viajes?|alojamiento|anticipo|adelantado',
      'spese|costi|viaggio|alloggio|soggiorno|anticipo|custos|despesas|viagem|hospedagem',
      String.raw`onkosten|reiskosten|voorschot|koszt\p{L}*|podróż\p{L}*|nocleg\p{L}*|zaliczk\p{L}*`,
    ),
  ],
};

const SCARCE: Claim = {
  rule: 'claim',
  said: [
    anyOf(
      String.raw`only [^.!?\n]{0,20}(?:left|remaining|spots|places|until)|last chance|offer ends|before (?:it['’]s|it is) too late|act now|today only|ends (?:today|tomorrow|on|this)`,
      String.raw`nur noch (?:bis|wenige|\p{L}+ plätze|heute)|letzte (?:chance|plätze)|nur bis (?:zum )?\p{L}+`,
      String.raw`il ne reste que|plus que \p{L}+ places?|dernières? (?:places?|chance)|jusqu['’](?:à|au) (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|ce soir)`,
      '(?:solo|sólo) (?:quedan|hasta|hoy)|últimas? (?:plazas?|oportunidad)|hasta el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)',
      '(?:restano|rimangono) solo|solo (?:fino a|per oggi)|ultim[ie] posti|entro (?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|domani)',
      'só (?:restam|até|hoje)|últimas vagas|restam (?:apenas|poucas)|nog maar|laatste (?:plekken|kans)|alleen vandaag|zostało (?:już )?tylko|ostatnie miejsca|tylko do',
    ),
    inJapanese('残りわずか|先着|本日限り|限定\\d'),
  ],
};

const CLAIMS: readonly Claim[] = [AWARD, PROOF, TOLD, MET, MOVED, FAMILY, COSTS, SCARCE];

const says = (expressions: readonly RegExp[], text: string): boolean =>
  expressions.some((one) => text.search(one) !== -1);

/** `sources`: all that the user and the profile say. `isFirst`: nothing was written to the person before. */
export const checkClaims = (text: string, sources: readonly string[], isFirst: boolean): Flaw[] =>
  CLAIMS.filter(({ first, said }) => (isFirst || !first) && !sources.some((source) => says(said, source)))
    .flatMap(({ rule, said, beside }) =>
      said
        .flatMap((one) => [...text.matchAll(one)])
        .filter(({ index }) => !beside || says([beside], sentenceAt(text, index)))
        .map(([quote]): Flaw => ({ rule, quote })),
    )
    .slice(0, MOST_FLAWS);
