import type { Entry } from '@purple-sector/contracts/tipping/http'
import { PAGE_SIZE } from './board-keys.ts'
import type { BoardPages } from './board-rows.ts'

/** What a row went through in an update. */
export type Move = {
  /** Where it stood, from 0; null where nobody knows. */
  fromIndex: number | null
  /** What it showed; null where it was not at hand. */
  before: Pick<Entry, 'position' | 'totalPoints'> | null
  /** The winner was picked. */
  hasWon: boolean
  /** It still travels to its new place. */
  isFlying: boolean
  /** It came amid another update: its figures swap in place. */
  isStill: boolean
}

/** A result that came in, while the board shows what it changed. */
export type Motion = {
  version: number
  moves: ReadonlyMap<string, Move>
  /** Who won the most places. */
  climber: string | null
  hasNewLeader: boolean
  /** Until the last row has landed. */
  isRunning: boolean
}

export type MovingBoard = {
  pages: BoardPages
  /** The newest version seen: rows of it may still be on their way. */
  version: number
  motion: Motion | null
}

export const stillBoard = (pages: BoardPages): MovingBoard => ({ pages, version: 0, motion: null })

type Place = { index: number; entry: Entry }

const placesOf = (pages: BoardPages): Map<string, Place> => {
  const places = new Map<string, Place>()
  for (const [number, { entries }] of [...pages].sort(([, one], [, other]) => one.version - other.version))
    for (const [step, entry] of entries.entries()) places.set(entry.userId, { index: number * PAGE_SIZE + step, entry })
  return places
}

const isOther = (before: Entry, now: Entry): boolean =>
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
  let most = 0
  for (const [userId, { fromIndex }] of moves) {
    const climb = (fromIndex ?? 0) - (now.get(userId)?.index ?? 0)
    if (climb <= most) continue
    most = climb
    climber = userId
  }
  return climber
}

/** The pages that were at hand already and have changed with a version that is new, or still coming in. */
const changedPages = ({ pages: known, version }: MovingBoard, now: BoardPages): BoardPages =>
  new Map(
    [...now].filter(([number, page]) => {
      const before = known.get(number)
      return before && before !== page && (page.version > before.version || page.version === version)
    }),
  )

const leaderOf = (pages: BoardPages): string | undefined => pages.get(0)?.entries[0]?.userId

/**
 * The board with newer pages. What a result changed becomes a motion: first the rows that the message told, then, of the
 * same version, those that were asked for. An update during another one jumps to the newest end state. Newcomers alone
 * move nothing.
 */
export const withPages = (board: MovingBoard, pages: BoardPages): MovingBoard => {
  const { pages: known, motion } = board
  const changed = changedPages(board, pages)
  if (changed.size === 0) return { ...board, pages }
  const version = Math.max(board.version, ...[...changed.values()].map((page) => page.version))
  const before = placesOf(known)
  const now = placesOf(changed)
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
      hasNewLeader: same?.hasNewLeader ?? leaderOf(known) !== leaderOf(pages),
      isRunning: true,
    },
  }
}

/** As far as a screen is high: a row from further away was not on it. */
const SCREEN_PX = 800

/**
 * How far above (negative) or below its place a row begins its flight, in px. Most rows from beyond the screen appear in
 * their place, or the board would be empty until they land; `isFollowed` ones come from the edge of the screen.
 */
export const flightDistance = (
  { fromIndex, index, height }: { fromIndex: number | null; index: number; height: number },
  isFollowed: boolean,
): number => {
  const distance = fromIndex === null ? 0 : (fromIndex - index) * height
  if (Math.abs(distance) <= SCREEN_PX) return distance
  return isFollowed ? Math.sign(distance) * SCREEN_PX : 0
}

/** Every row is where it belongs; what is left are wash and arrow. */
export const landed = (motion: Motion): Motion => ({
  ...motion,
  climber: null,
  isRunning: false,
  moves: new Map(
    [...motion.moves].map(([userId, move]) => [userId, move.isFlying ? { ...move, isFlying: false } : move]),
  ),
})
