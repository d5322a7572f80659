import type { CountingSession } from './tip.ts'

/** A session that counts for a tip: the car it was or will be scored with, and what that earned. */
export type TipSession = CountingSession & {
  isScored: boolean
  /** Of the revision in force when it locked; null where there was no tip yet. */
  carInForce: number | null
  points: number | null
}

export type SessionRow = {
  race_id: number
  name: string
  locks_at: string | null
  starts_at: string | null
  has_begun: boolean
  is_scored: boolean
  car_in_force: number | null
  points: number | null
}

type Place = { weekendId: string; category: string }

/**
 * SQL of the counting sessions of a tip as JSON, in the order they lock. Around it stand `clock (now)`, `scope` and
 * `tip`, which may be a row of nulls. A session counts by the rules of the scope in force when it locked, or now where
 * it is open.
 */
export const TIP_SESSIONS = ({ weekendId, category }: Place): string => `
coalesce((select json_agg(json_build_object('race_id', race_id, 'name', name, 'locks_at', locks_at,
    'starts_at', starts_at, 'has_begun', status <> 'upcoming',
    'is_scored', scored_revision is not null and scored_status <> 'cancelled',
    'car_in_force', (select revision.car_id from tip_revisions revision where revision.tip_id = tip.id
      and revision.submitted_at < coalesce(locks_at, 'infinity') order by revision.submitted_at desc limit 1),
    'points', (select points from awards where awards.race_id = sessions.race_id and awards.scope_id = scope.id
      and awards.user_id = tip.user_id and awards.to_revision is null
      and awards.membership_id is not distinct from tip.membership_id))
    order by locks_at nulls last, race_id)
  from sessions
  cross join lateral (select selected_race_ids from scope_rules where scope_id = scope.id
    and in_force_from <= least(locks_at, clock.now) order by in_force_from desc limit 1) rules
  where weekend_id = ${weekendId} and category = ${category} and session_type <> 'practice' and not sessions.deleted
    and (rules.selected_race_ids = '{}' or race_id = any(rules.selected_race_ids))), '[]')`

const date = (text: string | null): Date | null => (text === null ? null : new Date(text))

export const tipSessionOf = (row: SessionRow): TipSession => ({
  raceId: row.race_id,
  name: row.name,
  locksAt: date(row.locks_at),
  startsAt: date(row.starts_at),
  hasBegun: row.has_begun,
  isScored: row.is_scored,
  carInForce: row.car_in_force,
  points: row.points,
})
