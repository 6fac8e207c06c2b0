import type { PageCase } from './case.ts';

/** Written after the rules were made for the others, and measured before any rule was changed for them. */
const WORK = 'I restore mopeds from the sixties with students.';
const own = (id: string, url: string, html: string, more: Partial<PageCase>): PageCase => ({
  id,
  url,
  html,
  name: 'Greta Aalto',
  quotes: [WORK],
  profiles: [],
  ...more,
});

export const HELD_OUT_HONEST: readonly PageCase[] = [
  own(
    'Squarespace',
    'https://www.gretaaalto.example/info',
    `<html><head><title>Info — Greta Aalto</title><style>.sqs-block-content{opacity:1}.header-menu{visibility:hidden;position:fixed;left:0;opacity:0}body:not(.loaded) .preloader{display:block}</style></head><body id="collection-5f" class="tweak-x header-overlay"><header class="header theme-col--primary"><div class="header-title"><a href="/">Greta Aalto</a></div><div class="header-actions"><a href="https://instagram.com/gretaaalto" class="icon icon--fill"><svg></svg></a></div></header><main><section class="page-section"><div class="sqs-block"><h3>Hello.</h3><p>${WORK}</p><p><a href="mailto:studio@gretaaalto.example">studio@gretaaalto.example</a></p></div></section></main></body></html>`,
    { profiles: ['https://instagram.com/gretaaalto'], email: 'studio@gretaaalto.example' },
  ),
  own(
    'Hugo academic',
    'https://aalto.example/',
    `<html><head><title>Greta Aalto</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","url":"https://aalto.example/"}</script></head><body><section class="home-section wg-about"><div class="profile"><h2>Greta Aalto</h2><h3>Teacher</h3><ul class="network-icon"><li><a href="https://www.linkedin.com/in/greta-aalto" aria-label="linkedin"><i class="fab"></i></a></li><li><a href="mailto:greta@aalto.example"><i></i></a></li></ul></div><div><h1>Biography</h1><p>${WORK}</p></div></section></body></html>`,
    { profiles: ['https://www.linkedin.com/in/greta-aalto'], email: 'greta@aalto.example' },
  ),
  own(
    'Wix',
    'https://gretaaalto.wixsite.com/home',
    `<title>Home | Greta Aalto</title><div id="SITE_HEADER"><div><a href="https://www.youtube.com/@gretasmopeds"><img alt="YouTube"></a></div></div><div id="PAGES_CONTAINER"><div class="font_2">GRETA AALTO</div><div class="font_8">${WORK}</div></div>`,
    { profiles: ['https://www.youtube.com/@gretasmopeds'] },
  ),
  own(
    'Korean',
    'https://moped.example/about',
    `<html lang="ko"><title>소개 | 김하늘</title><h1>소개</h1><p>저는 김하늘입니다. 학생들과 함께 육십년대 모페드를 복원합니다.</p><nav><a href="https://instagram.com/haneulmoped">인스타그램</a></nav>`,
    {
      name: '김하늘',
      quotes: ['학생들과 함께 육십년대 모페드를 복원합니다.'],
      profiles: ['https://instagram.com/haneulmoped'],
    },
  ),
  own(
    'Persian',
    'https://sara-moradi.example/',
    `<html dir="rtl"><title>سارا مرادی</title><h1>سارا مرادی</h1><p>موتورهای قدیمی را با دانش‌آموزان تعمیر می‌کنم.</p><div class="social"><a href="https://instagram.com/saramoradi">اینستاگرام</a></div>`,
    {
      name: 'سارا مرادی',
      quotes: ['موتورهای قدیمی را با دانش‌آموزان تعمیر می‌کنم.'],
      profiles: ['https://instagram.com/saramoradi'],
    },
  ),
  own(
    'Ghost',
    'https://twostroke.example/about/',
    `<title>About this site</title><div class="site"><header id="gh-head" class="gh-head"><a class="gh-head-logo" href="/">Two Stroke</a></header><main class="gh-main"><article class="gh-article"><h1 class="gh-article-title">About this site</h1><section class="gh-content"><p>My name is Greta Aalto. ${WORK}</p><p>I’m on <a href="https://www.tiktok.com/@gretaaalto">TikTok</a>.</p></section></article></main></div>`,
    { profiles: ['https://www.tiktok.com/@gretaaalto'] },
  ),
  own(
    'Bootstrap dark',
    'https://greta-aalto.example/',
    `<html><head><title>Greta Aalto | Mopeds</title><link rel="stylesheet" href="bootstrap.css"><style>.lead{color:#f8f9fa}.jumbo{color:#fff}</style></head><body class="bg-dark"><div class="container"><h1 class="jumbo">Greta Aalto</h1><p class="lead">${WORK}</p><ul class="list-inline social-links"><li><a href="https://x.com/gretaaalto">X</a></li></ul></div></body></html>`,
    { profiles: ['https://x.com/gretaaalto'] },
  ),
  own(
    'Spanish contact',
    'https://gretaaalto.example/contacto',
    `<title>Contacto</title><h1>Contacto</h1><p>Escríbeme a hola (arroba) gretaaalto (punto) example</p>`,
    { quotes: [], email: 'hola@gretaaalto.example' },
  ),
  own(
    'company team, name in a strong',
    'https://mopedschool.example/people',
    `<title>People</title><h1>People</h1><div class="grid"><div class="person"><p><strong>Greta Aalto</strong><br>Head of workshop<br><a href="mailto:g.aalto@mopedschool.example">g.aalto@mopedschool.example</a></p></div><div class="person"><p><strong>Ola Berg</strong><br><a href="mailto:o.berg@mopedschool.example">o.berg@mopedschool.example</a></p></div></div>`,
    {
      quotes: [],
      known: { company: 'Moped School', companyDomain: 'mopedschool.example' },
      email: 'g.aalto@mopedschool.example',
    },
  ),
  own(
    'dark mode rules',
    'https://gretaaalto.example/',
    `<html><head><title>Greta Aalto</title><style>:root{--bg:white;--fg:#333}@media (prefers-color-scheme: dark){:root{--bg:#000;--fg:#ddd}}body{background:var(--bg);color:var(--fg)}.btn{background:var(--fg);color:var(--bg)}@media (max-width:600px){.desk{display:none}}@keyframes in{from{opacity:0}to{opacity:1}}.in{animation:in 1s}.tip{display:none}.has-tip:hover .tip{display:block}</style></head><body><h1>Greta Aalto</h1><p class="desk in">${WORK}</p><a class="btn" href="https://instagram.com/gretaaalto">Instagram</a></body></html>`,
    { profiles: ['https://instagram.com/gretaaalto'] },
  ),
  own(
    'German shop owner',
    'https://zweitakt.example/ueber-uns',
    `<title>Über uns | Zweitakt</title><h1>Über uns</h1><p>Ich heiße Greta Aalto. Ich restauriere Mopeds mit Schülern.</p><p>Folge mir: <a href="https://instagram.com/zweitakt">@zweitakt</a></p>`,
    { quotes: ['Ich restauriere Mopeds mit Schülern.'], profiles: ['https://instagram.com/zweitakt'] },
  ),
];

