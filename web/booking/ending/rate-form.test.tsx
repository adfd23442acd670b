import { render, screen } from '@testing-library/react';
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
