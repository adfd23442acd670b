import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { RateForm } from './rate-form.tsx';

function openForm() {
  const onSubmit = vi.fn();
  const onSkip = vi.fn();
  render(<RateForm onSubmit={onSubmit} onSkip={onSkip} />);
  return { onSubmit, onSkip };
}

const submit = () => screen.getByRole('button', { name: 'Submit Rating' });
const star = (name: string) => screen.getByRole('radio', { name });

test('the form takes a rating only once all four criteria have their stars', async () => {
  const { onSubmit } = openForm();

  for (const criterion of ['Overall Experience', 'Cleanness', 'Communication']) {
    await userEvent.click(star(`${criterion}: 5 of 5 stars`));
    expect(submit()).toBeDisabled();
  }
  await userEvent.click(star('Accessibility: 1 of 5 stars'));
  await userEvent.click(submit());

  expect(onSubmit).toHaveBeenCalledOnce();
});

test('the form keeps one choice in each row, which can be changed', async () => {
  openForm();
  const row = within(screen.getByRole('radiogroup', { name: 'Cleanness' }));

  await userEvent.click(star('Cleanness: 2 of 5 stars'));
  await userEvent.click(star('Cleanness: 4 of 5 stars'));

  expect(row.getAllByRole('radio', { checked: true })).toEqual([star('Cleanness: 4 of 5 stars')]);
  expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(1);
});
