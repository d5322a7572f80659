import type { LeaderboardChangedPayload } from '@purple-sector/contracts/admin/webhooks'
import { weekendSubject } from '@purple-sector/contracts/event'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { isDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { pendingEventRepository } from './pending-event-repository.ts'

/** Returns the top of the leaderboard, with public display names. */
const leaderboardData = ({
  weekendId,
  version,
  total,
  entries,
}: z.infer<typeof boardChanged.data>): LeaderboardChangedPayload => ({
  weekendId,
  version,
  total,
  entries: entries.map(({ position, totalPoints, positionChange, ...person }) => ({
    position,
    name: displayName(person),
    totalPoints,
    positionChange,
  })),
})

/** Stores a new leaderboard of the open competition until it is due; only the latest is delivered. */
export const onBoardChanged = on(boardChanged, async ({ id, data }, sql) => {
  if (data.groupId !== null || data.part !== 1) return
  if (await isDeleted(sql, weekendSubject(data.weekendId))) return
  await pendingEventRepository(sql).saveLeaderboard(leaderboardData(data), id)
})
