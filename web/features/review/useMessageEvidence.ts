import type { EvidenceView, PartnerDetailView, SendView } from '../../../api/views.ts';
import { usePartnerDetail } from '../partners/api.ts';

/** A fact of the profile that the text rests on. `source`: null while it is not loaded, or when the profile has no evidence. */
export type UsedFact = { id: string; text: string; url: string | null; source: string | null; seenAt: string | null };

export type MessageEvidence = {
  used: readonly UsedFact[];
  notUsed: readonly EvidenceView[];
  /** Missing while it is loaded, and of an erased partner. */
  partner: PartnerDetailView | undefined;
  isPending: boolean;
};

/** The partner's facts: those that the text rests on, by the AI's word, and the unused ones. */
export function useMessageEvidence(message: SendView): MessageEvidence {
  const { data: partner, isPending } = usePartnerDetail(message.partner.id);
  const known = new Map(partner?.evidence.map((one) => [one.id, one]));
  const used = message.basedOn.map(({ id, text, url }): UsedFact => {
    const { source = null, seenAt = null } = known.get(id) ?? {};
    return { id, text, url, source, seenAt };
  });
  const ids = new Set(used.map(({ id }) => id));
  return { used, notUsed: partner?.evidence.filter(({ id }) => !ids.has(id)) ?? [], partner, isPending };
}
