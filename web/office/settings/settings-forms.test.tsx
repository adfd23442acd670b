import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster, toast } from 'sonner';
import { afterEach, expect, test } from 'vitest';
import { m } from '#messages';
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

test('an administrator starts with the default system settings', () => {
  shown(<SampleSystemSettingsForm />);
  expect(screen.getByLabelText('Default parking rate ($ per hour)')).toHaveValue(15);
  expect(screen.getByLabelText('Max reservation hours')).toHaveValue(24);
  expect(screen.getByLabelText('Cancellation deadline (minutes before start)')).toHaveValue(30);
  expect(screen.getByLabelText('Default currency')).toHaveValue('USD');
  expect(screen.getByLabelText('Tax rate (%)')).toHaveValue(0);
  expect(screen.getByRole('switch', { name: 'Maintenance mode' })).not.toBeChecked();
  expect(screen.getByRole('switch', { name: 'Email notifications' })).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Push notifications' })).not.toBeChecked();
});

test('an administrator turns notifications off and on, and the kinds keep their values', async () => {
  shown(<SampleSystemSettingsForm />);
  await userEvent.click(screen.getByRole('switch', { name: 'Enable notifications' }));
  expect(screen.getByRole('switch', { name: 'Email notifications' })).toBeDisabled();
  expect(screen.getByRole('switch', { name: 'Push notifications' })).toBeDisabled();
  await userEvent.click(screen.getByRole('switch', { name: 'Enable notifications' }));
  expect(screen.getByRole('switch', { name: 'Email notifications' })).toBeEnabled();
  expect(screen.getByRole('switch', { name: 'Email notifications' })).toBeChecked();
});

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

test('an administrator saves valid system settings', async () => {
  shown(<SampleSystemSettingsForm />);
  await enter('Max reservation hours', '168');
  await enter('Tax rate (%)', '18.25');
  await userEvent.click(screen.getByRole('button', { name: 'Save System Settings' }));
  expect(await screen.findByText('System settings saved successfully')).toBeInTheDocument();
});

test('an administrator starts with the default authentication settings', () => {
  shown(<SampleAuthSettingsForm />);
  expect(screen.getByRole('switch', { name: 'Require email confirmation' })).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Allow signups' })).toBeChecked();
  expect(screen.getByLabelText('Minimum password length')).toHaveValue(8);
  expect(screen.getByLabelText('Session timeout (hours)')).toHaveValue(24);
  for (const name of ['Two-factor authentication', 'Google', 'Apple']) {
    expect(screen.getByRole('switch', { name })).not.toBeChecked();
  }
});

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

test('an administrator saves valid authentication settings', async () => {
  shown(<SampleAuthSettingsForm />);
  await enter('Minimum password length', '20');
  await enter('From address', 'parking@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Save Authentication Settings' }));
  expect(await screen.findByText('Authentication settings saved successfully')).toBeInTheDocument();
});
