import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { m } from '#messages';
import { isThisYear, parseTime } from '../../../domain/days/country-time.ts';
import { formatDayOfYear, formatDayWithYear, formatRating } from '../../../domain/language/format.ts';
import { CRITERION_LABELS, LIVE_RATING_CRITERIA } from '../../../domain/ratings/rating.ts';
import { dataClient } from '../../data/connection.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Stars } from '../../ui/form/stars.tsx';
import { readRow } from '../../ui/table/parse-rows.ts';
import { bookingKeys } from '../keys.ts';

const MAX_STARS = 5;

/** What drivers said of a zone: the average for each criterion and the latest comments. */
export function ZoneRatings({ zoneId }: { zoneId: string }) {
  const ratings = useQuery({
    queryKey: bookingKeys.zones('ratings', zoneId),
    queryFn: () => findZoneRatings(zoneId),
  });
  return (
    <QueryState
      query={ratings}
      loading={<SkeletonList label={m.zone_ratings_loading()} shapes={['h-24', 'h-16']} />}
      isEmpty={(summary) => summary === null}
      empty={<p className="text-muted">{m.zone_ratings_none()}</p>}
    >
      {(summary) => summary && <Summary {...summary} />}
    </QueryState>
  );
}

function Summary({ averages, comments }: ZoneRatingSummary) {
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5 text-sm">
        {LIVE_RATING_CRITERIA.map((criterion) => (
          <div key={criterion} className="col-span-3 grid grid-cols-subgrid items-center">
            <dt>{CRITERION_LABELS[criterion]}</dt>
            <dd className="col-span-2 grid grid-cols-subgrid items-center">
              <span aria-hidden="true" className="bg-line h-1.5 overflow-hidden rounded-full">
                <span
                  className="bg-brand block h-full rounded-full"
                  style={{ width: `${(averages[criterion] / MAX_STARS) * 100}%` }}
                />
              </span>
              <span className="font-semibold tabular-nums">{formatRating(averages[criterion])}</span>
            </dd>
          </div>
        ))}
      </dl>
      {comments.length === 0 ? null : (
        <ul aria-label={m.zone_ratings_comments()} className="divide-line border-line divide-y border-t">
          {comments.map((comment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: comments have no id, as nobody is to tell who wrote them
            <Comment key={index} {...comment} />
          ))}
        </ul>
      )}
    </>
  );
}

function Comment({ stars, comment, day }: ZoneComment) {
  const date = parseTime(day);
  return (
    <li className="flex flex-col gap-1 py-3">
      <span className="flex items-center gap-2">
        <Stars value={stars} />
        <time dateTime={day} className="text-muted text-sm">
          {isThisYear(date) ? formatDayOfYear(date) : formatDayWithYear(date)}
        </time>
      </span>
      <span dir="auto" className="wrap-anywhere">
        {comment}
      </span>
    </li>
  );
}

const average = z.number().min(0).max(5);

const commentSchema = z.object({ stars: z.int().min(1).max(5), comment: z.string(), day: z.iso.date() });

const summarySchema = z
  .object({
    overall: average,
    cleanness: average,
    communication: average,
    accessibility: average,
    comments: z.array(commentSchema),
  })
  .transform(({ comments, ...averages }) => ({ averages, comments }));

type ZoneRatingSummary = z.infer<typeof summarySchema>;

/** The stars for the reservation as a whole, and the day on which it was rated, such as '2026-11-22'. */
type ZoneComment = z.infer<typeof commentSchema>;

/** What drivers said of a zone; null when nobody rated it. */
async function findZoneRatings(zoneId: string): Promise<ZoneRatingSummary | null> {
  const response = await dataClient().rpc('zone_ratings', { zone: zoneId }, { get: true }).maybeSingle();
  return readRow(response, summarySchema.nullable(), 'ratings-not-loaded');
}
