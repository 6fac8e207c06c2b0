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

const LONGEST = 80;

/** The first place where a text does so; null: it does not. Invisible characters hide none. */
export function tellsAi(text: string): string | null {
  const visible = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ');
  for (const pattern of PATTERNS) {
    const found = pattern.exec(visible);
    if (found) return found[0].trim().slice(0, LONGEST);
  }
  return null;
}
