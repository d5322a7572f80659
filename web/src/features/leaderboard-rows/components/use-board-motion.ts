import { useEffect, useState } from 'react'
import type { BoardEntry } from '../api/leaderboard-keys.ts'
import type { BoardPages } from '../api/pages.ts'
import { landed, type Motion, stillBoard, withPages } from './board-motion.ts'

/** Duration of a flight in ms: 120 of rest, 520 of flight, and a margin for the browser. */
const FLIGHT_MS = 680
/** How long arrows and washes are visible, in ms: enough to notice and read them. */
export const INDICATOR_MS = 2_000

/**
 * Returns the animated changes of the last result: flights until the rows have landed, arrows and washes for two
 * seconds.
 */
export const useBoardMotion = (pages: BoardPages<BoardEntry>): Motion | null => {
  const [board, setBoard] = useState(() => stillBoard(pages))
  // Computed during render, so that no frame shows the new rows without their flight.
  const next = board.pages === pages ? board : withPages(board, pages)
  if (next !== board) setBoard(next)
  const { motion } = next
  const isRunning = motion?.isRunning ?? false
  const version = motion?.version

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that arrive later need the full time too
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(
      () =>
        setBoard((current) => (current.motion?.isRunning ? { ...current, motion: landed(current.motion) } : current)),
      FLIGHT_MS,
    )
    return () => clearTimeout(timer)
  }, [isRunning, motion])

  useEffect(() => {
    if (version === undefined) return
    const timer = setTimeout(
      () => setBoard((current) => (current.motion?.version === version ? { ...current, motion: null } : current)),
      INDICATOR_MS,
    )
    return () => clearTimeout(timer)
  }, [version])

  return motion
}
