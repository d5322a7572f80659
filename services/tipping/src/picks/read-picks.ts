import type { Picks } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { findOwnGroup, type GroupInWeekend } from '../groups/own-group-sql.ts'
import { cachedDistributions } from './distribution-cache.ts'
import { findOwnPicks, type OwnPick, type PickedScope, pickDistributionReader } from './pick-read-model.ts'
import { type Viewer, visibleTo } from './visible-distribution.ts'

const waitsFor = ({ raceId, race, locksAt }: OwnPick) =>
  raceId === null || race === null ? null : { raceId, name: race, deadline: locksAt?.toISOString() ?? null }

/**
 * Reads all picks of the categories in which every race that the scope ever selected has locked; for other categories,
 * returns only that they are open, and until when (docs/rules.md, Tips). Returns none for an unknown weekend.
 */
export const readPicks = ({ database }: { database: Database }) => {
  const distributionOf = cachedDistributions({ read: pickDistributionReader(database), now: () => performance.now() })

  const picksOf = (picks: OwnPick[], viewer: Viewer, scope: Omit<PickedScope, 'scopeId'>): Promise<Picks[]> =>
    Promise.all(
      picks.map(async (pick): Promise<Picks> => {
        const { scopeId, categoryId, isClosed, decidedBy, yours } = pick
        const category = { categoryId, category: pick.category }
        const distribution = isClosed
          ? await distributionOf({ ...scope, scopeId }, { categoryId, decidedBy })
          : undefined
        if (!distribution) return { ...category, open: true, waitsFor: waitsFor(pick) }
        return { ...category, open: false, yours, ...visibleTo(viewer, distribution) }
      }),
    )

  return {
    async ofGroup(caller: Caller, group: GroupInWeekend): Promise<Picks[]> {
      const scope = await findOwnGroup(database, caller, group)
      if (!scope) return []
      const { scopeId, groupId, weekendId, adminUserId } = scope
      const picks = await findOwnPicks(database).ofGroup(scopeId, weekendId, caller.userId)
      return picksOf(picks, { userId: caller.userId, isAdmin: caller.userId === adminUserId }, { weekendId, groupId })
    },

    async ofWeekend({ userId }: Caller, weekendId: number): Promise<Picks[]> {
      return picksOf(
        await findOwnPicks(database).ofWeekend(weekendId, userId),
        { userId, isAdmin: false },
        { weekendId, groupId: null },
      )
    },
  }
}
