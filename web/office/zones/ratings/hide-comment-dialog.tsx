import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { textSchema } from '../../../../domain/field-schemas.ts';
import { PROBLEMS, toErrorMessage } from '../../../../domain/problems.ts';
import { TEXT_LIMITS } from '../../../../domain/text-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { useHideComment } from './use-ratings-of-zone.ts';
import type { ZoneRating } from './zone-rating.ts';

const LIMIT = TEXT_LIMITS.hidingReason;

const reasonSchema = textSchema(LIMIT).refine((reason) => reason.trim() !== '', PROBLEMS['hiding-reason-required']());

/** Asks for the reason before a comment is hidden, and once more before a hidden one is shown again. */
export function HideCommentDialog({ rating: opened, onClose }: { rating: ZoneRating; onClose: () => void }) {
  const isHiding = opened.hiddenReason === null;
  // Replaced when it is changed meanwhile.
  const [rating, setRating] = useState(opened);
  const [reason, setReason] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const hiding = useHideComment(rating, { onSuccess: onClose, onNewer: setRating });
  const isChanged = rating !== opened;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hiding.isPending) return;
    if (!isHiding) return hiding.mutate(null);
    const problem = reasonSchema.safeParse(reason).error?.issues[0]?.message;
    setFieldError(problem);
    if (problem === undefined) hiding.mutate(reason.trim());
  };

  return (
    <Modal
      open
      isClosable={!hiding.isPending}
      onClose={onClose}
      title={isHiding ? m.comment_hide_question() : m.comment_show_question()}
      description={isHiding ? m.comment_hide_text() : m.comment_show_text()}
    >
      <form noValidate onSubmit={submit} aria-busy={hiding.isPending} className="flex flex-col gap-4">
        {isChanged && !hiding.isPending ? <ErrorNote>{PROBLEMS['rating-changed-meanwhile']()}</ErrorNote> : null}
        <blockquote dir="auto" className="border-line border-l-4 pl-3 wrap-anywhere">
          {rating.comment ?? m.admin_rating_no_comment()}
        </blockquote>
        {isHiding ? (
          <TextAreaField
            label={m.comment_hide_reason()}
            rows={2}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={fieldError}
            length={{ used: reason.trim().length, max: LIMIT.max }}
          />
        ) : null}
        {hiding.error && !hiding.isPending ? <ErrorNote>{toErrorMessage(hiding.error)}</ErrorNote> : null}
        <div className="flex flex-col gap-2">
          <Button type="submit" variant={isHiding ? 'danger' : 'primary'} disabled={hiding.isPending}>
            {hiding.isPending ? m.action_saving() : isHiding ? m.comment_hide() : m.comment_show()}
          </Button>
          <Button variant="secondary" disabled={hiding.isPending} onClick={onClose}>
            {m.action_cancel()}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
