import { useMemo } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import type { RejectReason } from '../../../events/shared/options.ts';
import { undoLastDecision, useChangeStatus } from './decisions.ts';
import { openContact } from './openContact.ts';

export function useDecisionKeys() {
  const { mutate } = useChangeStatus();
  return useMemo(() => {
    const reject =
      (reason?: RejectReason) =>
      (partner: PartnerView | undefined): boolean => {
        if (partner?.status !== 'pending') return false;
        mutate({ partner, status: 'rejected', ...(reason && { reason }) });
        return true;
      };
    return {
      approve: (partner: PartnerView | undefined): boolean => {
        if (!partner || partner.status === 'approved') return false;
        mutate({ partner, status: 'approved' });
        return true;
      },
      reject: reject(),
      rejectTopic: reject('topic'),
      rejectAudience: reject('audience'),
      rejectRegion: reject('region'),
      rejectCompetitor: reject('competitor'),
      rejectSize: reject('size'),
      rejectOther: reject('other'),
      email: (partner: PartnerView | undefined): boolean => {
        if (partner?.status === 'approved') openContact(partner);
        return false;
      },
      undo: (): boolean => {
        undoLastDecision();
        return false;
      },
    };
  }, [mutate]);
}
