import type { FrameOf, ServerFrame } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { type Board, boardKey, currentWeekendQuery } from './leaderboard-queries.ts'

const SPREAD_MS = 500

/** The board after a message: its first rows replaced. An older version changes nothing. */
export const patchBoard = (board: Board, { version, entries, total }: FrameOf<'leaderboard_update'>['data']): Board => {
  if (version <= board.version) return board
  const moved = new Set(entries.map(({ userId }) => userId))
  const rest = board.entries.slice(entries.length).filter(({ userId }) => !moved.has(userId))
  return { version, total, entries: [...entries, ...rest] }
}

/** Keeps the cache fresh from the socket. Rows beyond those in the message are asked again, spread over half a second. */
export const applyFrame = (client: QueryClient, frame: ServerFrame): void => {
  if (frame.type === 'weekend_updated') {
    void client.invalidateQueries({ queryKey: currentWeekendQuery.queryKey })
    return
  }
  if (frame.type !== 'leaderboard_update' || frame.data.groupId !== null) return
  const key = boardKey(frame.data.weekendId)
  const known = client.getQueryData<Board>(key)
  if (!known) return
  const patched = patchBoard(known, frame.data)
  if (patched === known) return
  client.setQueryData<Board>(key, patched)
  if (frame.data.total > frame.data.entries.length)
    setTimeout(() => void client.invalidateQueries({ queryKey: key }), Math.random() * SPREAD_MS)
}

/** What the fan is told when a result arrives (spec part 1 section 8; contract, Realtime). */
export const announcementOf = (frame: ServerFrame): string | undefined => {
  if (frame.type === 'race_completed') return `${frame.data.race.name} has finished!`
  if (frame.type !== 'result_corrected') return undefined
  const { race, reason } = frame.data
  return `The result of ${race.name} was corrected${reason ? `: ${reason}` : ''}`
}
