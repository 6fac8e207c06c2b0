import { LIMIT_NAMES, LIMITS, type LimitName } from '../../../events/accounts/limits.ts';
import { Card } from '../../components/ui/Card.tsx';
import { NearLimits } from './NearLimits.tsx';
import { SettingForm } from './SettingForm.tsx';

const URL_INPUT = { type: 'url', inputMode: 'url', placeholder: 'https://' } as const;

export function SignupUrlCard() {
  return (
    <Card title="Signup URL" note="Where the landing page sends people who want an account.">
      <SettingForm name="signup_url" hint="Leave it blank to use the default sign-in." input={URL_INPUT} />
    </Card>
  );
}

export function NavigationLinksCard() {
  return (
    <Card title="Navigation Links" note="Help & Resources in everyone's sidebar.">
      <div className="[&>:first-child]:pb-0">
        <SettingForm name="tutorials_url" hint="Leave it blank to hide the link." input={URL_INPUT} />
        <SettingForm name="help_desk_url" hint="Leave it blank to hide the link." input={URL_INPUT} />
      </div>
    </Card>
  );
}

const FOOTER = ['privacy_url', 'terms_url', 'contact_url'] as const;

export function FooterLinksCard() {
  return (
    <Card title="Landing page footer" note="Links at the end of the landing page.">
      <div className="[&>:not(:last-child)]:pb-0">
        {FOOTER.map((name) => (
          <SettingForm key={name} name={name} hint="Leave it blank to hide the link." input={URL_INPUT} />
        ))}
      </div>
    </Card>
  );
}

// a number input hands over a blank, which has a meaning here, for what is no number yet ("5e")
const AMOUNT_INPUT = { type: 'text', inputMode: 'decimal' } as const;

export function AiBudgetCard() {
  return (
    <Card title="AI budget" note="AI calls stop when the budget of a month (UTC) is used up.">
      <div className="[&>:first-child]:pb-0">
        <SettingForm name="ai_budget" hint="Leave it blank for no budget." input={AMOUNT_INPUT} />
        <SettingForm name="ai_budget_per_user" hint="For users without a budget of their own." input={AMOUNT_INPUT} />
      </div>
    </Card>
  );
}

const COUNT_INPUT = { type: 'text', inputMode: 'numeric' } as const;

const LIMIT_HINTS: Record<LimitName, string> = {
  partners: 'A full list takes no more partners.',
  accounts: 'Accounts above a lower limit stay connected.',
  emails: 'Through all accounts. More wait for the next day.',
  searches: 'One runs at a time.',
  imports: 'One runs at a time, of up to 5,000 rows.',
  storage: 'Attachments and the media kit. More are not kept.',
  feeds: 'A browser needs one.',
  calls: 'A heavy request, such as an export, counts as 10 or 20.',
};

export function LimitsCard() {
  return (
    <Card title="Limits" note="For users without a limit of their own. What is above a lower limit stays.">
      <div className="[&>:not(:last-child)]:pb-0">
        {LIMIT_NAMES.map((name) => (
          <SettingForm key={name} name={LIMITS[name].setting} hint={LIMIT_HINTS[name]} input={COUNT_INPUT} />
        ))}
      </div>
      <NearLimits />
    </Card>
  );
}

export function CostThresholdCard() {
  return (
    <Card title="Cost Warning Threshold" note="Shows a warning from this cost.">
      <SettingForm
        name="openai_cost_warning_threshold"
        hint="AI cost of the last 30 days, in US dollars."
        input={AMOUNT_INPUT}
      />
    </Card>
  );
}
