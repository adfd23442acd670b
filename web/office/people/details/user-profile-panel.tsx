import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { isSameDay } from '../../../../domain/days/country-time.ts';
import { getInstallation } from '../../../../domain/installation.ts';
import { formatTableClock, formatTableDayOfYear } from '../../../../domain/language/format.ts';
import { USER_STATUSES } from '../../../../domain/people/person.ts';
import { toErrorMessage } from '../../../../domain/problems.ts';
import { type AdminReservation, nameReservation } from '../../../booking/desk/admin-reservation.ts';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { registerFields } from '../../../ui/form/register-fields.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { NumberField, TextAreaField, TextField } from '../../../ui/form/text-field.tsx';
import { getNow } from '../../../ui/platform/clock.ts';
import { formatLastActivity, formatTime } from '../../../ui/platform/format-time.ts';
import { officeKeys } from '../../keys.ts';
import { listActiveReservations } from '../../reservations/reservations.ts';
import type { AdminUser } from '../people.ts';
import { formatUserStatus, UserStatusBadge } from '../user-status-badge.tsx';
import type { UserPanelProps, UserValues } from './user-details.ts';
import { UserRole } from './user-role.tsx';

const SUSPENDED = 'suspended';

export function UserProfilePanel({ details: { profile, isAdmin }, isEditing }: UserPanelProps) {
  const field = registerFields(useFormContext<UserValues>());
  const chosenStatus = useWatch<UserValues, 'profile.status'>({ name: 'profile.status' });
  const readOnly = !isEditing;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={m.field_email()} type="email" readOnly value={profile.email} />
        <TextField label={m.user_field_full_name()} readOnly={readOnly} {...field('profile.fullName')} />
        <TextField label={m.user_field_phone()} type="tel" readOnly={readOnly} {...field('profile.phone')} />
        <StatusField status={profile.status} isEditing={isEditing} />
        {isEditing && chosenStatus === SUSPENDED && profile.status !== SUSPENDED ? (
          <div className="empty:hidden sm:col-span-2">
            <SuspensionWarning user={profile} />
          </div>
        ) : null}
        {getInstallation().keepsRatings ? null : (
          <>
            <NumberField
              label={m.field_rating()}
              min={0}
              max={5}
              step={0.1}
              readOnly={readOnly}
              {...field('profile.rating', { valueAsNumber: true })}
            />
            <NumberField
              label={m.user_field_total_trips()}
              min={0}
              readOnly={readOnly}
              {...field('profile.totalTrips', { valueAsNumber: true })}
            />
          </>
        )}
      </div>
      <TextAreaField label={m.user_field_bio()} rows={3} readOnly={readOnly} {...field('profile.bio')} />
      <dl className="text-muted flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Fact term={m.user_dialog_joined()} text={formatTime(profile.createdAt)} />
        <Fact term={m.user_dialog_last_activity()} text={formatLastActivity(profile.lastActivity)} />
      </dl>
      <UserRole person={profile} isAdmin={isAdmin} />
    </div>
  );
}

function StatusField({ status, isEditing }: { status: string; isEditing: boolean }) {
  const { register } = useFormContext<UserValues>();
  if (!isEditing) {
    return (
      <dl className="flex flex-col gap-1.5">
        <dt className="text-sm font-semibold">{m.field_status()}</dt>
        <dd className="flex min-h-12 items-center">
          <UserStatusBadge status={status} />
        </dd>
      </dl>
    );
  }
  const statuses = USER_STATUSES.some((value) => value === status) ? USER_STATUSES : [status, ...USER_STATUSES];
  return (
    <SelectField
      label={m.field_status()}
      options={statuses.map((value) => ({ value, label: formatUserStatus(value) }))}
      {...register('profile.status')}
    />
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div className="flex gap-1.5">
      <dt>{term}</dt>
      <dd className="text-ink tabular-nums">{text}</dd>
    </div>
  );
}

/** Warns of the reservations of a person who is about to be suspended. */
function SuspensionWarning({ user }: { user: Pick<AdminUser, 'userId' | 'fullName' | 'email'> }) {
  const reservations = useQuery({
    queryKey: officeKeys.activeReservations(user.userId),
    queryFn: ({ signal }) => listActiveReservations(user.userId, signal),
    networkMode: 'always',
    staleTime: 0,
  });
  if (reservations.isPending) {
    return (
      <p role="status" className="text-muted text-sm">
        {m.reservations_checking()}
      </p>
    );
  }
  const warning = reservations.isError
    ? toErrorMessage(reservations.error)
    : formatSuspensionWarning(user.fullName ?? user.email, reservations.data, getNow());
  return warning === null ? null : <ErrorNote>{warning}</ErrorNote>;
}

/** Says that a person who is suspended is parked or has reserved; null without reservations. */
function formatSuspensionWarning(name: string, reservations: readonly AdminReservation[], now: Date): string | null {
  const running = reservations.filter(({ startsAt }) => startsAt <= now);
  const upcoming = reservations.length - running.length;
  const sentences = [
    ...running.map((reservation) => formatRunningReservation(name, reservation, now)),
    ...(running.length > 0 ? [m.suspension_signed_out()] : []),
    ...(upcoming > 0 ? [m.suspension_upcoming({ count: upcoming })] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function formatRunningReservation(name: string, reservation: AdminReservation, now: Date): string {
  const { endsAt: end } = reservation;
  const time = formatTableClock(end);
  const until = isSameDay(end, now) ? time : m.day_and_time({ day: formatTableDayOfYear(end), time });
  const message = end > now ? m.suspension_parked : m.suspension_overdue;
  return message({ name, place: nameReservation(reservation).place, until });
}
