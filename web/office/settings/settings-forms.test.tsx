import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster, toast } from 'sonner';
import { afterEach, expect, test } from 'vitest';
import { PROBLEMS } from '../../../domain/problems.ts';
import { SampleAuthSettingsForm } from '../../samples/sample-auth-settings-form.tsx';
import { SampleSystemSettingsForm } from '../../samples/sample-system-settings-form.tsx';

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
  ['Default parking rate ($ per hour)', ['-0.01', '1.005', ''], PROBLEMS['parking-rate-out-of-range']()],
  ['Max reservation hours', ['0', '169', '1.5', ''], PROBLEMS['hours-out-of-range']()],
  ['Cancellation deadline (minutes before start)', ['-1', '0.5', ''], PROBLEMS['cancellation-deadline-out-of-range']()],
  ['Tax rate (%)', ['-1', '100.01', '0.001', ''], PROBLEMS['tax-rate-out-of-range']()],
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
  ['Minimum password length', ['5', '21', '7.5', ''], PROBLEMS['password-length-out-of-range']()],
  ['Session timeout (hours)', ['0', '169', ''], PROBLEMS['hours-out-of-range']()],
  ['From address', ['nobody', 'a@'], PROBLEMS['sender-malformed']()],
])('an administrator with an invalid %s reads the error beside it', async (label, wrong, sentence) => {
  shown(<SampleAuthSettingsForm />);
  for (const text of wrong) {
    await enter(label, text);
    await userEvent.click(screen.getByRole('button', { name: 'Save Authentication Settings' }));
    expect(screen.getByLabelText(label), text).toHaveAccessibleDescription(sentence);
  }
  expect(screen.queryByText('Authentication settings saved successfully')).toBeNull();
});
