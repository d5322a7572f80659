import type { Group } from '@purple-sector/contracts/groups/http'
import { isLocked } from '@purple-sector/contracts/race-lock'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { type Database, databaseTime } from '@purple-sector/database'
import type { RaceState } from '../projections/race-projection.ts'
import { noSuchWeekend } from '../projections/weekend-projection.ts'

/** Practice awards no points (docs/rules.md, Results); an empty selection means all races. */
const COUNTING = `
select r.state, coalesce(c.name, r.state->>'category') as category
from races r left join categories c on c.id = r.category_id
where r.weekend_id = :weekendId and r.session_type <> 'practice'
  and (cardinality(:selected::integer[]) = 0 or r.id = any(:selected::integer[]))
order by r.starts_at nulls last, r.id`

const raceOf = ({ deleted: _, reopened: __, ...race }: RaceState, category: string, now: Date): Race => ({
  ...race,
  category,
  locked: isLocked({ locksAt: race.deadline === null ? null : new Date(race.deadline) }, now),
})

/**
 * Reads the complete states of the races that count in one of a group's weekends, by default its current one, as weekends
 * published them last. Throws 404 for a weekend without a leaderboard of the group.
 */
export const countingRaces = async (
  database: Database,
  { weekends, weekendId: currentId }: Pick<Group, 'weekendId' | 'weekends'>,
  weekendId: number | undefined,
): Promise<Race[]> => {
  const weekend = weekends.find((one) => one.weekendId === (weekendId ?? currentId))
  if (!weekend && weekendId === undefined) return []
  if (!weekend) throw noSuchWeekend()
  const now = await databaseTime(database)
  const { rows } = await database.raw<{ rows: { state: RaceState; category: string }[] }>(COUNTING, {
    weekendId: weekend.weekendId,
    selected: weekend.selectedRaceIds,
  })
  return rows.map(({ state, category }) => raceOf(state, category, now))
}
