import type { Picks } from '@purple-sector/contracts/tipping/http'
import { type Database, prepared } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { findOwnGroup } from '../groups/own-group-sql.ts'
import { cachedDistributions } from './distribution-cache.ts'
import { CATEGORY_LOCKS, type PickedScope, pickDistributionReader } from './pick-distribution-sql.ts'
import { type Viewer, visibleTo } from './visible-distribution.ts'

/**
 * The categories with whether they have closed by the database's clock at this call, and the caller's picks. One
 * statement, because all fans send this request at a lock.
 */
const OWN_PICKS = (scope: string): string => `
with scope as materialized (
  ${scope}
), ${CATEGORY_LOCKS}
select scope.id as "scopeId", category_lock.category_id as "categoryId", category.name as category,
  category_lock.is_closed as "isClosed", category_lock.decided_by as "decidedBy", tip.car_id as yours,
  awaited.race_id as "raceId", awaited.name as race, awaited.locks_at as "locksAt"
from scope cross join category_locks category_lock join categories category on category.id = category_lock.category_id
left join races awaited on awaited.race_id = category_lock.awaited_race_id
left join (
  select tips.category_id, tips.car_id from tips left join memberships member on member.id = tips.membership_id
  where tips.scope_id = (select id from scope) and tips.user_id = :userId and member.left_at is null
) tip on tip.category_id = category_lock.category_id
order by category.list_order, category.id`

const OF_GROUP = OWN_PICKS('select :scopeId::bigint as id')
const OF_WEEKEND = OWN_PICKS('select id from scopes where weekend_id = :weekendId and group_id is null and not deleted')

type OwnRow = {
  scopeId: number
  categoryId: number
  category: string
  isClosed: boolean
  decidedBy: string
  yours: number | null
  /** The race that is awaited last; null if all have locked. */
  raceId: number | null
  race: string | null
  locksAt: Date | null
}

const waitsFor = ({ raceId, race, locksAt }: OwnRow) =>
  raceId === null || race === null ? null : { raceId, name: race, deadline: locksAt?.toISOString() ?? null }

/**
 * Reads all picks of the categories in which every race that the scope ever selected has locked; for other categories,
 * returns only that they are open, and until when (docs/rules.md, Tips). Returns none for an unknown weekend.
 */
export const readPicks = ({ database }: { database: Database }) => {
  const distributionOf = cachedDistributions({ read: pickDistributionReader(database), now: () => performance.now() })

  const picksOf = (rows: OwnRow[], viewer: Viewer, scope: Omit<PickedScope, 'scopeId'>): Promise<Picks[]> =>
    Promise.all(
      rows.map(async (row): Promise<Picks> => {
        const { scopeId, categoryId, isClosed, decidedBy, yours } = row
        const category = { categoryId, category: row.category }
        const distribution = isClosed
          ? await distributionOf({ ...scope, scopeId }, { categoryId, decidedBy })
          : undefined
        if (!distribution) return { ...category, open: true, waitsFor: waitsFor(row) }
        return { ...category, open: false, yours, ...visibleTo(viewer, distribution) }
      }),
    )

  return {
    async ofGroup(caller: Caller, groupId: number): Promise<Picks[]> {
      const { scopeId, weekendId, adminUserId } = await findOwnGroup(database, caller, groupId)
      const bindings = { scopeId, weekendId, userId: caller.userId }
      const { rows } = await prepared<OwnRow>(database, 'own-picks-of-group', OF_GROUP, bindings)
      return picksOf(rows, { userId: caller.userId, isAdmin: caller.userId === adminUserId }, { weekendId, groupId })
    },

    async ofWeekend({ userId }: Caller, weekendId: number): Promise<Picks[]> {
      const { rows } = await prepared<OwnRow>(database, 'own-picks', OF_WEEKEND, { weekendId, userId })
      return picksOf(rows, { userId, isAdmin: false }, { weekendId, groupId: null })
    },
  }
}
