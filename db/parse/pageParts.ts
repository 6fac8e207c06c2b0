/** The parts of a page by the words of those who build pages: what its owner did not write, and where the owner speaks of themselves. */
import type { EvidencePlace } from '../../events/partners/evidence.ts';

export type Attributes = Readonly<Record<string, string>>;
/** `aside`: a column of links. It says nothing, and neither does a footer. */
export type Place = EvidencePlace | 'footer' | 'aside';

/** They hold nothing that readers see, or nothing that the page itself shows. */
const NOT_SHOWN = new Set([
  ...[
    'script',
    'style',
    'template',
    'noscript',
    'iframe',
    'object',
    'embed',
    'textarea',
    'datalist',
    'noembed',
    'noframes',
  ],
  ...['svg', 'math', 'canvas', 'audio', 'video', 'applet', 'rp'],
]);
const CLIPPED = /^(?:sr-only|visually-?hidden|screen-reader-text|hidden-text|offscreen)$/i;

/** Each is a whole word of a class or an id. */
const word = (words: string) => new RegExp(`(?:^|[-_])(?:${words})(?:$|[-_])`, 'i');
const COMMENTS = word(
  'comments?|comment-?(?:list|area|section|box|text|body)|disqus|giscus|utterances|webmentions?|pingbacks?|trackbacks?|respond|replies|guest-?book|wpd|fb-comments|hyvor|isso|(?:user|customer|product|client)-?reviews?|reviews-list|ugc',
);
const COMMENT_STATE = /(?:open|closed|on|off|enabled|disabled|count|link|number)s?$/i;
const OTHERS = word(
  'related|related-?(?:posts?|articles?|products?|content)|jp-relatedposts|yarpp|recommended|recommendations?|you-(?:may|might)-(?:also-)?like|also-like|read-next|read-more-posts|more-from|taboola|outbrain|blogroll|trending|sponsor(?:s|ed)?|promoted|ad-?(?:slot|unit|box|banner|block|space|zone|label|area|container|wrapper|widget)|ads|adsbygoogle|advert(?:s|isements?|ising|orial)?|banner-ads?|cookies?-?(?:banner|notice|bar|consent|law|popup|message|policy|dialog|modal|alert|info|hint|overlay)|cookiebot|cookieconsent|onetrust|gdpr|cmp|twitter-tweet|instagram-media|tiktok-embed|fb-post|mastodon-embed|bluesky-embed|reddit-embed',
);
const AD = /^ads?$/i;
const NOT_OF_OTHERS =
  /^(?:category|tag|tagged|postid|post|page|has|is|single|archive|format|status|type|hentry|no|wp)[-_]/i;
const OTHERS_TYPE = /schema\.org\/(?:(?:User)?Comments?|(?:User)?Reviews?|WPAdBlock)$/i;

const FOOTER = word('footer|colophon|copyright|powered-by|credits');
const ASIDE = word('sidebar|side-bar|aside|secondary-column|widget-area');
const WIDGET = word('widget|embed');
const HEADER = word('header|masthead|hero|branding|site-title|navbar|nav|navigation|top-?bar|menu|intro|cover');
const ABOUT = word(
  'about|about-?me|bio|biography|profile|author|h-card|vcard|whoami|story|ueber|propos|sobre|chi-sono',
);
const CONTACT = word(
  'contact|contacts|contact-?(?:me|us|info)|kontakt|contacto|contatti|impressum|imprint|get-in-touch|work-with-(?:me|us)|booking',
);
const SOCIAL = word('socials?|social-?(?:links?|icons?|media|list)|follow|follow-?me|connect|elsewhere');
/** Classes of a framework, the style of which is in another file. */
const COLORED =
  /^(?!.*(?:white|light|transparent|none|body))(?:.*[-_])?(?:bg|background|cover|hero|banner|dark|overlay|jumbotron|masthead|inverse)(?:[-_].*)?$/i;

const ROOT = /^(?:html|body|main)$/;

export const namesOf = ({ id = '', class: classes = '' }: Attributes): string[] =>
  `${id} ${classes}`
    .slice(0, 2_000)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .split(/\s+/)
    .filter((name) => name !== '');

export const isNotShown = (element: string, attributes: Attributes): boolean =>
  NOT_SHOWN.has(element) ||
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  (element === 'dialog' && !('open' in attributes)) ||
  (attributes.class ?? '').split(/\s+/).some((name) => CLIPPED.test(name));

