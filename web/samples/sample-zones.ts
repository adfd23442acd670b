import type { NearbyZone } from '../../domain/zones/nearest.ts';

type SampleZone = [id: string, name: string, address: string, lat: number, lng: number, price: number, free: number];

/** Addresses and positions are real, the rest is invented. Every address is in Santo Domingo. */
const ZONES: readonly SampleZone[] = [
  ['la-fe', 'Parqueo La Fe', 'Av. Tiradentes, Ensanche La Fe', 18.4884, -69.9263, 4, 0],
  ['arroyo-hondo', 'Garaje Arroyo Hondo', 'Av. John F. Kennedy, Viejo Arroyo Hondo', 18.4857, -69.9362, 5, 14],
  [
    'serralles',
    'Parqueo Serrallés',
    'Av. John F. Kennedy esq. Av. Abraham Lincoln, Serrallés',
    18.4839,
    -69.9389,
    6,
    3,
  ],
  ['ortega-y-gasset', 'Patio Ortega y Gasset', 'Av. José Ortega y Gasset, Ensanche La Fe', 18.4884, -69.9216, 3, 8],
  ['lope-de-vega', 'Garaje Lope de Vega', 'Av. Lope de Vega 29, Naco', 18.4734, -69.931, 7, 21],
  ['churchill', 'Sótano Churchill', 'Av. Winston Churchill 1099, Piantini', 18.4697, -69.9393, 8, 0],
  ['gazcue', 'Patio Gazcue', 'Av. Máximo Gómez 35, Gazcue', 18.472, -69.9115, 3.5, 11],
  ['santome', 'Patio Santomé', 'Calle Santomé 39, Zona Colonial', 18.4714, -69.8891, 6, 0],
  ['malecon', 'Parqueo George Washington', 'Av. George Washington 367, Gazcue', 18.4612, -69.9033, 4, 6],
  ['sarasota', 'Parqueo Sarasota', 'Av. Sarasota 65, Bella Vista', 18.4541, -69.9357, 5, 2],
];

/** The zones of Park Now, which no server knows. */
export const SAMPLE_ZONES: readonly NearbyZone[] = ZONES.map(([id, name, address, lat, lng, pricePerHour, free]) => ({
  id: `sample-${id}`,
  name,
  address: `${address}, Santo Domingo`,
  position: { lat, lng },
  pricePerHour,
  availableSpaces: free,
}));
