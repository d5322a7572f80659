import type { GroupStanding } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { boardReadModel } from './board-read-model.ts'

/** How the caller stands in each of their groups that follows the weekend. */
export const groupStandings =
  ({ database }: { database: Database }) =>
  async ({ userId }: Caller, weekendId: number): Promise<GroupStanding[]> => {
    const scopes: { id: number; group_id: number }[] = await database('memberships')
      .join('scopes', 'scopes.id', 'memberships.scope_id')
      .where({ 'memberships.user_id': userId, 'memberships.left_at': null })
      .where({ 'scopes.deleted': false, weekend_id: weekendId })
      .orderBy('group_id')
      .select('scopes.id', 'group_id')
    return Promise.all(
      scopes.map(async ({ id: scopeId, group_id: groupId }) => {
        const board = { scopeId, groupId }
        const page = await boardReadModel(database).page(board, { limit: 3, offset: 0, viewer: userId })
        return {
          groupId,
          version: page.version,
          position: page.own?.position ?? null,
          totalPoints: page.own?.totalPoints ?? null,
          memberCount: page.total,
          top: page.entries,
        }
      }),
    )
  }
