import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { textSchema } from '../../../domain/field-schemas.ts';
import { CRITERION_LABELS, RATING_CRITERIA } from '../../../domain/ratings/rating.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { SPACE_CHANGES } from '../../booking/keys.ts';
import { RatingAverage } from '../../booking/zones/zone-facts.tsx';
import { DataAge } from '../../ui/feedback/data-age.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { InvalidRows } from '../../ui/feedback/invalid-rows.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Stars } from '../../ui/form/stars.tsx';
import { TextAreaField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { ShowMoreButton } from '../../ui/layout/show-more-button.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { joinRows } from '../../ui/table/parse-rows.ts';
import { officeKeys } from '../keys.ts';
import { type AdminZone, formatZoneName } from './admin-zone.ts';
import { hideComment, listZoneRatings, type RatingCursor, type ZoneRating } from './zones.ts';

const LIMIT = TEXT_LIMITS.hidingReason;

const reasonSchema = textSchema(LIMIT).refine((reason) => reason.trim() !== '', m.problem_hiding_reason_required());

/** What drivers said of a zone, the newest first; comments can be hidden. */
export function ZoneRatingsDialog({ zone, onClose }: { zone: AdminZone; onClose: () => void }) {
  const ratings = useInfiniteQuery({
    queryKey: officeKeys.ratings(zone.id),
    queryFn: ({ pageParam, signal }) => listZoneRatings(zone.id, pageParam, signal),
    initialPageParam: null as RatingCursor | null,
    getNextPageParam: (page) => page.next,
    // Whoever opens it expects the latest.
    staleTime: 0,
  });
  const [hiding, setHiding] = useState<ZoneRating | null>(null);
  return (
    <Modal open size="large" onClose={onClose} title={m.zone_ratings_title()} description={formatZoneName(zone)}>
      <RatingAverage zone={zone} />
      <QueryState
        query={ratings}
        loading={<LoadingNote className="py-4">{m.zone_ratings_loading()}</LoadingNote>}
        isEmpty={({ pages }) => joinRows(pages).count === 0}
        empty={<p className="text-muted py-4">{m.admin_ratings_empty()}</p>}
      >
        {({ pages }) => {
          const { rows, invalid } = joinRows(pages);
          return (
            <>
              <ul aria-label={m.zone_ratings_title()} className="divide-line border-line divide-y border-t">
                {rows.map((rating) => (
                  <RatingItem key={rating.id} rating={rating} onHide={() => setHiding(rating)} />
                ))}
              </ul>
              <InvalidRows rows={invalid} />
              <DataAge query={ratings} />
              <ShowMoreButton list={ratings} size="small">
                {m.admin_ratings_show_older()}
              </ShowMoreButton>
            </>
          );
        }}
      </QueryState>
      {hiding === null ? null : <HideCommentDialog rating={hiding} onClose={() => setHiding(null)} />}
    </Modal>
  );
}

const OTHER_CRITERIA = RATING_CRITERIA.filter((criterion) => criterion !== 'overall');

/** A rating of a zone, with a way to hide its comment or to show it again. */
function RatingItem({ rating, onHide }: { rating: ZoneRating; onHide: () => void }) {
  const { comment, hiddenReason, createdAt } = rating;
  const isHidden = hiddenReason !== null;
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars value={rating.overall} />
        {isHidden ? <Badge tone="neutral">{m.admin_rating_hidden()}</Badge> : null}
        <time dateTime={createdAt} className="text-muted ml-auto text-sm tabular-nums">
          {formatTime(createdAt)}
        </time>
      </div>
      <ul className="text-muted flex flex-wrap gap-x-4 text-sm tabular-nums">
        {OTHER_CRITERIA.map((criterion) => (
          <li key={criterion}>
            {m.admin_rating_criterion({ criterion: CRITERION_LABELS[criterion], stars: rating[criterion] })}
          </li>
        ))}
      </ul>
      {comment === null ? null : (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-[1_1_14rem]">
            <p dir="auto" className={isHidden ? 'text-muted wrap-anywhere' : 'wrap-anywhere'}>
              {comment}
            </p>
            {isHidden ? (
              <p className="text-sm wrap-anywhere">{m.admin_rating_hidden_reason({ reason: hiddenReason })}</p>
            ) : null}
          </div>
          <Button variant="secondary" size="small" onClick={onHide}>
            {isHidden ? m.comment_show() : m.comment_hide()}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Asks for the reason before a comment is hidden, and once more before a hidden one is shown again. */
function HideCommentDialog({ rating: opened, onClose }: { rating: ZoneRating; onClose: () => void }) {
  const isHiding = opened.hiddenReason === null;
  // Replaced when it is changed meanwhile.
  const [rating, setRating] = useState(opened);
  const [reason, setReason] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const hiding = useAction((to: string | null) => hideComment(rating, to), {
    invalidates: SPACE_CHANGES,
    onSuccess: (newer) => {
      if (newer !== null) return setRating(newer);
      toast.success(isHiding ? m.comment_hidden() : m.comment_shown_again());
      onClose();
    },
    // Failures show in the dialog.
    onError: () => undefined,
  });

  const confirm = () => {
    if (!isHiding) return hiding.mutate(null);
    const problem = reasonSchema.safeParse(reason).error?.issues[0]?.message;
    setFieldError(problem);
    if (problem === undefined) hiding.mutate(reason.trim());
  };

  return (
    <QuestionDialog
      title={isHiding ? m.comment_hide_question() : m.comment_show_question()}
      text={isHiding ? m.comment_hide_text() : m.comment_show_text()}
      label={isHiding ? m.comment_hide() : m.comment_show()}
      variant={isHiding ? 'danger' : 'primary'}
      {...hiding.dialog}
      onConfirm={confirm}
      onClose={onClose}
    >
      {rating !== opened && !hiding.isPending ? <ErrorNote>{m.problem_rating_changed_meanwhile()}</ErrorNote> : null}
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
    </QuestionDialog>
  );
}
