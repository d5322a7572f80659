import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'

type Row = {
  locks_at: Date | null
  closed_at: Date | null
  reopened: number
  late_tips: number
}

/**
 * A race, and how many tips of its category were submitted or changed from `at` on while it accepted tips, in scopes
 * that count the race by their rules of that moment. For a group, the tips of its members of that moment count, as in
 * scoring; practice has none.
 */
const REVIEW = `
select race.locks_at, race.closed_at, race.reopened, (
  select count(*)::integer from tips tip
  join scopes scope on scope.id = tip.scope_id and not scope.deleted
  cross join lateral (
    select selected_race_ids from scope_rules where scope_id = scope.id and in_force_from <= :at
    order by in_force_from desc limit 1
  ) rules
  left join memberships member on member.id = tip.membership_id
  where tip.weekend_id = race.weekend_id and tip.category_id = race.category_id and race.session_type <> 'practice'
    and (rules.selected_race_ids = '{}' or race.race_id = any(rules.selected_race_ids))
    and (scope.group_id is null or member.joined_at < :at and coalesce(member.left_at >= :at, true))
    and exists (
      select from tip_revisions where tip_id = tip.id and submitted_at >= :at
        and submitted_at < coalesce(race.closed_at, race.locks_at, 'infinity')
    )
) as late_tips
from races race where race.race_id = :raceId and not race.deleted`

/**
 * Returns when a race locks, and how many tips were submitted after a moment; counts only, because tips may still be
 * secret.
 */
export const reviewLock =
  ({ database }: { database: Database }) =>
  async ({
    params: { raceId },
    query: { at },
  }: ParsedCall<typeof calls.reviewLock>): Promise<CallAnswer<typeof calls.reviewLock>> => {
    const { rows } = await database.raw<{ rows: Row[] }>(REVIEW, { raceId, at })
    const [race] = rows
    if (!race) throw notFound('RACE_NOT_FOUND', 'There’s no such session.')
    return {
      now: (await databaseTime(database)).toISOString(),
      locksAt: race.locks_at?.toISOString() ?? null,
      closesAt: (race.closed_at ?? race.locks_at)?.toISOString() ?? null,
      reopened: race.reopened,
      lateTips: race.late_tips,
    }
  }
