import { userChanged } from '@purple-sector/contracts/identity/events'
import { lockSubject } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { removeFromLeaderboards, renameOnBoards } from './activity-totals-sql.ts'

/** Compares a user with their row on boards, and records a change of each board that shows them. */
export const onUserRenamed = on(userChanged, async ({ data: user, subject }, sql) => {
  if (user.deleted) {
    // Lock as the projections do afterwards: a concurrent award commits first, or sees the deletion.
    await lockSubject(sql, 'exclusive', subject)
    return removeFromLeaderboards(sql, user.id)
  }
  await renameOnBoards(sql, user)
})
