import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server, setOnline } from '../testing/fake-server.ts';
import { createVehicle, keepVehicles } from '../testing/fake-vehicles.ts';
import { CLIENT_RETRIES_MS, expectPath, fakeClock, passTime, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

// The screens without sample data, on which drivers have vehicles of their own.

const SPACE = createSpace();
const PATH = `/reserve/${SPACE.id}`;
const BOOK = 'POST /rest/v1/reservations';
const ADD = 'POST /rest/v1/vehicles';

beforeEach(() => {
  server.rows('parking_spaces').push(SPACE);
  server.rows('parking_zones').push(ZONE);
});

const field = (label: string) => screen.findByLabelText(label);
const fill = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const confirm = () => button('CONFIRM RESERVATION');
const vehicle = (name: RegExp) => screen.findByRole('radio', { name });

async function expectBookedWith(vehicleId: unknown): Promise<void> {
  await expectPath('/directions');
  expect(server.received(BOOK).map(({ body }) => body)).toMatchObject([{ vehicle_id: vehicleId }]);
}

describe('while reserving', () => {
  test('a driver without a vehicle is asked for one, adds it in place and reserves for it', async () => {
    const vehicles = keepVehicles();
    const { user } = await renderScreen(PATH);
    await user.click(await confirm());
    expect(await screen.findByText('Add the vehicle that you will park.')).toBeVisible();
    expect(await field('Name')).toHaveFocus();
    expect(server.received(BOOK)).toEqual([]);

    await fill('Name', ' Toyota Yaris ');
    await fill('Plate', 'a 123-456');
    fireEvent.change(await field('Type'), { target: { value: 'suv' } });
    await user.click(await button('Add vehicle'));

    const added = await vehicle(/Toyota Yaris/);
    expect(added).toBeChecked();
    expect(added.closest('label')).toHaveTextContent('SUV, A123456');
    expect(vehicles).toMatchObject([{ name: 'Toyota Yaris', plate: 'A123456', type: 'suv' }]);
    await user.click(await confirm());
    await expectBookedWith(vehicles[0]?.id);
    expect(await screen.findByText('A123456')).toBeVisible();
  });

  test('the default vehicle is chosen, and another one can be', async () => {
    const [civic, yaris] = [
      createVehicle('Honda Civic', 'B1', { created_at: '2026-02-01T00:00:00Z' }),
      createVehicle('Toyota Yaris', 'A1', { is_default: true }),
    ];
    keepVehicles(yaris, civic);
    const { user } = await renderScreen(PATH);
    expect(await vehicle(/Toyota Yaris/)).toBeChecked();
    await user.click(await vehicle(/Honda Civic/));
    await user.click(await confirm());
    await expectBookedWith(civic.id);
  });

  test('what is wrong is said at its field, and nothing typed is lost', async () => {
    const vehicles = keepVehicles(createVehicle('Toyota Yaris', 'A1', { is_default: true }));
    const { user } = await renderScreen(PATH);
    await user.click(await button('Add a vehicle'));
    await fill('Plate', 'A_1');
    await user.click(await button('Add vehicle'));
    await waitFor(async () =>
      expect(await field('Name')).toHaveAccessibleDescription('Enter a name, such as the make and model'),
    );
    expect(await field('Plate')).toHaveAccessibleDescription('Enter 2 to 10 letters and digits');

    await fill('Name', 'Second car');
    await fill('Plate', 'a-1');
    await user.click(await button('Add vehicle'));
    await waitFor(async () =>
      expect(await field('Plate')).toHaveAccessibleDescription('You already have a vehicle with this plate'),
    );
    expect(await field('Name')).toHaveValue('Second car');
    expect(await field('Plate')).toHaveValue('a-1');
    expect(vehicles).toHaveLength(1);
    expect(await vehicle(/Toyota Yaris/)).toBeChecked();
  });

  test('the Enter key in a field adds the vehicle and reserves nothing', async () => {
    const vehicles = keepVehicles();
    const { user } = await renderScreen(PATH);
    await fill('Name', 'Toyota Yaris');
    await user.type(await field('Plate'), 'A123456{Enter}');
    expect(await vehicle(/Toyota Yaris/)).toBeChecked();
    expect(vehicles).toHaveLength(1);
    expect(server.received(BOOK)).toEqual([]);
  });

  test('a vehicle whose response got lost is found again and not added twice', async () => {
    const vehicles = keepVehicles();
    const { user } = await renderScreen(PATH);
    await fill('Name', 'Toyota Yaris');
    await fill('Plate', 'A123456');
    const restore = server.breakRequests(ADD);
    await user.click(await button('Add vehicle'));
    expect(await screen.findByText('Failed to add the vehicle. Please try again.')).toBeVisible();
    // It had arrived.
    vehicles.push(createVehicle('Toyota Yaris', 'A123456', { is_default: true }));
    restore();
    await user.click(await button('Add vehicle'));
    expect(await vehicle(/Toyota Yaris/)).toBeChecked();
    expect(vehicles).toHaveLength(1);
  });

  test('without a connection a vehicle is not added, and what was typed stays', async () => {
    keepVehicles();
    const { user } = await renderScreen(PATH);
    await fill('Name', 'Toyota Yaris');
    await fill('Plate', 'A123456');
    setOnline(false);
    await user.click(await button('Add vehicle'));
    expect(await screen.findByText('You are offline. Check your connection and try again.')).toBeVisible();
    expect(await field('Plate')).toHaveValue('A123456');
    setOnline(true);
    await user.click(await button('Add vehicle'));
    expect(await vehicle(/Toyota Yaris/)).toBeChecked();
  });

  test('a vehicle that was removed on another device is said to be gone, and leaves the form', async () => {
    const vehicles = keepVehicles(
      createVehicle('Toyota Yaris', 'A1', { is_default: true }),
      createVehicle('Honda Civic', 'B1'),
    );
    const { user } = await renderScreen(PATH);
    await user.click(await vehicle(/Honda Civic/));
    vehicles.pop();
    server.failRequests(BOOK, 400, { code: '23514', message: 'vehicle-not-found', hint: 'vehicle-not-found' });
    await user.click(await confirm());
    expect(await screen.findByRole('alert')).toHaveTextContent('This vehicle is not yours any more.');
    await waitFor(() => expect(screen.queryByRole('radio', { name: /Honda Civic/ })).toBeNull());
    await user.click(await confirm());
    expect(await screen.findByText('Add the vehicle that you will park.')).toBeVisible();
    expect(server.received(BOOK)).toHaveLength(1);
  });

  test('vehicles that do not load are said so, and load when asked for again', async () => {
    fakeClock();
    keepVehicles(createVehicle('Toyota Yaris', 'A1', { is_default: true }));
    const restore = server.breakRequests('GET /rest/v1/vehicles');
    const { user } = await renderScreen(PATH);
    await passTime(CLIENT_RETRIES_MS);
    expect(await screen.findByText('Failed to load your vehicles. Please try again.')).toBeVisible();
    restore();
    await user.click(await button('Try again'));
    expect(await vehicle(/Toyota Yaris/)).toBeChecked();
  });

  test('a demo asks for no vehicles of the driver', async () => {
    await renderScreen(PATH);
    expect(await vehicle(/Toyota Yaris/)).toBeChecked();
    expect(screen.queryByRole('button', { name: 'Add a vehicle' })).toBeNull();
    expect(server.received('GET /rest/v1/vehicles')).toEqual([]);
  });
});

describe('on the account', () => {
  const list = async () => within(await screen.findByRole('region', { name: 'Vehicles' }));
  const names = async () => (await list()).queryAllByRole('listitem').map(({ textContent }) => textContent);

  test('a driver adds the first vehicle, and a second one becomes the default', async () => {
    keepVehicles();
    const { user } = await renderScreen('/account');
    expect(await screen.findByText(/Add the vehicles that you park/)).toBeVisible();
    for (const [name, plate] of [
      ['Toyota Yaris', 'A1'],
      ['Honda Civic', 'B1'],
    ] as const) {
      await user.click(await button('Add a vehicle'));
      await fill('Name', name);
      await fill('Plate', plate);
      await user.click(await button('Add vehicle'));
      expect(await (await list()).findByText(name)).toBeVisible();
    }
    expect((await names())[0]).toContain('Toyota YarisDefaultSedan, A1');

    await user.click(await button('Make default: Honda Civic'));

    await waitFor(async () => expect((await names())[1]).toContain('Honda CivicDefaultSedan, B1'));
    expect(screen.queryByRole('button', { name: 'Make default: Honda Civic' })).toBeNull();
    expect(await button('Make default: Toyota Yaris')).toBeVisible();
  });

  test('a driver renames a vehicle, not to nothing', async () => {
    const [yaris] = keepVehicles(createVehicle('Toyota Yaris', 'A1', { is_default: true }));
    const { user } = await renderScreen('/account');
    await user.click(await button('Rename Toyota Yaris'));
    await fill('Name', '  ');
    await user.click(await button('Save'));
    expect(await field('Name')).toHaveAccessibleDescription('Enter a name, such as the make and model');
    await fill('Name', 'The red one');
    await user.click(await button('Save'));
    expect(await (await list()).findByText('The red one')).toBeVisible();
    expect(yaris).toMatchObject({ name: 'The red one', plate: 'A1' });
  });

  test('a vehicle is removed once the driver has confirmed it', async () => {
    const vehicles = keepVehicles(
      createVehicle('Toyota Yaris', 'A1', { is_default: true }),
      createVehicle('Honda Civic', 'B1'),
    );
    const { user } = await renderScreen('/account');
    await user.click(await button('Remove Toyota Yaris'));
    expect(await screen.findByText('Toyota Yaris, A1. Your reservations keep it.')).toBeVisible();
    await user.click(await button('Keep vehicle'));
    expect(vehicles).toHaveLength(2);

    await user.click(await button('Remove Toyota Yaris'));
    const restore = server.breakRequests('DELETE /rest/v1/vehicles');
    await user.click(await button('Remove vehicle'));
    expect(await screen.findByText('Failed to remove the vehicle. Please try again.')).toBeVisible();
    restore();
    await user.click(await button('Remove vehicle'));

    await waitFor(async () => expect(await names()).toHaveLength(1));
    expect((await names())[0]).toContain('Honda CivicDefault');
  });

  test('with ten vehicles there is no button for another one', async () => {
    keepVehicles(...Array.from({ length: 10 }, (_, index) => createVehicle(`Car ${index}`, `A${index}`)));
    await renderScreen('/account');
    expect(await screen.findByText('You can have up to 10 vehicles. Remove one to add another.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a vehicle' })).toBeNull();
  });

  test('a demo shows no vehicles there', async () => {
    await renderScreen('/account');
    await screen.findByRole('link', { name: /^Wallet/ });
    expect(screen.queryByRole('heading', { name: 'Vehicles' })).toBeNull();
  });
});