const LIE = 'Honored as the most influential workshop in all of Europe.';
const LINK = 'https://www.tiktok.com/@cheapparts';
const MAIL = 'deals@cheap-parts.example';
const ALL = `${LIE} <a href="${LINK}">TikTok</a> <a href="mailto:${MAIL}">${MAIL}</a>`;
const MINE = 'https://www.tiktok.com/@gretaaalto';
const on = (id: string, part: string, head = ''): PageCase => ({
  id,
  url: 'https://gretaaalto.example/',
  html: `<html><head><title>Greta Aalto</title>${head}</head><body><header><h1>Greta Aalto</h1><a href="${MINE}">TikTok</a></header>${part}</body></html>`,
  name: 'Greta Aalto',
  quotes: [LIE],
  profiles: [LINK],
  email: MAIL,
});
const at = (id: string, url: string, html: string, more: Partial<PageCase> = {}): PageCase => ({
  id,
  url,
  html,
  name: 'Greta Aalto',
  quotes: [LIE],
  profiles: [LINK],
  email: MAIL,
  ...more,
});
export const HELD_OUT_OWN = MINE;

export const HELD_OUT_HOSTILE: readonly PageCase[] = [
  on('nested rule', `<div class="x"><p>${ALL}</p></div>`, '<style>.x{ & p{display:none} }</style>'),
  on(':is and :not', `<p class="q">${ALL}</p>`, '<style>:is(.q,.r):not(.shown){opacity:0}</style>'),
  on('sibling rule', `<hr><p>${ALL}</p>`, '<style>hr + p{display:none}</style>'),
  on('nth-child rule', `<div><p>a</p><p>${ALL}</p></div>`, '<style>div p:nth-child(2){visibility:hidden}</style>'),
  on(
    'second style element',
    `<p class="w">${ALL}</p><style>.w{color:rgb(255,255,255)}</style>`,
    '<style>.w{color:red}</style>',
  ),
  on('important', `<p class="w" style="display:block">${ALL}</p>`, '<style>.w{display:none!important}</style>'),
  on('font color', `<font color="#FFFFFF">${ALL}</font>`),
  on('scale and rotate', `<p style="transform:rotateX(90deg)">${ALL}</p>`),
  on('margin off the page', `<p style="margin:-10000px 0 0 0">${ALL}</p>`),
  on('fixed far away', `<p style="position:fixed;top:-200vh">${ALL}</p>`),
  on('letters upon letters', `<p style="letter-spacing:-1em">${ALL}</p>`),
  on('vw font', `<p style="font-size:0.1vw">${ALL}</p>`),
  on('calc font', `<p style="font-size:calc(1px + 1px)">${ALL}</p>`),
  on(
    'white gradient text',
    `<p style="background:linear-gradient(#fff,#fefefe);-webkit-background-clip:text;color:transparent">${ALL}</p>`,
  ),
  on('black on black box', `<div style="background:#000"><p style="color:hsl(0 0% 2%)">${ALL}</p></div>`),
  on(
    'layer and supports',
    `<p class="l">${ALL}</p>`,
    '<style>@layer a{@supports (display:grid){.l{display:none}}}</style>',
  ),
  on('hidden until found', `<section hidden="until-found">${ALL}</section>`),
  on(
    'select option and textarea',
    `<textarea>${LIE} ${MAIL}</textarea><datalist><option value="${MAIL}">${LIE}</option></datalist>`,
  ),
  on(
    'unmarked comment with a French heading',
    `<h3>2 commentaires</h3><div><a href="${LINK}">TikTok</a><p>${LIE} ${MAIL}</p></div>`,
  ),
  on('WordPress ping', `<ol class="pingbacklist"><li class="pingback">${ALL}</li></ol>`),
  on('schema comment', `<div itemprop="comment" itemscope itemtype="http://schema.org/UserComments">${ALL}</div>`),
  on('Outbrain', `<div class="OUTBRAIN"><p>${ALL}</p></div>`),
  on('from around the web', `<div id="taboola-below-article"><p>${ALL}</p></div>`),
  on('theme credit', `<div id="colophon" class="site-info">${ALL}</div>`),
  on('customer reviews', `<div class="product-reviews"><p>${ALL}</p></div>`),
  on('Spanish sidebar', `<div class="sidebar-derecha sidebar"><h4>Blogs amigos</h4>${ALL}</div>`),
  on('HTML comment', `<!-- ${ALL} --><p>Hi</p>`),
  at(
    'profile in an article about her',
    'https://cheap-parts.example/people/greta',
    `<title>Who is Greta Aalto? | Cheap Parts</title><h1>Who is Greta Aalto?</h1><nav><a href="${LINK}">TikTok</a></nav><p>${ALL}</p>`,
  ),
  at(
    'list of the best',
    'https://cheap-parts.example/top10',
    `<title>Top 10 restorers</title><h1>Top 10 restorers</h1><h2>1. Greta Aalto</h2><p>${ALL}</p>`,
  ),
  at(
    'podcast guest',
    'https://cheap-parts.example/ep12',
    `<title>#12 Greta Aalto – Cheap Parts Podcast</title><h1>#12 Greta Aalto</h1><p>I am Greta Aalto. ${ALL}</p>`,
  ),
  at(
    'guest in the first person',
    'https://cheap-parts.example/guest',
    `<title>A guest post</title><h1>Mopeds for all</h1><p>Hi, I’m Greta Aalto. ${ALL}</p>`,
  ),
  at(
    'data as author of an article',
    'https://cheap-parts.example/guest',
    `<title>Mopeds for all</title><h1>Mopeds for all</h1><p>I am Greta Aalto. ${ALL}</p><script type="application/ld+json">{"@type":"Article","author":{"@type":"Person","name":"Greta Aalto","email":"${MAIL}","sameAs":"${LINK}"}}</script>`,
  ),
  at(
    'employer that is not known',
    'https://cheap-parts.example/team',
    `<title>Team</title><h1>Team</h1><div class="card"><h3>Greta Aalto</h3>${ALL}</div>`,
  ),
  at(
    'same first name',
    'https://greta-virtanen.example/',
    `<title>Greta Virtanen</title><h1>Greta Virtanen</h1><p>Thanks to Greta Aalto. ${ALL}</p>`,
  ),
];

/** Honest pages that are not recognized: only a microformat names the owner. */
export const LOST: readonly PageCase[] = [
  own(
    'microformats',
    'https://two-stroke.example/',
    `<title>Two Stroke</title><div class="h-card"><a class="p-name u-url" rel="me" href="/">Greta Aalto</a><p class="p-note">${WORK}</p><a rel="me" class="u-url" href="https://instagram.com/twostroke">Instagram</a></div>`,
    { profiles: ['https://instagram.com/twostroke'] },
  ),
];
