import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { createVehicle, keepVehicles } from '../testing/fake-vehicles.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { createSpace, ZONE } from '../testing/rows.ts';

// The screens without sample data, on which drivers have vehicles of their own.

const SPACE = createSpace();
const PATH = `/reserve/${SPACE.id}`;

beforeEach(() => {
  server.rows('parking_spaces').push(SPACE);
  server.rows('parking_zones').push(ZONE);
});

const field = (label: string) => screen.findByLabelText(label);
const fill = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const vehicle = (name: RegExp) => screen.findByRole('radio', { name });

test('what is wrong with a new vehicle is said at its field, and nothing typed is lost', async () => {
  const vehicles = keepVehicles(createVehicle('Toyota Yaris', 'A1', { is_default: true }));
  const { user } = await renderScreen(PATH);
  await user.click(await button('Add a vehicle'));
  await fill('Plate', 'A_1');
  await user.click(await button('Add vehicle'));
  await waitFor(async () =>
    expect(await field('Make and model')).toHaveAccessibleDescription('Enter a name, such as the make and model'),
  );
  expect(await field('Plate')).toHaveAccessibleDescription('Enter 2 to 10 letters and digits');

  await fill('Make and model', 'Second car');
  await fill('Plate', 'a-1');
  await user.click(await button('Add vehicle'));
  await waitFor(async () =>
    expect(await field('Plate')).toHaveAccessibleDescription('You already have a vehicle with this plate'),
  );
  expect(await field('Make and model')).toHaveValue('Second car');
  expect(await field('Plate')).toHaveValue('a-1');
  expect(vehicles).toHaveLength(1);
  expect(await vehicle(/Toyota Yaris/)).toBeChecked();
});

describe('on the account', () => {
  const list = async () => within(await screen.findByRole('region', { name: 'Vehicles' }));
  const names = async () => (await list()).queryAllByRole('listitem').map(({ textContent }) => textContent);

  test('a driver corrects a vehicle, not to nothing', async () => {
    const [yaris] = keepVehicles(createVehicle('Toyota Yaris', 'A1', { is_default: true }));
    const { user } = await renderScreen('/account');
    await user.click(await button('Edit Toyota Yaris'));
    await fill('Make and model', '  ');
    await user.click(await button('Save'));
    expect(await field('Make and model')).toHaveAccessibleDescription('Enter a name, such as the make and model');
    await fill('Make and model', 'The red one');
    await fill('Plate', 'b-2');
    await user.click(await button('Save'));
    expect(await (await list()).findByText('The red one')).toBeVisible();
    expect(yaris).toMatchObject({ name: 'The red one', plate: 'B2' });
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
});
