import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { set } from 'date-fns/set';
import { expect, test, vi } from 'vitest';
import { createPeriod } from '../../../domain/days/period.ts';
import { ArrivalForm } from './arrival-form.tsx';
import { chosenArrival, readChosenArrival } from './chosen-arrival.tsx';

const ARRIVAL = createPeriod(new Date('2026-11-21T14:00:00Z'), 2);

test('the device keeps a chosen arrival until its reservation is over, then forgets it', () => {
  chosenArrival.write(ARRIVAL);

  expect(readChosenArrival(new Date('2026-11-21T15:59:59Z'))).toEqual(ARRIVAL);
  expect(readChosenArrival(new Date('2026-11-21T16:00:00Z'))).toBeNull();
  expect(readChosenArrival(new Date('2026-11-21T15:00:00Z'))).toBeNull();
});

test('the device forgets what is no arrival', () => {
  localStorage.setItem('parqueo.arrival', '{"startsAt":"soon"}');

  expect(readChosenArrival(new Date('2026-11-21T12:00:00Z'))).toBeNull();
  expect(localStorage.getItem('parqueo.arrival')).toBeNull();
});

const IN_HALF_A_YEAR = set(addDays(new Date(), 180), { hours: 9, minutes: 30, seconds: 0, milliseconds: 0 });

function openForm() {
  const onChosen = vi.fn();
  render(
    <ArrivalForm arrival={null} onChosen={onChosen}>
      <button type="submit">Continue</button>
    </ArrivalForm>,
  );
  return onChosen;
}

async function choose(date: string, time: string): Promise<void> {
  for (const [label, value] of Object.entries({ Date: date, Time: time })) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), value);
  }
}

const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

test('the form takes the chosen date, time and hours', async () => {
  const onChosen = openForm();
  await choose(format(IN_HALF_A_YEAR, 'yyyy-MM-dd'), '09:30');
  await userEvent.click(screen.getByRole('button', { name: /add 2 hours/ }));

  await proceed();

  expect(onChosen).toHaveBeenCalledExactlyOnceWith(createPeriod(IN_HALF_A_YEAR, 5));
});

test('the form refuses a time that is over in the words of the reserve form and takes nothing', async () => {
  const onChosen = openForm();
  await choose('2020-03-02', '09:30');
  await proceed();
  expect(await screen.findByRole('alert')).toHaveTextContent('This time has already passed.');
  expect(onChosen).not.toHaveBeenCalled();
});
