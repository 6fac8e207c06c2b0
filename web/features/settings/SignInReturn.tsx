import { buttonClasses } from '../../components/ui/Button.tsx';

/** What a sign-in window shows once it is back. `alone`: no page of ours takes its answer. */
export function SignInReturn(props: { account: string; alone: boolean }) {
  const { account, alone } = props;
  return (
    <main className="mx-auto max-w-form px-4 py-16 text-center">
      {alone ? (
        <>
          <h1 className="font-bold text-title tracking-title">{account} is not connected yet</h1>
          <p className="mt-1 mb-4 text-ink-2">
            This window lost the page that opened it. Go to Settings and connect your {account} account again.
          </p>
          <a className={buttonClasses('primary')} href="/settings">
            Go to Settings
          </a>
        </>
      ) : (
        <>
          <h1 className="font-bold text-title tracking-title">Connecting your {account} account…</h1>
          <p className="mt-1 text-ink-2">This window closes automatically. If it stays open, close it.</p>
        </>
      )}
    </main>
  );
}
