import { m } from '#messages';
import { useSignInRules } from '../../../data/sign-in/sign-in-rules.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { SkeletonList } from '../../../ui/skeleton.tsx';
import { AuthSettingsForm } from './auth-settings-form.tsx';
import { SupabaseAuthSettings } from './supabase-auth-settings.tsx';

/** The authentication settings where the product's own server obeys them, else what Supabase says of its own. */
export function AuthSettings() {
  const rules = useSignInRules();
  return (
    <QueryState query={rules} loading={<SkeletonList label={m.auth_settings_loading()} shapes={['h-52', 'h-72']} />}>
      {(loaded) =>
        loaded.areOfBackOffice ? (
          <AuthSettingsForm providers={loaded.providers} />
        ) : (
          <SupabaseAuthSettings rules={loaded} />
        )
      }
    </QueryState>
  );
}
