import { m } from '#messages';
import { CRITERION_LABELS, RATING_CRITERIA } from '../../../../domain/ratings/rating.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatTime } from '../../../ui/format-time.ts';
import { Stars } from '../../../ui/stars.tsx';
import type { ZoneRating } from './zone-rating.ts';

const OTHER_CRITERIA = RATING_CRITERIA.filter((criterion) => criterion !== 'overall');

/** A rating of a zone, with a way to hide its comment or to show it again. */
export function RatingItem({ rating, onHide }: { rating: ZoneRating; onHide: () => void }) {
  const { stars, comment, hiddenReason, createdAt } = rating;
  const isHidden = hiddenReason !== null;
  return (
    <div className="flex flex-col gap-1.5 py-3">
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
    </div>
  );
}
