-- Sample zones with their spaces, for a database that has none. Names, prices, ratings and sizes are invented; the
-- places are real. Zone ids are fixed so that links to them stay valid when the sample is loaded again.

insert into public.parking_zones
  (id, name, description, description_en, location, latitude, longitude, rating, price_per_hour, amenities)
values
  ('5a0e0000-0000-4000-8000-000000000001', 'Kennedy–Lincoln',
    'Parqueo al aire libre junto al cruce de la Kennedy con la Lincoln',
    'Open-air lot beside the Kennedy and Lincoln interchange',
    'Av. John F. Kennedy esq. Av. Abraham Lincoln, Serrallés, Santo Domingo',
    18.48325, -69.93955, 4.3, 5,
    '{"video_surveillance": true, "24_7_access": true}'),
  ('5a0e0000-0000-4000-8000-000000000002', 'Churchill Norte',
    'Parqueo soterrado en el centro de negocios',
    'Underground garage in the business district',
    'Av. Winston Churchill esq. Av. Gustavo Mejía Ricart, Piantini, Santo Domingo',
    18.47205, -69.94105, 4.7, 8,
    '{"roofed": true, "video_surveillance": true, "active_security": true, "multiple_levels": true, "electric_charging": true}'),
  ('5a0e0000-0000-4000-8000-000000000003', 'Churchill Centro',
    'Parqueo techado cerca de las tiendas de la avenida Winston Churchill',
    'Covered garage close to the shops of Avenida Winston Churchill',
    'Av. Winston Churchill 1099, Piantini, Santo Domingo',
    18.46985, -69.93985, 4.6, 7,
    '{"roofed": true, "active_security": true, "multiple_levels": true, "handicap_accessible": true}'),
  ('5a0e0000-0000-4000-8000-000000000004', 'Veintisiete Piantini',
    'Parqueo en la avenida 27 de Febrero, a dos esquinas de las oficinas',
    'Lot on Avenida 27 de Febrero, two blocks from the offices',
    'Av. 27 de Febrero, Piantini, Santo Domingo',
    18.4647, -69.9327, 4.1, 5,
    '{"video_surveillance": true, "handicap_accessible": true}'),
  ('5a0e0000-0000-4000-8000-000000000005', 'Núñez–Betancourt',
    'Parqueo de barrio cerca del parque de Bella Vista',
    'Neighbourhood lot near the park of Bella Vista',
    'Av. Núñez de Cáceres esq. Av. Rómulo Betancourt, Bella Vista, Santo Domingo',
    18.45175, -69.9525, 4.4, 4,
    '{"active_security": true, "24_7_access": true}'),
  ('5a0e0000-0000-4000-8000-000000000006', 'Kennedy Este',
    'Parqueo en la marginal de la avenida Kennedy',
    'Lot on the service road of Avenida Kennedy',
    'Av. John F. Kennedy, Miraflores, Santo Domingo',
    18.48215, -69.9126, 3.9, 4,
    '{"video_surveillance": true}'),
  ('5a0e0000-0000-4000-8000-000000000007', 'Casco Colonial',
    'Parqueo pequeño y vigilado, a pocos pasos del Parque Colón',
    'Small guarded lot a short walk from Parque Colón',
    'Calle Arzobispo Meriño, Zona Colonial, Santo Domingo',
    18.4724, -69.8844, 4.8, 6,
    '{"active_security": true, "video_surveillance": true, "valet_service": true}'),
  ('5a0e0000-0000-4000-8000-000000000008', 'Conde Oeste',
    'Patio en el extremo oeste de la Ciudad Colonial',
    'Courtyard at the western end of the Colonial City',
    'Calle Palo Hincado esq. Calle Arzobispo Nouel, Zona Colonial, Santo Domingo',
    18.47085, -69.89125, 4.2, 5,
    '{"active_security": true}'),
  ('5a0e0000-0000-4000-8000-000000000009', 'Malecón',
    'Parqueo frente al mar, en el Malecón',
    'Seafront lot on the Malecón',
    'Av. George Washington esq. Av. Máximo Gómez, Santo Domingo',
    18.45935, -69.9072, 4.0, 3,
    '{"24_7_access": true, "handicap_accessible": true}'),
  ('5a0e0000-0000-4000-8000-000000000010', 'Olímpico',
    'Parqueo al lado del Centro Olímpico',
    'Lot beside the Olympic centre',
    'Av. 27 de Febrero esq. Av. Máximo Gómez, Miraflores, Santo Domingo',
    18.477, -69.9142, 3.8, 3,
    '{"handicap_accessible": true, "24_7_access": true}'),
  ('5a0e0000-0000-4000-8000-000000000011', 'Universitaria',
    'Parqueo en la entrada de la ciudad universitaria',
    'Lot at the gate of the university city',
    'Av. Alma Máter, Ciudad Universitaria, Santo Domingo',
    18.4624, -69.9202, 3.6, 2,
    '{"video_surveillance": true}'),
  ('5a0e0000-0000-4000-8000-000000000012', 'Parque Independencia',
    'Parqueo vigilado frente al Parque Independencia',
    'Guarded lot facing Parque Independencia',
    'Av. Bolívar esq. Av. 30 de Marzo, Santo Domingo',
    18.4717, -69.893, 4.1, 3,
    '{"active_security": true, "handicap_accessible": true}'),
  ('5a0e0000-0000-4000-8000-000000000013', 'Plaza Cultural',
    'Parqueo bajo los árboles de la Plaza de la Cultura',
    'Tree-shaded lot of the cultural square',
    'Av. Máximo Gómez esq. Av. Pedro Henríquez Ureña, Gazcue, Santo Domingo',
    18.47245, -69.91205, 4.5, 3,
    '{"video_surveillance": true, "handicap_accessible": true}'),
  ('5a0e0000-0000-4000-8000-000000000014', 'Naco Tiradentes',
    'Parqueo de dos niveles en el corazón de Naco',
    'Two-level garage in the heart of Naco',
    'Av. Tiradentes esq. Av. Gustavo Mejía Ricart, Naco, Santo Domingo',
    18.4756, -69.9266, 4.4, 5,
    '{"roofed": true, "multiple_levels": true, "video_surveillance": true, "electric_charging": true}');

-- Spaces are named by row and number, ten to a row: A-01 … A-10, B-01 …
insert into public.parking_spaces (name, zone_id, location, hourly_rate)
select
  chr(65 + (number - 1) / 10) || '-' || lpad(((number - 1) % 10 + 1)::text, 2, '0'),
  zone.id, zone.location, zone.price_per_hour
from unnest(array[15, 12, 15, 14, 15, 12, 8, 6, 10, 12, 14, 8, 10, 10]) with ordinality as size (spaces, of_zone)
join public.parking_zones zone on zone.id = ('5a0e0000-0000-4000-8000-' || lpad(of_zone::text, 12, '0'))::uuid
cross join lateral generate_series(1, size.spaces) as number;

-- The first 18 locks of the built-in simulator stand on these spaces; its other six stand on none.
update public.parking_spaces as space
set kavass_device_id = 'KV-' || lpad((locked.before + right(space.name, 2)::integer)::text, 4, '0')
from (values
  ('5a0e0000-0000-4000-8000-000000000014'::uuid, 0),
  ('5a0e0000-0000-4000-8000-000000000007'::uuid, 10)
) as locked (zone_id, before)
where space.zone_id = locked.zone_id;

-- A sample charges no tax; an operator without sample data decides the rate in the settings.
update public.installation_settings set tax_rate = 0, charges_drivers = true where tax_rate is null;
