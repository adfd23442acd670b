import { useState } from 'react';
import { m } from '#messages';
import { CRITERION_LABELS, RATING_CRITERIA } from '../../../../domain/ratings/rating.ts';
import { RatingAverage } from '../../../booking/zones/details/rating-average.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataAge } from '../../../ui/data-age.tsx';
import { joinRows } from '../../../ui/data-table/parse-rows.ts';
import { formatTime } from '../../../ui/format-time.ts';
import { InvalidRows } from '../../../ui/invalid-rows.tsx';
import { LoadingNote } from '../../../ui/loading-note.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { ShowMoreButton } from '../../../ui/show-more-button.tsx';
import { Stars } from '../../../ui/stars.tsx';
import { type AdminZone, formatZoneName } from '../admin-zone.ts';
import { HideCommentDialog } from './hide-comment-dialog.tsx';
import { useRatingsOfZone } from './use-ratings-of-zone.ts';
import type { ZoneRating } from './zone-rating.ts';

/** What drivers said of a zone, the newest first; comments can be hidden. */
export function ZoneRatingsDialog({ zone, onClose }: { zone: AdminZone; onClose: () => void }) {
  const ratings = useRatingsOfZone(zone.id);
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
  const { stars, comment, hiddenReason, createdAt } = rating;
  const isHidden = hiddenReason !== null;
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars value={stars.overall} />
        {isHidden ? <Badge tone="neutral">{m.admin_rating_hidden()}</Badge> : null}
        <time dateTime={createdAt} className="text-muted ml-auto text-sm tabular-nums">
          {formatTime(createdAt)}
        </time>
      </div>
      <ul className="text-muted flex flex-wrap gap-x-4 text-sm tabular-nums">
        {OTHER_CRITERIA.map((criterion) => (
          <li key={criterion}>
            {m.admin_rating_criterion({ criterion: CRITERION_LABELS[criterion], stars: stars[criterion] })}
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
