import type { Position } from './distance.ts';
import type { Zone } from './zone.ts';

/** `pricePerHour` in dollars. */
export type SampleZone = Pick<Zone, 'id' | 'name' | 'address' | 'availableSpaces' | 'pricePerHour'> & {
  position: Position;
};

/** The zones of Park Now, which no server knows. Addresses and positions are real, the rest is invented. */
export const SAMPLE_ZONES: readonly SampleZone[] = [
  {
    id: 'sample-la-fe',
    name: 'Parqueo La Fe',
    address: 'Av. Tiradentes, Ensanche La Fe, Santo Domingo',
    position: { lat: 18.4884, lng: -69.9263 },
    pricePerHour: 4,
    availableSpaces: 0,
  },
  {
    id: 'sample-arroyo-hondo',
    name: 'Garaje Arroyo Hondo',
    address: 'Av. John F. Kennedy, Viejo Arroyo Hondo, Santo Domingo',
    position: { lat: 18.4857, lng: -69.9362 },
    pricePerHour: 5,
    availableSpaces: 14,
  },
  {
    id: 'sample-serralles',
    name: 'Parqueo Serrallés',
    address: 'Av. John F. Kennedy esq. Av. Abraham Lincoln, Serrallés, Santo Domingo',
    position: { lat: 18.4839, lng: -69.9389 },
    pricePerHour: 6,
    availableSpaces: 3,
  },
  {
    id: 'sample-ortega-y-gasset',
    name: 'Patio Ortega y Gasset',
    address: 'Av. José Ortega y Gasset, Ensanche La Fe, Santo Domingo',
    position: { lat: 18.4884, lng: -69.9216 },
    pricePerHour: 3,
    availableSpaces: 8,
  },
  {
    id: 'sample-lope-de-vega',
    name: 'Garaje Lope de Vega',
    address: 'Av. Lope de Vega 29, Naco, Santo Domingo',
    position: { lat: 18.4734, lng: -69.931 },
    pricePerHour: 7,
    availableSpaces: 21,
  },
  {
    id: 'sample-churchill',
    name: 'Sótano Churchill',
    address: 'Av. Winston Churchill 1099, Piantini, Santo Domingo',
    position: { lat: 18.4697, lng: -69.9393 },
    pricePerHour: 8,
    availableSpaces: 0,
  },
  {
    id: 'sample-gazcue',
    name: 'Patio Gazcue',
    address: 'Av. Máximo Gómez 35, Gazcue, Santo Domingo',
    position: { lat: 18.472, lng: -69.9115 },
    pricePerHour: 3.5,
    availableSpaces: 11,
  },
  {
    id: 'sample-santome',
    name: 'Patio Santomé',
    address: 'Calle Santomé 39, Zona Colonial, Santo Domingo',
    position: { lat: 18.4714, lng: -69.8891 },
    pricePerHour: 6,
    availableSpaces: 0,
  },
  {
    id: 'sample-malecon',
    name: 'Parqueo George Washington',
    address: 'Av. George Washington 367, Gazcue, Santo Domingo',
    position: { lat: 18.4612, lng: -69.9033 },
    pricePerHour: 4,
    availableSpaces: 6,
  },
  {
    id: 'sample-sarasota',
    name: 'Parqueo Sarasota',
    address: 'Av. Sarasota 65, Bella Vista, Santo Domingo',
    position: { lat: 18.4541, lng: -69.9357 },
    pricePerHour: 5,
    availableSpaces: 2,
  },
];
