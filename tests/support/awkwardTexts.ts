/** Texts that layouts fear: without a space, from right to left, of emoji, and simply long. */

export const UNBROKEN =
  'https://northwind.example/trails/spring?ref=Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk';
export const RIGHT_TO_LEFT = 'نور الهدى بنت عبد الرحمن الفاسي';
export const EMOJI = '👩🏽‍🌾🧵🪡🏔️👨‍👩‍👧‍👦🇳🇴🧗🏿‍♀️✨🥾🌲';
export const LONG =
  'the third, who walks every marked trail between the two oceans and writes about the gear that lasted for longer than one season';

const KINDS = ['', UNBROKEN, RIGHT_TO_LEFT, EMOJI, LONG];

const kindOf = (index: number): string => KINDS[index % KINDS.length] ?? '';

export const awkwardName = (index: number): string => `Ada Lindqvist ${index} ${kindOf(index)}`.trim();

export const awkwardBio = (index: number): string =>
  `Runs a sewing circle, number ${index}. ${kindOf(index + 1)}`.trim();
