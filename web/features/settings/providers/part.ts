import type { ReactNode } from 'react';
import type { EmailSettingsView } from '../../../../api/views.ts';
import type { EmailSettingsForm } from '../../../../events/sending/mailInput.ts';

/** Typed texts by the names of the call's fields. A field without one shows the stored value. */
export type Typed = Readonly<Partial<Record<Exclude<keyof EmailSettingsForm, 'emailProvider'>, string>>>;

export type FieldsProps = {
  settings: EmailSettingsView;
  typed: Typed;
  problems: Typed;
  onChange: (part: Typed) => void;
  /** Counts the saves. */
  saves: number;
  saving: boolean;
  /** The account does not exist yet. */
  isAdded: boolean;
};

/** A provider's parts of the settings. */
export type ProviderPart = {
  /** Its option under Email Provider. `missing`: why nothing is sent if it is chosen. */
  option: (settings: EmailSettingsView) => { label: ReactNode; note: ReactNode; missing?: ReactNode };
  /** Its account is typed into fields under Email Provider. */
  fields?: {
    title: string;
    note: string;
    /** Throws ConnectionLost when the rules cannot be loaded. */
    problemsOf: (typed: Typed, settings: EmailSettingsView) => Promise<Typed>;
    toSave: (typed: Typed, settings: EmailSettingsView) => Omit<EmailSettingsForm, 'emailProvider'>;
    Fields: (props: FieldsProps) => ReactNode;
  };
  /** The cards that connect its accounts. `id`: what links call a card. */
  cards: readonly { id: string; Card: () => ReactNode }[];
};
