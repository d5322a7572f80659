import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'

type Count = CallAnswer<typeof calls.countGroupTips>

/** How many tips a group has: asked before it moves to another weekend. */
export const countGroupTips =
  ({ database }: { database: Database }) =>
  async ({ params: { groupId } }: ParsedCall<typeof calls.countGroupTips>): Promise<Count> => {
    const { rows } = await database.raw<{ rows: [Count] }>(
      `select count(*)::integer as tips from tips
       where scope_id = (select id from scopes where group_id = :groupId and not deleted)`,
      { groupId },
    )
    return rows[0]
  }