describe('afterwards', () => {
  const COPY = { vehicle_id: null, vehicle_name: 'Toyota Yaris', vehicle_plate: 'A123456', vehicle_type: 'hatchback' };

  test.each(['/activity', '/reservations'])('%s shows the vehicle of a reservation on every device', async (path) => {
    keepVehicles();
    server.rows('reservations').push({ ...createReservation({ startsInHours: 20 }), ...COPY });
    await renderScreen(path);
    expect(await screen.findByText('Toyota Yaris, A123456')).toBeVisible();
  });

  test('a reservation without a vehicle shows none in the lists', async () => {
    server.rows('reservations').push(createReservation({ startsInHours: 20 }));
    await renderScreen('/reservations');
    expect(await screen.findByText('A-01')).toBeVisible();
    expect(screen.queryByText(/Vehicle|N\/A/)).toBeNull();
  });

  test('the reservation under way and the dialog that ends it name the vehicle', async () => {
    keepVehicles();
    server.rows('reservations').push({ ...createReservation({ startsInHours: -1, hours: 3 }), ...COPY });
    const { user } = await renderScreen('/activity');
    await user.click(await screen.findByRole('link', { name: /A-01/ }));
    await expectPath('/parking-status');
    expect(await screen.findByText('A123456')).toBeVisible();
    await user.click(await button('End Parking'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Toyota Yaris, A123456')).toBeVisible();
  });
});
