import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster, toast } from 'sonner';
import { afterEach, expect, test } from 'vitest';
import { m } from '#messages';
import { SampleAuthSettingsForm, SampleSystemSettingsForm } from '../../samples/sample-settings-forms.tsx';

afterEach(() => {
  toast.dismiss();
});

function shown(form: React.ReactNode) {
  render(
    <>
      {form}
      <Toaster />
    </>,
  );
}

async function enter(label: string, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
}

test.each([
  ['Default parking rate ($ per hour)', ['-0.01', '1.005', ''], m.problem_parking_rate_out_of_range()],
  ['Max reservation hours', ['0', '169', '1.5', ''], m.problem_hours_out_of_range()],
  ['Cancellation deadline (minutes before start)', ['-1', '0.5', ''], m.problem_cancellation_deadline_out_of_range()],
  ['Tax rate (%)', ['-1', '100.01', '0.001', ''], m.problem_tax_rate_out_of_range()],
])(
  'an administrator with an invalid %s reads the error beside it, and nothing is saved',
  async (label, wrong, sentence) => {
    shown(<SampleSystemSettingsForm />);
    for (const text of wrong) {
      await enter(label, text);
      await userEvent.click(screen.getByRole('button', { name: 'Save System Settings' }));
      expect(screen.getByLabelText(label), text).toHaveAccessibleDescription(sentence);
    }
    expect(screen.queryByText('System settings saved successfully')).toBeNull();
  },
);

test.each([
  ['Minimum password length', ['5', '21', '7.5', ''], m.problem_password_length_out_of_range()],
  ['Session timeout (hours)', ['0', '169', ''], m.problem_hours_out_of_range()],
  ['From address', ['nobody', 'a@'], m.problem_sender_malformed()],
])('an administrator with an invalid %s reads the error beside it', async (label, wrong, sentence) => {
  shown(<SampleAuthSettingsForm />);
  for (const text of wrong) {
    await enter(label, text);
    await userEvent.click(screen.getByRole('button', { name: 'Save Authentication Settings' }));
    expect(screen.getByLabelText(label), text).toHaveAccessibleDescription(sentence);
  }
  expect(screen.queryByText('Authentication settings saved successfully')).toBeNull();
});
