import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays, format, set } from 'date-fns';
import { describe, expect, test, vi } from 'vitest';
import { ArrivalForm } from './arrival-form.tsx';
import { chosenArrival } from './use-chosen-arrival.ts';

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

describe('ArrivalForm', () => {
  test('starts today in the current hour for 3 hours', () => {
    openForm();

    expect(screen.getByLabelText('Date')).toHaveValue(format(new Date(), 'yyyy-MM-dd'));
    expect(screen.getByLabelText('Time')).toHaveValue(format(new Date(), "HH:'00'"));
    expect(screen.getByLabelText('Duration (hours)')).toHaveValue('3');
  });

  test('names the time of the country on a device elsewhere, and only there', () => {
    const device = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(0);
    openForm();
    expect(screen.getByLabelText('Date')).toHaveAccessibleDescription(/ in Santo Domingo$/);
    expect(screen.getByLabelText('Time')).toHaveAccessibleDescription(/ in Santo Domingo$/);
    cleanup();
    device.mockReturnValue(240);
    openForm();
    expect(screen.getByLabelText('Date')).not.toHaveAccessibleDescription();
    expect(screen.queryByText(/Santo Domingo/)).toBeNull();
    device.mockRestore();
  });

  test('keeps the chosen date, time and hours on the device', async () => {
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

  test('starts with the arrival chosen before', () => {
    chosenArrival.write({ startTime: IN_HALF_A_YEAR.toISOString(), durationHours: 5 });
    openForm();

    expect(screen.getByLabelText('Date')).toHaveValue(format(IN_HALF_A_YEAR, 'yyyy-MM-dd'));
    expect(screen.getByLabelText('Time')).toHaveValue('09:30');
    expect(screen.getByLabelText('Duration (hours)')).toHaveValue('5');
  });

  test.each([
    ['no date', '', '09:30', 'Please select date and time'],
    ['no time', format(IN_HALF_A_YEAR, 'yyyy-MM-dd'), '', 'Please select date and time'],
    ['a stay that is over', '2020-03-02', '09:30', 'This time has already passed. Choose a later date or time.'],
  ])('refuses %s in the words of the reserve form and keeps nothing', async (_, date, time, message) => {
    const onChosen = openForm();
    await choose(date, time);

    await proceed();

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(onChosen).not.toHaveBeenCalled();
    expect(chosenArrival.read()).toBeNull();
  });

  test('refuses less than an hour', async () => {
    const onChosen = openForm();
    await userEvent.clear(screen.getByLabelText('Duration (hours)'));

    await proceed();

    expect(await screen.findByText('Duration must be at least 1 hour')).toBeVisible();
    expect(onChosen).not.toHaveBeenCalled();
  });
});
