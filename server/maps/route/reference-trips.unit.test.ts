import { expect, test } from 'vitest';
import { drive, findPosition, metres } from '../../testing/trips.ts';
import type { LngLat } from '../position.ts';

// Corners of the city's main avenues and heads of its bridges, as any street map shows them.
const C = {
  kennedyLuperon: [-69.9676, 18.479],
  kennedyChurchill: [-69.946, 18.4825],
  kennedyLincoln: [-69.9406, 18.4842],
  kennedyTiradentes: [-69.9287, 18.4827],
  kennedyGomez: [-69.9142, 18.4817],
  churchillMejiaRicart: [-69.9413, 18.4719],
  nunez27: [-69.9545, 18.4548],
  lincoln27: [-69.9303, 18.4656],
  gomez27: [-69.9135, 18.4764],
  marzo27: [-69.8988, 18.4792],
  bandera: [-69.9733, 18.45],
  independencia: [-69.8925, 18.4719],
  lincolnMalecon: [-69.9221, 18.4508],
  gomezMalecon: [-69.9069, 18.459],
  lincolnIndependencia: [-69.9235, 18.4535],
  nouelPaloHincado: [-69.891, 18.4707],
  bolivarPaloHincado: [-69.8915, 18.4721],
  duarteBridgeWest: [-69.8874, 18.4868],
  duarteBridgeEast: [-69.8785, 18.486],
  expresoOvando: [-69.8965, 18.4953],
  bridge17West: [-69.8786, 18.5077],
  vicenteEstrella: [-69.863, 18.5096],
  vicenteMella: [-69.8577, 18.5052],
  vicenteSanIsidro: [-69.8534, 18.488],
  peynado: [-69.9153, 18.5128],
  hermanasMajluta: [-69.9011, 18.5466],
  gaulleMella: [-69.836, 18.5122],
} satisfies Record<string, LngLat>;

// A driver's way as a chain of its corners. Avenues bend a little between corners, so the road is somewhat longer.
test.each<{ from: string; by: LngLat[]; to: string; on: [string, string] }>([
  {
    from: 'agora-mall',
    by: [C.kennedyLincoln, C.kennedyChurchill, C.churchillMejiaRicart],
    to: 'bluemall-santo-domingo',
    on: ['Av. John F. Kennedy', 'Av. Gustavo Mejía Ricart'],
  },
  {
    from: 'agora-mall',
    by: [C.kennedyTiradentes, C.kennedyGomez, C.gomez27, C.marzo27, C.independencia],
    to: 'catedral-primada-de-america',
    on: ['Av. John F. Kennedy', 'Calle Arzobispo Meriño'],
  },
  {
    from: 'plaza-de-la-bandera',
    by: [C.bandera, C.nunez27, C.lincoln27, C.gomez27, C.marzo27, C.independencia],
    to: 'parque-independencia',
    on: ['Prolongación Av. 27 de Febrero', 'Av. Independencia'],
  },
  {
    from: 'sambil-santo-domingo',
    by: [C.expresoOvando, C.bridge17West, C.vicenteEstrella, C.vicenteMella],
    to: 'megacentro',
    on: ['Expreso V Centenario', 'Carretera Mella'],
  },
  {
    from: 'downtown-center',
    by: [C.nunez27, C.lincoln27, C.lincolnMalecon],
    to: 'malecon-center',
    on: ['Av. Núñez de Cáceres', 'Av. George Washington (Malecón)'],
  },
  {
    from: 'estadio-quisqueya-juan-marichal',
    by: [C.kennedyTiradentes, C.kennedyGomez, C.gomezMalecon],
    to: 'hotel-jaragua',
    on: ['Av. Tiradentes', 'Av. George Washington (Malecón)'],
  },
  {
    from: 'parque-enriquillo',
    by: [C.duarteBridgeWest, C.duarteBridgeEast],
    to: 'hospital-dr-dario-contreras',
    on: ['Av. Duarte', 'Av. Las Américas'],
  },
  {
    from: 'la-sirena-independencia',
    by: [C.lincolnIndependencia, C.lincolnMalecon],
    to: 'hotel-jaragua',
    on: ['Av. Independencia', 'Av. George Washington (Malecón)'],
  },
  {
    from: 'megacentro',
    by: [C.vicenteMella, C.vicenteSanIsidro],
    to: 'coral-mall',
    on: ['Carretera Mella', 'Autopista San Isidro'],
  },
  {
    from: 'metro-mama-tingo',
    by: [C.hermanasMajluta, C.peynado, C.gomez27, C.lincoln27, C.lincolnIndependencia],
    to: 'metro-centro-de-los-heroes',
    on: ['Av. Jacobo Majluta', 'Av. Independencia'],
  },
  {
    from: 'metro-maria-montez',
    by: [C.kennedyLuperon, C.kennedyChurchill, C.kennedyLincoln, C.kennedyGomez],
    to: 'metro-juan-pablo-duarte',
    on: ['Autopista Duarte', 'Av. John F. Kennedy'],
  },
  {
    from: 'hospital-traumatologico-dr-ney-arias-lora',
    by: [C.gaulleMella],
    to: 'megacentro',
    on: ['Av. Charles de Gaulle', 'Carretera Mella'],
  },
  {
    from: 'catedral-primada-de-america',
    by: [C.nouelPaloHincado, C.bolivarPaloHincado],
    to: 'parque-independencia',
    on: ['Calle Arzobispo Meriño', 'Av. Independencia'],
  },
])('the route from $from to $to is as long as its reference, within 15 %', async ({ from, by, to, on }) => {
  const trip = await drive(findPosition(from), findPosition(to));
  const expected = metres([findPosition(from), ...by, findPosition(to)].flat());

  expect(trip.names).toEqual(on);
  expect(Math.abs(trip.distance - expected) / expected).toBeLessThan(0.15);
});