/** Whether an element holds what somebody else wrote, or a machine. */
export function isOfOthers(element: string, attributes: Attributes, names: readonly string[]): boolean {
  if (ROOT.test(element)) return false;
  if (OTHERS_TYPE.test(attributes.itemtype?.trim() ?? '') || attributes.itemprop === 'comment') return true;
  return names.some(
    (name) =>
      (COMMENTS.test(name) && !COMMENT_STATE.test(name)) ||
      AD.test(name) ||
      (OTHERS.test(name) && !NOT_OF_OTHERS.test(name)),
  );
}

/** The place that an element makes of what is in it. null: that of the element around. */
export function placeOf(element: string, { role = '' }: Attributes, names: readonly string[]): Place | null {
  if (ROOT.test(element)) return null;
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name) && !NOT_OF_OTHERS.test(name));
  if (element === 'footer' || role === 'contentinfo' || has(FOOTER)) return 'footer';
  if (element === 'address' || has(CONTACT)) return 'contact';
  if (has(ABOUT)) return 'about';
  if (element === 'aside' || role === 'complementary' || has(ASIDE)) return 'aside';
  if (element === 'header' || element === 'nav' || role === 'banner' || role === 'navigation' || has(HEADER))
    return 'header';
  return null;
}

export const isWidget = (names: readonly string[]): boolean => names.some((name) => WIDGET.test(name));
export const isSocial = (names: readonly string[]): boolean => names.some((name) => SOCIAL.test(name));
export const isColored = (names: readonly string[]): boolean => names.some((name) => COLORED.test(name));

/** Headings above what others wrote. */
const COMMENTS_HEADING =
  /^(?:\d+\s+)?(?:comments?|responses?|replies|thoughts? on\b.*|leave an? (?:reply|comment).*|what others say|kommentare?|antworten|commentaires?|réponses?|comentarios?|respuestas?|comentários?|commenti|commento|reacties|reactie|komentarze|kommentarer|kommentit|yorumlar|комментари[ийея]+|відгуки|コメント|评论|評論|留言|댓글|تعليقات|التعليقات|תגובות)(?:\s+\d+)?$/iu;
const OTHERS_HEADING =
  /^(?:related\b.*|you (?:may|might) also.*|recommended\b.*|more from\b.*|sponsored\b.*|advertisements?|anzeigen?|werbung|publicité|publicidad|pubblicità|blogroll|guest ?book|gästebuch|friends of\b.*|ähnliche (?:beiträge|artikel|posts)|das könnte\b.*|vous aimerez\b.*|à lire aussi|articles? (?:similaires?|liés?)|te puede\b.*|entradas relacionadas|articoli correlati|lees ook|zobacz (?:też|także)|関連記事|おすすめ記事|相关文章|مقالات ذات صلة)$/iu;
/** Headings, titles and paths of pages on which somebody speaks of themselves. */
export const ABOUT_WORDS =
  /^(?:about|about me|about us|about the author|who i am|who we are|my story|our story|bio|biography|profile|me|über mich|über uns|ueber mich|à propos|a propos|qui suis je|sobre mí|sobre mi|sobre mim|acerca de mí|quién soy|chi sono|over mij|o mnie|om mig|om meg|hakkımda|обо мне|про мене|プロフィール|自己紹介|关于我|關於我|about 我|소개|من أنا|نبذة عني|אודות|עליי)$/iu;
const CONTACT_WORDS =
  /^(?:contact|contact me|contact us|get in touch|say hello|work with me|work with us|write to me|impressum|imprint|kontakt|contacto|contatti|contato|contactez moi|me contacter|お問い合わせ|联系我|聯絡我|연락처|اتصل بي|תواصل|צור קשר|צרו קשר)$/iu;

const plain = (text: string): string => (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');

/** What a heading says of the text below it. */
export function kindOfHeading(text: string): 'others' | 'about' | 'contact' | null {
  const words = plain(text).slice(0, 80);
  if (COMMENTS_HEADING.test(words) || OTHERS_HEADING.test(words)) return 'others';
  if (ABOUT_WORDS.test(words)) return 'about';
  return CONTACT_WORDS.test(words) ? 'contact' : null;
}
