import { renderSignature } from '../../../events/messages/signature.ts';
import { Card } from '../../components/ui/Card.tsx';
import { HtmlFrame } from '../../components/ui/HtmlFrame.tsx';
import { useHtmlSignature } from '../profile/api.ts';

type Typed = {
  userFullName: string;
  contactEmail: string;
  businessName: string;
  jobTitle?: string | undefined;
  contactPhone?: string | undefined;
  postalAddress?: string | undefined;
  signatureHtml?: string | undefined;
};

/** The signature as typed, as it appears under emails. It shows once there is a name or an address. */
export function SignaturePreview(props: { typed: Typed }) {
  const { typed } = props;
  const { signature: htmlSignature } = useHtmlSignature(typed.signatureHtml);
  if (!typed.userFullName.trim() && !typed.contactEmail.trim()) return null;
  return (
    <Card title="Signature Preview">
      {htmlSignature && (
        <div className="px-4 pt-4">
          <HtmlFrame title="Your signature with formatting" html={htmlSignature.html} className="h-40" />
          <p className="mt-2 text-ink-3 text-note">The same in plain text:</p>
        </div>
      )}
      <p className="whitespace-pre-line wrap-anywhere p-4 text-ink-2">
        {renderSignature(
          {
            userFullName: typed.userFullName.trim(),
            contactEmail: typed.contactEmail.trim(),
            businessName: typed.businessName.trim(),
            jobTitle: typed.jobTitle?.trim() || null,
            contactPhone: typed.contactPhone?.trim() || null,
            postalAddress: typed.postalAddress?.trim() || null,
            htmlSignature,
          },
          'Your Name',
        )}
      </p>
    </Card>
  );
}
