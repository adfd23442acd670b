// DGII's table III: the provinces with their municipalities, each in the order of the two digits in its code.
import places from './provinces.json' with { type: 'json' };

/** Such as { value: '01', label: 'Distrito Nacional' }. */
export const PROVINCE_OPTIONS = Object.keys(places).map((label, index) => ({
  value: String(index + 1).padStart(2, '0'),
  label,
}));

/** DGII's code of a municipality, or that of its whole province; null without a province. */
export const toPlaceCode = (province: string, municipality: string): string | null =>
  municipality || (province && `${province}0000`) || null;

export const readPlaceCode = (code: string | null): { province: string; municipality: string } => ({
  province: code?.slice(0, 2) ?? '',
  municipality: code === null || code.endsWith('0000') ? '' : code,
});

/** Whether a municipality has a code, or none, that belongs to its province. */
export const isPlace = (province: string, municipality: string): boolean =>
  municipality === '' || (province !== '' && /^\d{6}$/.test(municipality) && municipality.startsWith(province));

/** Such as 'Boca Chica, Santo Domingo' for '320400'. A district is named as its municipality, and a whole province by itself. */
export function formatPlaceCode(code: string): string {
  const [province, municipalities] = Object.entries(places)[Number(code.slice(0, 2)) - 1] ?? [];
  return [municipalities?.[Number(code.slice(2, 4)) - 1], province].filter(Boolean).join(', ');
}
