import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveReaction } from '../../lib/live.ts'
import { type BoardPage, boardKey, boardPageQuery, myStatsQuery } from './leaderboard-queries.ts'

const SPREAD_MS = 500

type BoardUpdate = FrameOf<'leaderboard_update'>['data']

/** The board after a message: its first rows replaced. An older version changes nothing. */
export const patchBoard = (board: BoardPage, { version, entries, total }: BoardUpdate): BoardPage => {
  if (version <= board.version) return board
  const moved = new Set(entries.map(({ userId }) => userId))
  const rest = board.entries.slice(entries.length).filter(({ userId }) => !moved.has(userId))
  return { version, total, entries: [...entries, ...rest] }
}

/** Rows beyond those in the message are asked again, spread over half a second. */
const takeBoard = (client: QueryClient, update: BoardUpdate): void => {
  const { queryKey } = boardPageQuery(update.weekendId)
  const known = client.getQueryData(queryKey)
  if (!known) return
  const patched = patchBoard(known, update)
  if (patched === known) return
  client.setQueryData(queryKey, patched)
  if (update.total > update.entries.length)
    setTimeout(() => void client.invalidateQueries({ queryKey: boardKey(update.weekendId) }), Math.random() * SPREAD_MS)
}

/** Keeps the boards and the fan's own numbers fresh. */
export const leaderboardLive: LiveReaction = (client, frame) => {
  if (frame.type === 'leaderboard_update' && frame.data.groupId === null) takeBoard(client, frame.data)
  if (frame.type !== 'my_standing' || frame.data.groupId !== null) return
  const { queryKey } = myStatsQuery(frame.data.weekendId)
  const known = client.getQueryData(queryKey)
  const { position, totalPoints } = frame.data
  if (!known || (known.position === position && known.totalPoints === totalPoints)) return
  client.setQueryData(queryKey, { ...known, position, totalPoints: totalPoints ?? known.totalPoints })
  void client.invalidateQueries({ queryKey })
}
