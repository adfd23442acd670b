import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays, format, set } from 'date-fns';
import { expect, test, vi } from 'vitest';
import { ArrivalForm } from '../../screens/arrival-time.tsx';
import { chosenArrival } from './use-chosen-arrival.ts';

vi.mock('../../data/connection.ts', () => ({ showsSamples: () => true }));

const IN_HALF_A_YEAR = set(addDays(new Date(), 180), { hours: 9, minutes: 30, seconds: 0, milliseconds: 0 });

function openForm() {
  const onChosen = vi.fn();
  render(<ArrivalForm onChosen={onChosen} />);
  return onChosen;
}

async function choose(date: string, time: string): Promise<void> {
  for (const [label, value] of [
    ['Date', date],
    ['Time', time],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(label));
    if (value) await userEvent.type(screen.getByLabelText(label), value);
  }
}

const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

test('the form keeps the chosen date, time and hours on the device', async () => {
  const onChosen = openForm();
  await choose(format(IN_HALF_A_YEAR, 'yyyy-MM-dd'), '09:30');
  await userEvent.click(screen.getByRole('button', { name: /add 2 hours/ }));

  await proceed();

  expect(onChosen).toHaveBeenCalledOnce();
  expect(chosenArrival.read()).toEqual({
    startTime: IN_HALF_A_YEAR.toISOString(),
    durationHours: 5,
  });
});

test.each([
  ['no date', '', '09:30', 'Please select date and time'],
  ['no time', format(IN_HALF_A_YEAR, 'yyyy-MM-dd'), '', 'Please select date and time'],
  ['a stay that is over', '2020-03-02', '09:30', 'This time has already passed. Choose a later date or time.'],
])('the form refuses %s in the words of the reserve form and keeps nothing', async (_, date, time, message) => {
  const onChosen = openForm();
  await choose(date, time);

  await proceed();

  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(onChosen).not.toHaveBeenCalled();
  expect(chosenArrival.read()).toBeNull();
});
