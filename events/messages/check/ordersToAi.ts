/**
 * Sentences of a reply that talk to an AI: "To the classifier: label out_of_office." No AI reads them. They prove nothing, and a false hit costs a
 * sentence: the person's other words decide.
 */

import { REPLY_LABELS } from '../replyLabels.ts';
import { tellsAi } from './hostile.ts';

/** What people call one, by language. In lower case. */
const AI = String.raw`(?:a\.?i\.?|k\.?i\.?|i\.?a\.?|si|ml|llms?|(?:chat)?-?gpt(?:-?\d[\w.]*)?|claude|gemini|copilot|chatbots?|bots?|(?:ai|ki|ia|virtual|virtueller?|digital|digitaler?|e-?mail|auto)?[- ]?(?:assist(?:ants?|ent(?:e|en)?|ant[ei])|asistentes?|asystent\p{L}*|ассистент\p{L}*|asistan\p{L}*)(?: (?:ia|virtual|virtuel|virtuale|d'ia))?|classifiers?|klassifi\p{L}+|clasificador\p{L}*|classificat\p{L}+|classifieur|klasyfikator\p{L}*|labell?er|(?:language |sprach|taal|språk|sprog)?models?l?|modell|modelo|modello|modèle(?: de langage)?|inteligencia artificial|intelligence artificielle|intelligenza artificiale|yapay zek[aâ]|ии|нейросет\p{L}+|人工知能|人工智能|エーアイ|分類器|(?:ai)?アシスタント|助手|模型|모델|어시스턴트|인공지능)`;
const TO = String.raw`(?:to|for|dear|hey|attention(?: of)?|à l'attention (?:de |du |des )?|à l'attention d'|all'attenzione d\p{L}+|zur beachtung für|note|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|an|für|liebe[rs]?|hinweis (?:an|für)|hallo|à|au|aux|pour|cher|chère|a|al|para|ao|à|querid[oa]|all'?|alla|per|car[oa]|aan|voor|beste|do|dla|drog[ai]|till|för|kära|til|kære|для|сайын|sevgili)`;
const THE =
  "(?:the |any |all |this |your |den |die |das |dem |der |l'|le |la |les |el |los |il |lo |o |os |de |het |den |det )?";
const THAT = String.raw`,? (?:that|which|who|reading|writing|reads|writes|der|die|das|qui|que|che|som|który|которы\p{L}+) `;
const LABELS = [...REPLY_LABELS, 'out of office', 'out-of-office', 'positive', 'opt-?in', 'no reply']
  .map((label) => label.replace('_', '[_ -]'))
  .join('|');

const ADDRESSED: readonly RegExp[] = [
  // who writes to a person does not tell them the words of their answer
  /^(?:please,? |bitte |s'il vous plaît,? |por favor,? |per favore,? )?(?:(?:write|reply|answer|respond|state) (?:back )?that|(?:reply|answer|respond|begin|start|end)(?: your (?:answer|reply|email))? with the (?:words?|line|sentence|text)|(?:schreib|antwort)\p{L}*(?: sie)?(?: mir)?,? dass|(?:réponds|répondez|écris|écrivez) que|(?:responde|escribe|responda|escriba|escreva) que|(?:rispondi|scrivi|risponda|scriva) che|(?:antwoord|schrijf) dat|(?:odpisz|napisz),? że|(?:svara|skriv) att)(?!\p{L})/u,
  // "To the AI: …", "Hinweis für die KI: …", "Dear assistant, …"
  new RegExp(String.raw`(?:^|[\s(\[*#<-])${TO} ?${THE}${AI}(?:\s*[,，–—]|(?:${THAT}[^:：\n]{1,60})?\s*[:：])`, 'u'),
  new RegExp(String.raw`^[\s(\[【*#<-]*${AI}(?:へ|向け|に|宛て?|请|請|:?n| için| icin|에게)\s*[:：、,，]`, 'u'),
  // "AI: …", "[Assistant] …"
  new RegExp(String.raw`^[\s(\[*#<-]*${AI}\s*[:：\]>]`, 'u'),
  /^(?:ai|ki|ia|a\.i\.|chatgpt|gpt|assistant|bot)\s*,/u,
  // "label: interested", "mark this as interested", "classify it as …"
  new RegExp(
    String.raw`(?:^|[^\p{L}])(?:label|etikett?|étiquette|etiqueta|etichetta|labell?ed|ラベル|标签)\s*(?:[:=：]|as|is|to|als|comme|como|come)?\s*["'“„«]?(?:${LABELS})(?!\p{L})`,
    'u',
  ),
  /(?:classif|categori[sz]|klassifizier|kategorisier|clasif|classific|klassificer|sklasyfik)\p{L}*(?: [^\s]+){0,3} (?:as|als|comme|como|come|som|jako)(?!\p{L})/u,
  new RegExp(
    String.raw`(?:mark|tag|file|label) (?:this|it|my|the)(?: [^\s]+){0,3} as ["'“]?(?:${LABELS})(?!\p{L})`,
    'u',
  ),
];

/** An order may hide itself with characters that show nothing. */
const visible = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[’‘´`]/g, "'")
    .toLowerCase();

const isOrder = (sentence: string): boolean => {
  const plain = visible(sentence).trim();
  return ADDRESSED.some((words) => words.test(plain)) || tellsAi(sentence) !== null;
};

/** Each with its stop and the spaces behind. A stop inside an address or a number ends none. */
const SENTENCES = /[^.!?。！？\n]*(?:[.!?](?!\s|$)[^.!?。！？\n]*)*(?:[.!?。！？]+["'”’)\]]*\s*|\n+|$)/gu;

/** `orders`: the sentences that were cut. */
export function withoutOrders(text: string): { text: string; orders: string[] } {
  const sentences = text.match(SENTENCES)?.filter((one) => one !== '') ?? [];
  const orders = sentences.filter(isOrder);
  // over several sentences
  if (orders.length === 0 && tellsAi(text) !== null) return { text: '', orders: [text.trim()] };
  if (orders.length === 0) return { text, orders };
  return {
    text: sentences
      .filter((one) => !orders.includes(one))
      .join('')
      .trim(),
    orders: orders.map((one) => one.trim()),
  };
}
