/** Texts of strangers that talk to an AI: what is written from them needs a person. */

const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|skip)\b[^.\n]{0,40}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|above|everything)\b/i,
  /\b(?:system|developer|hidden|secret|new|updated|real|actual)\s+(?:prompt|instructions?|message|directive)s?\b/i,
  /\b(?:you are|you're|act as|pretend to be|as)\s+(?:now\s+)?an?\s+(?:\w+\s+){0,2}(?:ai|assistant|chatbot|language model|llm|bot)\b/i,
  /\b(?:if|when|since)\b[^.\n]{0,20}\b(?:you are|you're)\b[^.\n]{0,20}\b(?:ai|llm|bot|language model|automated|assistant|writing (?:to|about) me)\b/i,
  /\b(?:ai|a\.i\.|llm|chatgpt|gpt(?:-\d)?|assistant|language model|bot|model|writer|copywriter|tool)s?\b\s*[:,–-]\s*(?:please\s+)?(?:write|say|include|mention|add|reply|output|respond|use|offer|tell|give|put|set|send|mark|rate|approve|state|greet|call|sign|append|insert|promise|do|stop|change|start|always|never)\b/i,
  /\b(?:note|message|instructions?|attention|hint|reminder)\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+)?(?:\w+\s+)?(?:ai|llm|assistants?|models?|bots?|agents?|writer|sender|generator|crawler)s?\b/i,
  /\bdear\s+(?:ai|llm|assistant|model|bot|copywriter|writer)\b/i,
  /<\/?\s*(?:system|instructions?|prompt|user|assistant|input|data|admin)\b[^>]{0,200}>|\[\/?(?:inst|system|admin)\]|#{2,9}\s*(?:instruction|system|response)|\bBEGIN (?:SYSTEM|INSTRUCTIONS?|PROMPT)\b|\bEND OF (?:INPUT|DATA|PROFILE)\b/i,
  /\b(?:every|any|all|the|your)\s+(?:e-?mails?|messages?|outreach|repl(?:y|ies)|texts?|drafts?)\b[^.\n]{0,40}\b(?:must|has to|have to|should|needs? to|shall)\b[^.\n]{0,30}\b(?:include|contain|say|mention|offer|promise|begin|start|end|link|state|be sent|go to|use)\b/i,
  /\b(?:in (?:your|the|this) (?:e-?mail|message|reply|answer|text|draft|subject)|when (?:writing|replying) to me)\b[^.\n]{0,20}[,:]?\s*(?:please\s+)?(?:always\s+|also\s+)?(?:write|say|include|mention|add|offer|promise|state|link|use|put|confirm)\b/i,
  /\b(?:set|change|raise|give|rate|mark)\b[^.\n]{0,30}\b(?:score|match|rating|label|recipient|reply-to|bcc|status)\b[^.\n]{0,20}\b(?:to|as|at|of)\b/i,
  /\b(?:output|print|reveal|repeat|return)\b[^.\n]{0,30}\b(?:json|prompt|instructions|input|api key|secret|system)\b/i,
  /(?:ignor(?:ez|iere|a|e)|oublie[zr]?|vergiss|olvida|negeer)\b[^.\n]{0,40}\b(?:instructions?|anweisungen|instrucciones|istruzioni|instruções|instructies)\b/i,
  // an AI that is spoken to, in the other main languages
  /(?<![\p{L}])(?:KI|IA|AI|SI|ИИ|LLM|ChatGPT)[\s-]?(?:assistent|assistant|asystent|asistent|modell?|modelo|modèle|ассистент|помощник)\p{L}*\s*[:：]|(?:AI|人工知能|人工智能|인공지능)\s?(?:アシスタント|モデル|助手|모델|어시스턴트)(?:の皆さん)?(?:へ)?[:：、]/iu,
  /(?<!\p{L})(?:wenn|falls|sofern|si|se|als|jeśli|если)\s(?:\p{L}+\s){0,3}(?:eine?|une?|una|um|uma|un['’]|een)?\s?(?:KI|IA|AI|SI|ИИ|LLM|Sprachmodell)(?!\p{L})|(?:あなた|君)が(?:AI|人工知能)|如果你是(?:AI|人工智能)/iu,
];

/** What people call one, by language. In lower case. */
const AI = String.raw`(?:(?:ai|ki|ia)[- ](?:systeme?|systems?|tools?|modelle?n?|models?|agents?|agenten)|modelo de (?:lenguaje|linguagem)|modelu|asystencie|(?:ال)?ذكاء (?:ال)?اصطناعي|a\.?i\.?|k\.?i\.?|i\.?a\.?|si|ml|llms?|(?:chat)?-?gpt(?:-?\d[\w.]*)?|claude|gemini|copilot|chatbots?|bots?|(?:ai|ki|ia|virtual|virtueller?|digital|digitaler?|e-?mail|auto)?[- ]?(?:assist(?:ants?|ent(?:e|en)?|ant[ei])|asistentes?|asystent\p{L}*|ассистент\p{L}*|asistan\p{L}*)(?: (?:ai|ia|virtual|virtuel|virtuale|d'ia))?|classifiers?|klassifi\p{L}+|clasificador\p{L}*|classificat\p{L}+|classifieur|klasyfikator\p{L}*|labell?er|(?:language |sprach|taal|språk|sprog)?models?l?|modell|modelo|modello|modèle(?: de langage)?|inteligencia artificial|intelligence artificielle|intelligenza artificiale|yapay zek[aâ]|ии|нейросет\p{L}+|人工知能|人工智能|エーアイ|分類器|(?:ai)?アシスタント|助手|模型|모델|어시스턴트|인공지능)`;
const TO = String.raw`(?:to|for|dear|hey|attention(?: of)?|à l'attention (?:de |du |des )?|à l'attention d'|all'attenzione d\p{L}+|zur beachtung für|note|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|an|für|liebe[rs]?|hinweis (?:an|für)|hallo|à|au|aux|pour|cher|chère|a|al|para|ao|à|querid[oa]|all'?|alla|per|car[oa]|aan|voor|beste|do|dla|drog[ai]|till|för|kära|til|kære|для|сайын|sevgili)`;
const THE =
  "(?:the |any |all |this |your |den |die |das |dem |der |l'|le |la |les |el |los |il |lo |o |os |de |het |den |det )?";
const THAT = String.raw`,? (?:that|which|who|reading|writing|reads|writes|der|die|das|qui|que|che|som|który|которы\p{L}+) `;
/** A mark, a share or a sum: what such an order wants. */
const PRIZE = String.raw`(?:(?<![\d.,])\d[\d.,]{0,12}\s{0,3}(?:[%٪€$£]|percent|prozent|per ?cent|por ?ciento|por ?cento|pour ?cent|procent|points?|punkte?|puntos?|punti|pontos|punktów|баллов|点|點|分|점|euros?|out of)|maxim\p{L}*|höchst\p{L}*|максим\p{L}*|满分|滿分|満点|만점|full marks|(?:top|best|highest|perfect) (?:score|mark|rating|fit))`;
const NEAR = String.raw`[^.!?。！？\n]{0,80}`;

/** Whom a sentence speaks to. People name AIs in other places, too, so a sentence that is cut for this costs no more than itself. */
const ADDRESSED: readonly RegExp[] = [
  // "To the AI: …", "Hinweis für die KI: …", "Dear assistant, …"
  new RegExp(String.raw`(?:^|[\s(\[*#<-])${TO} ?${THE}${AI}(?:\s*[,，–—]|(?:${THAT}[^:：\n]{1,60})?\s*[:：])`, 'u'),
  new RegExp(String.raw`^[\s(\[【*#<-]*${AI}(?:へ|向け|に|宛て?|请|請|:?n| için| icin|에게)\s*[:：、,，]`, 'u'),
  // "AI: …", "[Assistant] …"
  new RegExp(String.raw`^[\s(\[*#<-]*${AI}\s*[:：\]>]`, 'u'),
  /^(?:ai|ki|ia|a\.i\.|chatgpt|gpt|assistant|bot)\s*,/u,
  /(?:^|[\s([|])(?:system|developer)\s*[:：]/u,
  /\b(?:decode|decrypt|execute|obey) (?:this|it|me|the following)\b/u,
  // an AI beside what it is to give
  new RegExp(`(?<![a-z])${AI}(?![a-z])${NEAR}${PRIZE}|${PRIZE}${NEAR}(?<![a-z])${AI}(?![a-z])`, 'u'),
];

const LONGEST = 80;

const visible = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '');

/** The first place where a text does so; null: it does not. Invisible characters hide none. */
export function tellsAi(text: string): string | null {
  const plain = visible(text).replace(/\s+/g, ' ');
  for (const pattern of PATTERNS) {
    const found = pattern.exec(plain);
    if (found) return found[0].trim().slice(0, LONGEST);
  }
  return null;
}

const isAddressed = (sentence: string, also: readonly RegExp[]): boolean => {
  const plain = visible(sentence)
    .replace(/[’‘´`]/g, "'")
    .toLowerCase()
    .trim();
  return [...ADDRESSED, ...also].some((words) => words.test(plain));
};

/** Each with its stop and the spaces behind. A stop inside an address or a number ends none. */
const SENTENCES = /[^.!?。！？\n]*(?:[.!?](?!\s|$)[^.!?。！？\n]*)*(?:[.!?。！？]+["'”’)\]]*\s*|\n+|$)/gu;

/** Cuts the sentences that speak to an AI, so that no AI and no score reads them. `also`: further signs. `orders`: the sentences that were cut. */
export function withoutOrders(text: string, also: readonly RegExp[] = []): { text: string; orders: string[] } {
  const sentences = text.match(SENTENCES)?.filter((one) => one !== '') ?? [];
  const cut = new Set<number>();
  for (const [at, sentence] of sentences.entries())
    if (tellsAi(sentence) !== null || isAddressed(sentence, also)) cut.add(at);
  // an order in two halves
  for (let at = 1; at < sentences.length; at += 1) {
    const isCut = cut.has(at - 1) || cut.has(at);
    if (!isCut && tellsAi(`${sentences[at - 1]} ${sentences[at]}`) !== null) cut.add(at - 1).add(at);
  }
  const orders = sentences.filter((_, at) => cut.has(at)).map((one) => one.trim());
  const rest =
    cut.size === 0
      ? text
      : sentences
          .filter((_, at) => !cut.has(at))
          .join('')
          .trim();
  return tellsAi(rest) === null ? { text: rest, orders } : { text: '', orders: [text.trim()] };
}
