import { useTheme } from 'next-themes';
import { connection } from '../platform/connection.ts';

const BUILT_IN_PATH = '/maps/style.json';

/** The address of the map's style; the built-in one follows the light or dark theme. */
export function useMapStyle(): string {
  const { resolvedTheme } = useTheme();
  const { supabaseUrl, maps } = connection().config;
  const url = new URL(maps.styleUrl, window.location.href);
  const isBuiltIn = url.pathname === BUILT_IN_PATH && url.origin === new URL(supabaseUrl).origin;
  if (isBuiltIn) url.searchParams.set('theme', resolvedTheme === 'dark' ? 'dark' : 'light');
  return url.href;
}
