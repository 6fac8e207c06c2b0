import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { cutText } from '../shared/format.ts';
import type { CampaignStatus } from '../shared/options.ts';
import { RATE_NAMES, type RateBreach } from '../shared/rates.ts';
import { Refused } from '../shared/refused.ts';
import type { MayBeUnreadable } from '../shared/unreadable.ts';
import type { CampaignForm, CampaignPatch } from './campaignInput.ts';
import { changeSettings, SETTING_PARTS } from './changeSettings.ts';
import {
  type CampaignSettings,
  INITIAL_SETTINGS,
  settingsData,
  settingsForm,
  settingsOf,
  settingsPersonal,
  showSettings,
  WITHOUT_PERSONAL,
} from './settings.ts';
import { assignVariants, type FirstMessage, VARIANTS, type Variant } from './variants.ts';

const settingsEvent = { version: 1, data: settingsData, personal: settingsPersonal } as const;

export const campaignDefinitions = {
  CampaignCreated: settingsEvent,
  /** `changed`: which parts. */
  CampaignEdited: { ...settingsEvent, data: settingsData.extend({ changed: z.array(z.enum(SETTING_PARTS)) }) },
  /** `variants`: of an A/B test, in the order of the messages; null for a message that is no first email. */
  MessagesRequested: {
    version: 1,
    data: z.object({
      runId: z.string(),
      regenerate: z.boolean(),
      includeEdited: z.boolean(),
      messageIds: z.array(z.string()),
      keptEdited: z.number(),
      variants: z.array(z.enum(VARIANTS).nullable()).optional(),
    }),
  },
  /** The user decided the A/B test: unapproved texts are written in this version. */
  VariantChosen: { version: 1, data: z.object({ variant: z.enum(VARIANTS) }) },
  MessagesFinished: { version: 1, data: z.object({ runId: z.string(), generated: z.number(), failed: z.number() }) },
  CampaignStarted: { version: 1, data: z.object({}) },
  /** `figures`: of a rate that is over its limit (shared/rates.ts). */
  CampaignPaused: {
    version: 1,
    data: z.object({
      reason: z.enum(['user', 'partners_added', 'follow_ups_added', ...RATE_NAMES]),
      figures: z.object({ sent: z.number(), count: z.number() }).nullable(),
    }),
  },
  CampaignResumed: { version: 1, data: z.object({}) },
  CampaignCompleted: { version: 1, data: z.object({}) },
  /** It leaves the lists. Starting or resuming it brings it back. */
  CampaignArchived: { version: 1, data: z.object({}) },
  CampaignUnarchived: { version: 1, data: z.object({}) },
  CampaignDeleted: { version: 1, data: z.object({}) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type CampaignEvent = EventOf<typeof campaignDefinitions>;

export type CampaignState = MayBeUnreadable &
  CampaignSettings & {
    status: 'none' | CampaignStatus | 'deleted';
    /** The user's decision of the A/B test. */
    chosenVariant: Variant | null;
    generation: {
      runId: string;
      messageIds: string[];
      variants: (Variant | null)[] | null;
      includeEdited: boolean;
      keptEdited: number;
      requestedAt: string;
    } | null;
    lastGeneration: { runId: string; generated: number; failed: number; keptEdited: number } | null;
    pausedBy: RateBreach | null;
    /** Mails that left before this count in no rate; null: all count. */
    ratesFrom: string | null;
    archived: boolean;
    createdAt: string;
    startedAt: string | null;
  };

const initial: CampaignState = {
  ...INITIAL_SETTINGS,
  status: 'none',
  chosenVariant: null,
  generation: null,
  lastGeneration: null,
  pausedBy: null,
  ratesFrom: null,
  archived: false,
  createdAt: '',
  startedAt: null,
};

function evolve(state: CampaignState, event: Recorded<CampaignEvent>): CampaignState {
  switch (event.type) {
    case 'CampaignCreated':
      return { ...initial, status: 'draft', ...settingsOf(event), createdAt: event.at };
    case 'CampaignEdited': {
      const settings = settingsOf(event);
      return { ...state, ...settings, chosenVariant: settings.abTest && state.chosenVariant };
    }
    case 'MessagesRequested': {
      const { runId, messageIds, includeEdited, keptEdited, variants = null } = event.data;
      return {
        ...state,
        generation: { runId, messageIds, variants, includeEdited, keptEdited, requestedAt: event.at },
      };
    }
    case 'VariantChosen':
      return { ...state, chosenVariant: event.data.variant };
    case 'MessagesFinished':
      return {
        ...state,
        generation: null,
        lastGeneration: { ...event.data, keptEdited: state.generation?.keptEdited ?? 0 },
      };
    case 'CampaignStarted':
      return { ...state, status: 'active', startedAt: event.at };
    case 'CampaignResumed':
      return {
        ...{ ...state, status: 'active', archived: false, pausedBy: null },
        ratesFrom: state.pausedBy ? event.at : state.ratesFrom,
      };
    case 'CampaignPaused': {
      const { reason, figures } = event.data;
      const isRate = reason === 'bounce_rate' || reason === 'complaint_rate';
      const pausedBy = isRate && figures ? { rate: reason, ...figures } : null;
      // a completed one that gets partners is shown again
      return { ...state, status: 'paused', archived: false, pausedBy };
    }
    case 'CampaignCompleted':
      return { ...state, status: 'completed' };
    case 'CampaignArchived':
      return { ...state, archived: true };
    case 'CampaignUnarchived':
      return { ...state, archived: false };
    case 'CampaignDeleted':
      return { ...state, status: 'deleted', generation: null };
    case 'PersonErased':
      return { ...state, ...WITHOUT_PERSONAL, chosenVariant: null };
  }
}

export const campaign: Aggregate<CampaignState, CampaignEvent> = {
  kind: 'campaign',
  definitions: campaignDefinitions,
  projectionVersion: 2,
  initial,
  evolve,
};

/** Refused `not_found` for a campaign that does not exist or is deleted. */
export function mustExist(state: CampaignState): void {
  if (state.status === 'none' || state.status === 'deleted') throw new Refused({ code: 'no_campaign' });
}

/** A person decides about an unconfirmed message in its campaign. Once the campaign is deleted, they decide in the list of leftovers. */
export function mustBeDeleted(state: CampaignState): void {
  if (state.status !== 'deleted') throw new Refused({ code: 'campaign_not_deleted' });
}

export function createCampaign(state: CampaignState, form: CampaignForm, newId: () => string): CampaignEvent[] {
  if (state.status !== 'none') throw new Refused({ code: 'campaign_exists' });
  const { data, personal } = changeSettings(state, form, newId);
  return [{ type: 'CampaignCreated', data, personal }];
}

/** Room for the word behind a name. */
const LONGEST_COPIED_NAME = 190;

/** A new draft with the settings, texts and follow-ups of another campaign, and without its partners. */
export function copyCampaign(state: CampaignState, source: CampaignState, newId: () => string): CampaignEvent[] {
  mustExist(source);
  if (!source.text) throw new Refused({ code: 'campaign_erased' });
  const followUps = source.followUps.map(({ afterDays, writer, text }) => ({ afterDays, writer, text }));
  const { abTest } = source;
  const form = settingsForm({ ...showSettings(source), followUps, abTest });
  return createCampaign(state, { ...form, name: `${cutText(form.name, LONGEST_COPIED_NAME)} (copy)` }, newId);
}

/**
 * Changes the given fields. Existing first emails stay, and follow-ups that wait take the change (followUpEdit.ts). A completed campaign that gets
 * more follow-ups waits, paused, for the user to resume it.
 */
export function editCampaign(state: CampaignState, patch: CampaignPatch, newId: () => string): CampaignEvent[] {
  mustExist(state);
  if (!state.text) throw new Refused({ code: 'campaign_erased' });
  const { data, personal, changed } = changeSettings(state, patch, newId);
  if (changed.length === 0) return [];
  const edited: CampaignEvent = { type: 'CampaignEdited', data: { ...data, changed }, personal };
  const isMore = data.followUps.some(({ id }) => !state.followUps.some((one) => one.id === id));
  return isMore ? [edited, ...reopenCampaign(state, 'follow_ups_added')] : [edited];
}

/**
 * Asks for texts. An open run is joined (no event). `missing`: messages without a text. `written`: messages with an unedited text. `edited`: by hand.
 * `firstMessages`: the messages that an A/B test splits.
 */
export function requestMessages(
  state: CampaignState,
  run: {
    runId: string;
    regenerate: boolean;
    missing: string[];
    written: string[];
    edited: string[];
    includeEdited: boolean;
    firstMessages?: readonly FirstMessage[];
  },
): CampaignEvent[] {
  mustExist(state);
  if (state.generation) return [];
  if (run.regenerate && state.status !== 'draft') {
    throw new Refused({ code: 'no_draft' });
  }
  if (state.status === 'completed') throw new Refused({ code: 'campaign_completed' });
  const messageIds = run.regenerate
    ? [...run.missing, ...run.written, ...(run.includeEdited ? run.edited : [])]
    : run.missing;
  if (messageIds.length === 0) {
    throw new Refused({ code: run.regenerate ? 'nothing_to_regenerate' : 'nothing_to_generate' });
  }
  const includeEdited = run.regenerate && run.includeEdited;
  const keptEdited = run.regenerate && !includeEdited ? run.edited.length : 0;
  return [
    {
      type: 'MessagesRequested',
      data: {
        ...{ runId: run.runId, regenerate: run.regenerate, includeEdited, messageIds, keptEdited },
        ...(state.abTest && { variants: assignVariants(messageIds, run.firstMessages ?? [], state.chosenVariant) }),
      },
    },
  ];
}

/**
 * The user chose a version for the rest. Unwritten messages get it. Unapproved texts of the other version are written again, unless edited
 * (`unapproved`). Approved texts stay. The same choice again writes what could not be written, or is no event.
 */
export function chooseVariant(
  state: CampaignState,
  variant: Variant,
  run: { runId: string; unapproved: readonly FirstMessage[] },
): CampaignEvent[] {
  mustExist(state);
  if (!state.abTest) throw new Refused({ code: 'no_ab_test' });
  if (state.status === 'draft') throw new Refused({ code: 'choose_after_start' });
  const messageIds = inOtherVersion(run.unapproved, variant);
  if (state.chosenVariant === variant && (messageIds.length === 0 || state.generation)) return [];
  if (state.generation) throw new Refused({ code: 'choose_when_written' });
  const variants = messageIds.map(() => variant);
  const request = { runId: run.runId, regenerate: true, includeEdited: false, messageIds, keptEdited: 0, variants };
  const chosen: CampaignEvent[] = state.chosenVariant === variant ? [] : [{ type: 'VariantChosen', data: { variant } }];
  return messageIds.length === 0 ? chosen : [...chosen, { type: 'MessagesRequested', data: request }];
}

/** The ids of the texts that are written in the other version of an A/B test. */
export const inOtherVersion = (texts: readonly FirstMessage[], variant: Variant): string[] =>
  texts.filter((one) => one.variant !== null && one.variant !== variant).map(({ id }) => id);

export function finishMessages(
  state: CampaignState,
  runId: string,
  generated: number,
  failed: number,
): CampaignEvent[] {
  if (state.generation?.runId !== runId) return [];
  return [{ type: 'MessagesFinished', data: { runId, generated, failed } }];
}

/**
 * The status calls of the screens: draft → active, active → paused, paused → active; the same status is no event.
 * `missingTexts`: messages without a text, `messages`: all that are not cancelled.
 */
export function changeCampaignStatus(
  state: CampaignState,
  to: CampaignStatus,
  have: { messages: number; missingTexts: number },
): CampaignEvent[] {
  mustExist(state);
  if (state.status === to) return [];
  if (to === 'active' && (state.status === 'draft' || state.status === 'paused')) {
    if (have.messages === 0) throw new Refused({ code: 'no_partners' });
    if (state.generation) throw new Refused({ code: 'start_when_written' });
    if (have.missingTexts > 0) {
      throw new Refused({ code: 'texts_missing', missing: have.missingTexts });
    }
    return [{ type: state.status === 'draft' ? 'CampaignStarted' : 'CampaignResumed', data: {} }];
  }
  if (to === 'paused' && state.status === 'active')
    return [{ type: 'CampaignPaused', data: { reason: 'user', figures: null } }];
  throw new Refused({ code: 'no_campaign_status', from: state.status, to });
}

/** A completed campaign has more to send: it waits, paused, for the user to review and resume (rulings). */
const reopenCampaign = ({ status }: CampaignState, reason: 'partners_added' | 'follow_ups_added'): CampaignEvent[] =>
  status === 'completed' ? [{ type: 'CampaignPaused', data: { reason, figures: null } }] : [];

export function reopenForPartners(state: CampaignState): CampaignEvent[] {
  mustExist(state);
  return reopenCampaign(state, 'partners_added');
}

/** Partners of another campaign move only to one that is about to write, or writes. */
export function mustTakeMoved(state: CampaignState): void {
  mustExist(state);
  if (state.status !== 'draft' && state.status !== 'active') throw new Refused({ code: 'move_closed' });
}

/** Pauses an active campaign whose mails crossed a limit. */
export const pauseCampaignForRate = ({ status }: CampaignState, { rate, ...figures }: RateBreach): CampaignEvent[] =>
  status === 'active' ? [{ type: 'CampaignPaused', data: { reason: rate, figures } }] : [];

/** Messages of a completed campaign were restored: it goes on as if they had not been canceled. */
export const continueCampaign = (state: CampaignState): CampaignEvent[] =>
  state.status === 'completed' ? [{ type: 'CampaignResumed', data: {} }] : [];

/**
 * Completed: active, with at least one message, and each of them final. A canceled one is final. One with an unknown outcome is not, nor is one that
 * lacks its follow-up. `messages`: all, the cancelled, too.
 */
export function completeCampaign(state: CampaignState, have: { messages: number; open: number }): CampaignEvent[] {
  if (state.status !== 'active' || have.messages === 0 || have.open > 0) return [];
  return [{ type: 'CampaignCompleted', data: {} }];
}

/** A campaign that sends stays in the lists. The same wish again is no event. */
export function archiveCampaign(state: CampaignState, archived: boolean): CampaignEvent[] {
  mustExist(state);
  if (state.archived === archived) return [];
  if (!archived) return [{ type: 'CampaignUnarchived', data: {} }];
  if (state.status !== 'paused' && state.status !== 'completed') throw new Refused({ code: 'archive_unfit' });
  return [{ type: 'CampaignArchived', data: {} }];
}

export function deleteCampaign(state: CampaignState): CampaignEvent[] {
  mustExist(state);
  return [{ type: 'CampaignDeleted', data: {} }];
}
