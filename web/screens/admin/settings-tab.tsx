import { RowHistory } from '../../audit/row-history.tsx';
import { showsSamples } from '../../data/connection.ts';
import { SampleSystemSettingsForm } from '../../samples/sample-system-settings-form.tsx';
import { AuthSettingsForm } from '../../system-settings/auth-settings-form.tsx';
import { SystemSettingsForm } from '../../system-settings/system/system-settings-form.tsx';

/** The settings of the system and of its sign-in. */
export function SettingsTab() {
  return showsSamples() ? <SampleSettings /> : <LiveSettings />;
}

function SampleSettings() {
  return (
    <div className="flex flex-col gap-10">
      <SampleSystemSettingsForm />
      <AuthSettingsForm />
    </div>
  );
}

function LiveSettings() {
  return (
    <div className="flex flex-col gap-10">
      <SystemSettingsForm />
      <AuthSettingsForm />
      <RowHistory subject={{ tables: ['installation_settings'], ids: ['installation'] }} />
    </div>
  );
}
