import { each, merged, namesOf, pick } from '../shared/named.ts';
import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import { withIds } from './followUps.ts';
import {
  type CampaignSettings,
  OPEN_NAMES,
  type OpenSettings,
  type SettingsChange,
  TEXT_NAMES,
  type TextSettings,
} from './settings.ts';
import { filledOffer, NO_OFFER, SETTING_WORDS, type SettingPart } from './settingWords.ts';
import { abTestProblem, withTextIds } from './variants.ts';

export const SETTING_PARTS = namesOf(SETTING_WORDS) as [SettingPart, ...SettingPart[]];

const partsOf = ({ text, offer, abTest, ...open }: CampaignSettings): Readonly<Record<SettingPart, unknown>> => {
  const { what, commission, code, link } = offer ?? NO_OFFER;
  return {
    ...open,
    ...(text ?? each(TEXT_NAMES, () => null)),
    abTest: abTest && [abTest.varies, abTest.variantB],
    ...{ offerWhat: what, offerCommission: commission, offerCode: code, offerLink: link },
  };
};

/** The subject of the other type is cleared. */
function textAfter({ text }: CampaignSettings, change: SettingsChange, isStatic: boolean): TextSettings {
  const typed = merged<TextSettings>(text ?? each(TEXT_NAMES, () => ''), change);
  return {
    ...typed,
    messagePrompt: typed.messagePrompt || (text?.messagePrompt ?? ''),
    staticSubject: (isStatic && typed.staticSubject) || null,
    invitationText: (!isStatic && typed.invitationText) || null,
  };
}

/** Turns a form's settings into parts of an event, and names those that differ. */
export function changeSettings(before: CampaignSettings, change: SettingsChange, newId: () => string) {
  const open = merged<OpenSettings>(pick(before, OPEN_NAMES), change);
  const isStatic = open.subjectType === 'static';
  const text = textAfter(before, change, isStatic);
  if (!(isStatic ? text.staticSubject : text.invitationText))
    throw new Refused({ code: 'subject_missing', field: 'staticSubject' });
  const versions = { ...open, text, abTest: change.abTest === undefined ? before.abTest : change.abTest };
  const problem = abTestProblem(versions);
  if (problem) throw new Refused({ code: 'version_b_unfit', problem, field: 'abTest.variantB' });
  const abTest = withTextIds(versions, before, newId);
  const offer = change.offer === undefined ? before.offer : filledOffer(change.offer);
  const followUps = change.followUps ? withIds(change.followUps, before.followUps, newId) : before.followUps;
  const [was, is] = [partsOf(before), partsOf({ ...open, text, offer, followUps, abTest })];
  return {
    data: {
      ...open,
      followUps: followUps.map(({ text: _, ...one }) => one),
      abTest: abTest && { varies: abTest.varies, textIds: abTest.textIds },
    },
    personal: {
      ...{ ...text, offer },
      followUpTexts: followUps.map((one) => one.text),
      variantB: abTest?.variantB ?? null,
    },
    changed: SETTING_PARTS.filter((part) => !sameJson([was[part]], [is[part]])),
  };
}
