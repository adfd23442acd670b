import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { emailSchema } from '../../domain/field-schemas.ts';
import { formatDayWithYear } from '../../domain/language/format.ts';
import { DUTIES, type Duty } from '../../domain/staff/duties.ts';
import { useProof } from '../account/credentials/proof.tsx';
import { useDuties } from '../account/session/duties.tsx';
import { useUser } from '../account/session/session-provider.tsx';
import { DialogButton } from '../ui/feedback/dialog-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { AskButton, QuestionDialog } from '../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { registerFields } from '../ui/form/register-fields.ts';
import { SelectField } from '../ui/form/select-field.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Badge } from '../ui/layout/badge.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ROOT } from '../ui/platform/query-keys.ts';
import { staffKeys } from './keys.ts';
import { changeDuty, endDuty, handOver, invite, listTeam, type Member, type Post, useOwnZones } from './team.ts';

/** Who works where, and who is invited. Administrators give all duties, managers only that of attendants. */
export function TeamList() {
  const query = useQuery({ queryKey: staffKeys.team(), queryFn: ({ signal }) => listTeam(signal) });
  const own = useUser()?.id;
  const me = query.data?.find(({ userId, duty }) => userId === own && duty === 'admin');
  const gives = me ? DUTIES : DUTIES.slice(0, 1);
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">{m.staff_team()}</h2>
        <DialogButton variant="primary" label={m.staff_invite()}>
          {(close) => <PostDialog gives={gives} onClose={close} />}
        </DialogButton>
      </div>
      <QueryState query={query} loading={<SkeletonList label={m.status_loading()} shapes={['h-20', 'h-20']} />}>
        {(members) => (
          <ul className="divide-line divide-y">
            {members.map((member) => (
              <MemberItem
                key={member.id ?? member.userId}
                member={member}
                gives={member.userId === own ? [] : gives}
                mayHandOver={me?.isOwner === true && member.userId !== own && member.duty === 'admin'}
              />
            ))}
          </ul>
        )}
      </QueryState>
    </Card>
  );
}

function MemberItem({ member, gives, mayHandOver }: { member: Member; gives: readonly Duty[]; mayHandOver: boolean }) {
  const { id, duty, email, zoneName, invitedUntil, status } = member;
  const name = member.fullName?.trim() || email;
  const post = m.duty({ duty: member.isOwner ? 'owner' : duty });
  const note = status === 'active' ? email : m.staff_inactive({ email });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {name}
          <Badge tone="brand">{duty === 'admin' ? post : `${post}, ${zoneName ?? m.staff_all_zones()}`}</Badge>
        </p>
        <p className="text-muted text-sm wrap-anywhere">
          {invitedUntil === null ? note : m.staff_invited_until({ day: formatDayWithYear(new Date(invitedUntil)) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {gives.some((given) => given === duty) ? (
          <>
            <DialogButton label={m.staff_change()} aria-label={m.staff_change_of({ name })}>
              {(close) => <PostDialog held={member} gives={gives} onClose={close} />}
            </DialogButton>
            <AskButton
              label={m.staff_end()}
              aria-label={m.staff_end_of({ name })}
              question={{ title: m.staff_end_of({ name }), label: m.staff_end(), variant: 'danger' }}
              onYes={() => endDuty(id)}
              action={{ invalidates: CHANGES }}
            />
          </>
        ) : null}
        {mayHandOver ? (
          <DialogButton label={m.owner_hand_over()} aria-label={m.owner_hand_over_of({ name })}>
            {(close) => <HandOverDialog member={member} name={name} onClose={close} />}
          </DialogButton>
        ) : null}
      </div>
    </li>
  );
}

const CHANGES = [ROOT.staff, ROOT.office];

/** Makes another administrator the owner, which takes a recent proof. */
function HandOverDialog({ member, name, onClose }: { member: Member; name: string; onClose: () => void }) {
  const proof = useProof();
  const { mutate, dialog } = useAction(() => proof.run(() => handOver(member.userId)), {
    invalidates: CHANGES,
    onClose,
  });
  return (
    <>
      <QuestionDialog
        title={m.owner_hand_over_of({ name })}
        text={m.owner_hand_over_text({ name })}
        variant="danger"
        {...dialog}
        label={m.owner_hand_over()}
        onConfirm={() => mutate()}
      >
        {/* Anybody may have the name. */}
        <p className="font-semibold wrap-anywhere">{member.email}</p>
      </QuestionDialog>
      {proof.dialog}
    </>
  );
}

/** Invites an address, or changes what somebody has. */
function PostDialog({ held, gives, onClose }: { held?: Member; gives: readonly Duty[]; onClose: () => void }) {
  const zones = useOwnZones('manager');
  const managed = useDuties().data?.find(({ duty }) => duty === 'manager');
  const form = useForm({
    defaultValues: { email: '', duty: held?.duty ?? 'attendant', zone: held?.zoneId ?? managed?.zoneId ?? '' },
  });
  const field = registerFields(form);
  const send = ({ email, ...post }: Post & { email: string }) =>
    held ? changeDuty({ ...post, staff: held.id }) : invite({ ...post, email });
  const { mutate, dialog } = useAction(send, { done: m.staff_saved(), invalidates: CHANGES, onClose });
  const isOfBooks = form.watch('duty') === 'accountant';
  return (
    <QuestionDialog
      title={held ? m.staff_change_of({ name: held.fullName ?? held.email }) : m.staff_invite()}
      text={held ? m.staff_change_text() : m.staff_invite_text()}
      label={held ? m.action_save() : m.staff_invite_send()}
      {...dialog}
      onConfirm={form.handleSubmit(({ email, duty, zone }) => {
        mutate({ email, duty: duty as Duty, zone: isOfBooks ? null : zone || null });
      })}
    >
      {held ? null : (
        <TextField
          type="email"
          label={m.field_email()}
          {...field('email', { validate: (email) => emailSchema.safeParse(email).success || m.staff_email_error() })}
        />
      )}
      <SelectField
        label={m.audit_column_duty()}
        options={gives.map((value) => ({ value, label: m.duty({ duty: value }) }))}
        {...field('duty')}
      />
      {isOfBooks ? null : (
        <SelectField
          // The zones come after the first render.
          key={zones.length}
          label={m.staff_zone()}
          options={zones}
          {...field('zone')}
        />
      )}
    </QuestionDialog>
  );
}
