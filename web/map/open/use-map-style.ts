import { useTheme } from 'next-themes';
import { connection } from '../../data/connection.ts';
import { hasBuiltInStyle } from '../map-service.ts';

/** The address of the map's style; the built-in one follows the light or dark theme. */
export function useMapStyle(): string {
  const { resolvedTheme } = useTheme();
  const url = new URL(connection().config.maps.styleUrl, window.location.href);
  if (hasBuiltInStyle()) url.searchParams.set('theme', resolvedTheme === 'dark' ? 'dark' : 'light');
  return url.href;
}
