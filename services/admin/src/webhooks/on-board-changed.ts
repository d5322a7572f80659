import type { LeaderboardChangedNews } from '@purple-sector/contracts/admin/webhooks'
import { weekendKey } from '@purple-sector/contracts/event'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { isDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { newsRepository } from './pending-event-repository.ts'

/** The first of the board, by the names that everybody may see. */
const newsOf = ({ weekendId, version, total, entries }: z.infer<typeof boardChanged.data>): LeaderboardChangedNews => ({
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

/** The open competition has a new board. It is kept until its turn comes: the latest is told. */
export const onBoardChanged = on(boardChanged, async ({ id, data }, sql) => {
  if (data.groupId !== null || data.part !== 1) return
  if (await isDeleted(sql, weekendKey(data.weekendId))) return
  await newsRepository(sql).keepBoard(newsOf(data), id)
})
