import { renderSignature } from '../../../events/messages/signature.ts';
import { Card } from '../../components/ui/Card.tsx';

type Typed = {
  userFullName: string;
  contactEmail: string;
  businessName: string;
  jobTitle?: string | undefined;
  contactPhone?: string | undefined;
  postalAddress?: string | undefined;
};

/** The signature as typed, as it appears under emails. It shows once there is a name or an address. */
export function SignaturePreview(props: { typed: Typed }) {
  const { typed } = props;
  if (!typed.userFullName.trim() && !typed.contactEmail.trim()) return null;
  return (
    <Card title="Signature Preview">
      <p className="whitespace-pre-line wrap-anywhere p-4 text-ink-2">
        {renderSignature(
          {
            userFullName: typed.userFullName.trim(),
            contactEmail: typed.contactEmail.trim(),
            businessName: typed.businessName.trim(),
            jobTitle: typed.jobTitle?.trim() || null,
            contactPhone: typed.contactPhone?.trim() || null,
            postalAddress: typed.postalAddress?.trim() || null,
          },
          'Your Name',
        )}
      </p>
    </Card>
  );
}
