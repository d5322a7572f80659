import { type Category, categoryOrder } from '@purple-sector/contracts/categories'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Database, Transaction } from '@purple-sector/database'
import { isLocked } from '../locks/session-lock.ts'

type SessionRow = {
  race_id: number
  name: string
  locks_at: string | null
  scored: boolean
  car_in_force: number | null
  points: number | null
}
type TipRow = {
  now: Date
  id: number
  weekend_id: number
  category: Category
  car_id: number
  group_id: number | null
  submitted_at: Date
  car: Tip['car']
  sessions: SessionRow[]
}

/**
 * A fan's tips with the sessions they count for: the car in force in each, what it earned, whether it is locked. Which
 * sessions count is decided as for a ballot. Tips of an ended membership are not shown.
 */
const TIPS = `
select clock.now, tip.id, tip.weekend_id, tip.category, tip.car_id, tip.submitted_at, scope.group_id,
  json_build_object('id', car.id, 'number', car.number, 'driver', car.driver, 'team', car.team,
    'status', car.status) as car,
  coalesce((select json_agg(json_build_object('race_id', race_id, 'name', name, 'locks_at', locks_at,
      'scored', scored_revision is not null and scored_status <> 'cancelled',
      'car_in_force', (select revision.car_id from tip_revisions revision where revision.tip_id = tip.id
        and revision.submitted_at < coalesce(locks_at, 'infinity') order by revision.submitted_at desc limit 1),
      'points', (select points from awards where awards.race_id = sessions.race_id and awards.scope_id = scope.id
        and awards.user_id = tip.user_id and awards.to_revision is null
        and awards.membership_id is not distinct from tip.membership_id))
      order by locks_at nulls last, race_id)
    from sessions
    cross join lateral (select selected_race_ids from scope_rules where scope_id = scope.id
      and in_force_from <= least(locks_at, clock.now) order by in_force_from desc limit 1) rules
    where weekend_id = tip.weekend_id and category = tip.category and session_type <> 'practice'
      and not sessions.deleted
      and (rules.selected_race_ids = '{}' or race_id = any(rules.selected_race_ids))), '[]') as sessions
from (select clock_timestamp() as now) clock
cross join tips tip
join scopes scope on scope.id = tip.scope_id and not scope.deleted
join weekends weekend on weekend.id = tip.weekend_id and not weekend.deleted
join cars car on car.id = tip.car_id
left join memberships member on member.id = tip.membership_id
where tip.user_id = :userId and member.left_at is null and `

const BY_WEEKEND = `${TIPS} tip.weekend_id = :id`
const BY_ID = `${TIPS} tip.id = :id`

const instant = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())

const tipOf = (row: TipRow): Tip => {
  const sessions = row.sessions.map((session) => ({
    raceId: session.race_id,
    name: session.name,
    deadline: instant(session.locks_at),
    locked: isLocked({ locksAt: session.locks_at === null ? null : new Date(session.locks_at) }, row.now),
    carId: session.car_in_force,
    points: session.scored ? (session.points ?? 0) : null,
  }))
  const open = sessions.find(({ locked }) => !locked)
  return {
    id: row.id,
    weekendId: row.weekend_id,
    category: row.category,
    carId: row.car_id,
    groupId: row.group_id,
    tipSource: row.group_id === null ? 'sector' : 'group',
    points: sessions.reduce((sum, { points }) => sum + (points ?? 0), 0),
    submittedAt: row.submitted_at.toISOString(),
    car: row.car,
    countsFrom: open ? { raceId: open.raceId, name: open.name, deadline: open.deadline } : null,
    sessions,
  }
}

/** By category, the sector tip before those of groups (contract, Sorting). */
const inOrder = (a: Tip, b: Tip): number =>
  categoryOrder(a.category) - categoryOrder(b.category) || (a.groupId ?? 0) - (b.groupId ?? 0)

/** Reads a fan's own tips; nobody else's leave this file (rules, Tips). */
export const tipReadModel = (sql: Database | Transaction) => ({
  async ofWeekend(userId: string, weekendId: number): Promise<Tip[]> {
    const { rows } = await sql.raw<{ rows: TipRow[] }>(BY_WEEKEND, { userId, id: weekendId })
    return rows.map(tipOf).sort(inOrder)
  },

  async byId(userId: string, tipId: number): Promise<Tip | undefined> {
    const { rows } = await sql.raw<{ rows: TipRow[] }>(BY_ID, { userId, id: tipId })
    return rows[0] && tipOf(rows[0])
  },
})
