/** The provinces in the order of DGII's table III, in which the place of each is the first two digits of its code. */
const PROVINCES = [
  ...['Distrito Nacional', 'Azua', 'Bahoruco', 'Barahona', 'Dajabón', 'Duarte', 'Elías Piña', 'El Seibo', 'Espaillat'],
  ...['Independencia', 'La Altagracia', 'La Romana', 'La Vega', 'María Trinidad Sánchez', 'Monte Cristi', 'Pedernales'],
  ...['Peravia', 'Puerto Plata', 'Hermanas Mirabal', 'Samaná', 'San Cristóbal', 'San Juan', 'San Pedro de Macorís'],
  ...['Sánchez Ramírez', 'Santiago', 'Santiago Rodríguez', 'Valverde', 'Monseñor Nouel', 'Monte Plata', 'Hato Mayor'],
  ...['San José de Ocoa', 'Santo Domingo'],
];

/** Such as { value: '01', label: 'Distrito Nacional' }. */
export const PROVINCE_OPTIONS = PROVINCES.map((label, index) => ({ value: String(index + 1).padStart(2, '0'), label }));

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
