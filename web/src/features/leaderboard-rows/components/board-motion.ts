import { type BoardEntry, PAGE_SIZE } from '../api/leaderboard-keys.ts'
import type { BoardPages as PagesOf } from '../api/pages.ts'

type BoardPages = PagesOf<BoardEntry>

/** How an update changed a row. */
export type Move = {
  /** Previous index of the row, from 0; null if unknown. */
  fromIndex: number | null
  /** Previous figures; null if the row was not loaded. */
  before: Pick<BoardEntry, 'position' | 'totalPoints'> | null
  /** Whether the fan picked the winner. */
  hasWon: boolean
  /** Whether the row is still moving to its new place. */
  isFlying: boolean
  /** Whether the row arrived during another update: its figures change without rolling. */
  isStill: boolean
}

/** The animated changes of a result. */
export type Motion = {
  version: number
  moves: ReadonlyMap<string, Move>
  /** User id of the fan who gained the most places. */
  climber: string | null
  hasNewLeader: boolean
  /** True until the last row has landed. */
  isRunning: boolean
}

export type MovingBoard = {
  pages: BoardPages
  /** The newest version seen; further pages of it may still arrive. */
  version: number
  motion: Motion | null
}

export const stillBoard = (pages: BoardPages): MovingBoard => ({ pages, version: 0, motion: null })

type Place = { index: number; entry: BoardEntry }

const placesOf = (pages: BoardPages): Map<string, Place> => {
  const places = new Map<string, Place>()
  for (const [number, { entries }] of [...pages].sort(([, a], [, b]) => a.version - b.version))
    for (const [step, entry] of entries.entries()) places.set(entry.userId, { index: number * PAGE_SIZE + step, entry })
  return places
}

const isOther = (before: BoardEntry, now: BoardEntry): boolean =>
  before.position !== now.position || before.totalPoints !== now.totalPoints

const FLYING = { isFlying: true, isStill: false }

const moveOf = (before: Place | undefined, { index, entry }: Place): Move | undefined => {
  if (!before) {
    if (entry.positionChange === 0) return undefined
    return { fromIndex: Math.max(0, index + entry.positionChange), before: null, hasWon: false, ...FLYING }
  }
  if (before.index === index && !isOther(before.entry, entry)) return undefined
  return {
    fromIndex: before.index,
    before: before.entry,
    hasWon: entry.picks.first > before.entry.picks.first,
    ...FLYING,
    isFlying: before.index !== index,
  }
}

const climberOf = (moves: ReadonlyMap<string, Move>, now: ReadonlyMap<string, Place>): string | null => {
  let climber: string | null = null
  let maxGain = 0
  for (const [userId, { fromIndex }] of moves) {
    const climb = (fromIndex ?? 0) - (now.get(userId)?.index ?? 0)
    if (climb <= maxGain) continue
    maxGain = climb
    climber = userId
  }
  return climber
}

/** Returns the pages that were loaded before and changed to a version that is new, or still arriving. */
const changedPages = ({ pages: known, version }: MovingBoard, now: BoardPages): BoardPages =>
  new Map(
    [...now].filter(([number, page]) => {
      const before = known.get(number)
      return before && before !== page && (page.version > before.version || page.version === version)
    }),
  )

const leaderOf = (pages: BoardPages): string | undefined => pages.get(0)?.entries[0]?.userId

/**
 * Applies newer pages to a board. Changes by a result become a motion: first of the rows in the frame, then of
 * refetched ones of the same version. An update during another one jumps to the newest state. New participants alone
 * move nothing.
 */
export const withPages = (board: MovingBoard, pages: BoardPages): MovingBoard => {
  const { pages: knownPages, motion } = board
  const changedNow = changedPages(board, pages)
  if (changedNow.size === 0) return { ...board, pages }
  const version = Math.max(board.version, ...[...changedNow.values()].map((page) => page.version))
  const before = placesOf(knownPages)
  const now = placesOf(changedNow)
  const isResult = [...now].some(([userId, { entry }]) => {
    const place = before.get(userId)
    return place !== undefined && isOther(place.entry, entry)
  })
  if (!isResult) return { pages, version, motion }
  const same = motion?.version === version ? motion : null
  const isJump = same === null && motion?.isRunning === true
  const moves = new Map(same?.moves)
  for (const [userId, place] of now) {
    const move = moveOf(before.get(userId), place)
    if (move) moves.set(userId, isJump ? { ...move, isFlying: false, isStill: true } : move)
  }
  return {
    pages,
    version,
    motion: {
      version,
      moves,
      climber: isJump ? null : (same?.climber ?? climberOf(moves, now)),
      hasNewLeader: same?.hasNewLeader ?? leaderOf(knownPages) !== leaderOf(pages),
      isRunning: true,
    },
  }
}

/** Maximum screen height, in px: a row from further away was not visible. */
const SCREEN_PX = 800

/**
 * Returns how far above (negative) or below its place a row starts its flight, in px. Most rows from beyond the screen
 * appear in place, or the board would be empty until they land; `isFollowed` ones start at the edge of the screen.
 */
export const flightDistance = (
  { fromIndex, index, height }: { fromIndex: number | null; index: number; height: number },
  isFollowed: boolean,
): number => {
  const distance = fromIndex === null ? 0 : (fromIndex - index) * height
  if (Math.abs(distance) <= SCREEN_PX) return distance
  return isFollowed ? Math.sign(distance) * SCREEN_PX : 0
}

/** Ends the flights: every row is in place; washes and arrows remain. */
export const landed = (motion: Motion): Motion => ({
  ...motion,
  climber: null,
  isRunning: false,
  moves: new Map(
    [...motion.moves].map(([userId, move]) => [userId, move.isFlying ? { ...move, isFlying: false } : move]),
  ),
})
