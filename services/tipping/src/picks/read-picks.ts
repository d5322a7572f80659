import type { Picks } from '@purple-sector/contracts/tipping/http'
import { type Database, prepared } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { boardReadModel } from '../boards/board-read-model.ts'
import { ownGroup } from '../groups/own-group.ts'
import { type PickedScope, PLACES, readSpreads } from './spread.ts'
import { spreadCopies } from './spread-copies.ts'

/** By the database's clock at this very call: which categories have closed, and what the caller picked. */
const OWN = `
with ${PLACES}
select place.category_id as "categoryId", category.name as category, place.is_closed as "isClosed",
  place.decided_by as "decidedBy", tip.car_id as yours
from places place join categories category on category.id = place.category_id
left join (
  select tips.category_id, tips.car_id from tips left join memberships member on member.id = tips.membership_id
  where tips.scope_id = :scopeId and tips.user_id = :userId and member.left_at is null
) tip on tip.category_id = place.category_id
order by category.list_order, category.id`

type OwnRow = { categoryId: number; category: string; isClosed: boolean; decidedBy: string; yours: number | null }

/**
 * What everybody picked, in the categories whose last counting race of the scope has locked; of the others only that
 * they are open (docs/rules.md, Tips).
 */
export const readPicks = ({ database }: { database: Database }) => {
  const spreadOf = spreadCopies({ read: (scope) => readSpreads(database, scope), now: () => performance.now() })

  const picksOf = async ({ userId }: Caller, scope: PickedScope): Promise<Picks[]> => {
    const { rows } = await prepared<OwnRow>(database, 'own-picks', OWN, { ...scope, userId })
    return Promise.all(
      rows.map(async ({ isClosed, decidedBy, yours, ...category }): Promise<Picks> => {
        const spread = isClosed ? await spreadOf(scope, { ...category, decidedBy }) : undefined
        if (!spread) return { ...category, open: true }
        const { tips, cars, members } = spread
        return { ...category, open: false, tips, cars, yours, ...(members && { members }) }
      }),
    )
  }

  return {
    async ofGroup(caller: Caller, groupId: number): Promise<Picks[]> {
      return picksOf(caller, await ownGroup(database, caller, groupId))
    },

    /** Of the open competition; a weekend without one has none. */
    async ofWeekend(caller: Caller, weekendId: number): Promise<Picks[]> {
      const board = await boardReadModel(database).findOpen(weekendId)
      return board ? picksOf(caller, { ...board, weekendId }) : []
    },
  }
}
