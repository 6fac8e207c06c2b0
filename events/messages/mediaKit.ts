import type { MediaKit } from '../accounts/mediaKit.ts';
import type { ProfileState } from '../accounts/profile.ts';
import type { CampaignState } from '../campaigns/campaign.ts';
import { sequenceNumber } from './followUp.ts';
import type { MessageEvent } from './messageEvents.ts';
import { isWaiting, type MessageState } from './messageState.ts';
import { refuseApproval } from './resend.ts';

/** The file that leaves with a message: with first emails alone, and only if their campaign has it on. */
export const kitOf = (
  { mediaKit }: Pick<CampaignState, 'mediaKit'>,
  profile: Pick<ProfileState, 'mediaKit'>,
  message: Pick<MessageState, 'step' | 'followUp'>,
): MediaKit | null => (mediaKit && sequenceNumber(message) === 0 ? profile.mediaKit : null);

/** Between the hash of a text and that of its file. */
export const WITH_KIT = '+';

/** The file that an approval holds for, by its hash; null: none. */
export function approvedKit(approved: string | null): { hash: string } | null {
  const hash = approved?.split(WITH_KIT)[1];
  return hash ? { hash } : null;
}

const isOtherKit = (approved: string, kit: { hash: string } | null): boolean =>
  approvedKit(approved)?.hash !== kit?.hash;

/** Why an approval does not hold for what would leave now (`hash`). */
export const whyOutdated = (approved: string | null, hash: string | null): 'media_kit_changed' | 'address_changed' =>
  approved !== null && hash !== null && isOtherKit(approved, approvedKit(hash))
    ? 'media_kit_changed'
    : 'address_changed';

/** Its file was replaced, turned on or turned off (`kit`: the present one). What was approved with another one goes back to review. */
export const withdrawOtherKit = (state: MessageState, kit: { hash: string } | null): MessageEvent[] =>
  state.approvedHash !== null && isWaiting(state.status) && isOtherKit(state.approvedHash, kit)
    ? refuseApproval(state, 'media_kit_changed')
    : [];
