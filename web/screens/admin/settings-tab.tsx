import { showsSamples } from '../../data/connection.ts';
import { RowHistory } from '../../office/audit/row-history.tsx';
import { AuthSettings } from '../../office/settings/auth/auth-settings.tsx';
import { SystemSettingsForm } from '../../office/settings/system/system-settings-form.tsx';
import { SampleAuthSettingsForm } from '../../samples/sample-auth-settings-form.tsx';
import { SampleSystemSettingsForm } from '../../samples/sample-system-settings-form.tsx';

/** The settings of the system and of its sign-in. */
export function SettingsTab() {
  return showsSamples() ? <SampleSettings /> : <LiveSettings />;
}

function SampleSettings() {
  return (
    <div className="flex flex-col gap-10">
      <SampleSystemSettingsForm />
      <SampleAuthSettingsForm />
    </div>
  );
}

function LiveSettings() {
  return (
    <div className="flex flex-col gap-10">
      <SystemSettingsForm />
      <AuthSettings />
      <RowHistory subject={{ tables: ['installation_settings'], ids: ['installation'] }} />
    </div>
  );
}
