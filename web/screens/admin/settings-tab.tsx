import { AuthSettingsForm } from '../../system-settings/auth-settings-form.tsx';
import { SystemSettingsForm } from '../../system-settings/system-settings-form.tsx';

/** The settings of the system and of its sign-in; both only local so far. */
export function SettingsTab() {
  return (
    <div className="flex flex-col gap-10">
      <SystemSettingsForm />
      <AuthSettingsForm />
    </div>
  );
}
