import type { Picks } from '@purple-sector/contracts/tipping/http'
import { type Database, prepared } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { ownGroup } from '../groups/own-group.ts'
import { cachedDistributions } from './distribution-cache.ts'
import { type PickedScope, PLACES, pickDistributionReader } from './pick-distribution.ts'
import { type Viewer, visibleTo } from './visible-distribution.ts'

/**
 * Which categories have closed by the database's clock at this call, and what the caller picked. One statement, because
 * all fans ask at a lock.
 */
const OWN = (scope: string): string => `
with scope as materialized (
  ${scope}
), ${PLACES}
select scope.id as "scopeId", place.category_id as "categoryId", category.name as category,
  place.is_closed as "isClosed", place.decided_by as "decidedBy", tip.car_id as yours,
  awaited.race_id as "raceId", awaited.name as race, awaited.locks_at as "locksAt"
from scope cross join places place join categories category on category.id = place.category_id
left join races awaited on awaited.race_id = place.waits_for
left join (
  select tips.category_id, tips.car_id from tips left join memberships member on member.id = tips.membership_id
  where tips.scope_id = (select id from scope) and tips.user_id = :userId and member.left_at is null
) tip on tip.category_id = place.category_id
order by category.list_order, category.id`

const OF_GROUP = OWN('select :scopeId::bigint as id')
const OF_WEEKEND = OWN('select id from scopes where weekend_id = :weekendId and group_id is null and not deleted')

type OwnRow = {
  scopeId: number
  categoryId: number
  category: string
  isClosed: boolean
  decidedBy: string
  yours: number | null
  /** The race that is awaited last; null where all have locked. */
  raceId: number | null
  race: string | null
  locksAt: Date | null
}

const waitsFor = ({ raceId, race, locksAt }: OwnRow) =>
  raceId === null || race === null ? null : { raceId, name: race, deadline: locksAt?.toISOString() ?? null }

/**
 * Reads all picks of the categories in which every race that the scope ever selected has locked; of other categories
 * only that they are open, and until when (docs/rules.md, Tips). An unknown weekend has none.
 */
export const readPicks = ({ database }: { database: Database }) => {
  const distributionOf = cachedDistributions({ read: pickDistributionReader(database), now: () => performance.now() })

  const picksOf = (rows: OwnRow[], viewer: Viewer, place: Omit<PickedScope, 'scopeId'>): Promise<Picks[]> =>
    Promise.all(
      rows.map(async (row): Promise<Picks> => {
        const { scopeId, categoryId, isClosed, decidedBy, yours } = row
        const category = { categoryId, category: row.category }
        const distribution = isClosed
          ? await distributionOf({ ...place, scopeId }, { categoryId, decidedBy })
          : undefined
        if (!distribution) return { ...category, open: true, waitsFor: waitsFor(row) }
        return { ...category, open: false, yours, ...visibleTo(viewer, distribution) }
      }),
    )

  return {
    async ofGroup(caller: Caller, groupId: number): Promise<Picks[]> {
      const { scopeId, weekendId, adminUserId } = await ownGroup(database, caller, groupId)
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
