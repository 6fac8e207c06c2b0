import type { LoginProvider } from '../../../events/shared/options.ts';
import type { LoginPart } from './loginPart.ts';
import { mailboxPart } from './MailboxCard.tsx';
import { sesPart } from './SesCard.tsx';

export const LOGIN_PARTS: Readonly<Record<LoginProvider, LoginPart>> = { smtp: mailboxPart, ses: sesPart };
