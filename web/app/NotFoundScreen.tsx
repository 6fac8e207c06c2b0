import { Link } from 'wouter';
import { ButtonLook } from '../components/ui/ButtonLook.tsx';
import { useTitle } from './title.ts';

export function NotFoundScreen() {
  useTitle('Page Not Found');
  return (
    <div className="mx-auto max-w-form py-16 text-center">
      <p className="font-semibold text-ink-3 tabular-nums">404</p>
      <h1 className="font-bold text-title tracking-title">Page Not Found</h1>
      <p className="mt-1 mb-4 text-ink-2">
        There is no page at this address. It may have moved, or the link may be incomplete.
      </p>
      <ButtonLook variant="primary">
        <Link href="/dashboard">Go to Dashboard</Link>
      </ButtonLook>
    </div>
  );
}
