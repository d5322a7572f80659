import type { ClassifiedRow } from '@purple-sector/testing/oracle/scoring'
import { type ExpectedEntry, type ExpectedFan, type ExpectedRace, expectedBoard } from './expected-board.ts'

/**
 * A published revision, in publishing order; times by the player's clock.
 * `classification` is null for a withdrawal.
 */
export type PublishedRevision = {
  raceId: number
  classification: ClassifiedRow[] | null
  sent: number
  received: number
}

/** The values that `positionChange` may have, by user id; two where the clocks leave doubt. */
export type Arrows = Map<string, number[]>

/** A period in which the product may have been unreachable; ms by the player's clock. */
export type Outage = { from: number; to: number }

/** Time the product may take to score a result, including a worker crash; ms. */
const timeout = 30_000

/** Returns when a result is certainly scored; outages extend the time, because results wait then. */
const scoredBy = ({ received }: Pick<PublishedRevision, 'received'>, outages: readonly Outage[]): number =>
  outages.reduce(
    (by, { from, to }) => (to > received && from < by ? by + to - Math.max(from, received) : by),
    received + timeout,
  )

type Standings = Map<string, ExpectedEntry>

const byUser = (board: ExpectedEntry[]): Standings => new Map(board.map((row) => [row.userId, row]))
const score = ({ totalPoints, picks }: ExpectedEntry): string =>
  [totalPoints, picks.first, picks.second, picks.third].join()

/** Returns the fans whose total or picks differ between two boards of the same fans. */
export const changedFans = (before: ExpectedEntry[], after: ExpectedEntry[]): string[] => {
  const then = byUser(before)
  return after.flatMap((row) => {
    const was = then.get(row.userId)
    return was && score(was) === score(row) ? [] : [row.userId]
  })
}

const hasPositions = (board: ExpectedEntry[]): boolean => board.some(({ position }) => position !== null)

/** Whether a result gives the board a new version: points, picks or the existence of positions change. */
export const isChanged = (before: ExpectedEntry[], after: ExpectedEntry[]): boolean =>
  changedFans(before, after).length > 0 || hasPositions(before) !== hasPositions(after)

/** Returns position before minus position now, by user id; 0 where either board has no position. */
export const arrowsBetween = (before: ExpectedEntry[], after: ExpectedEntry[]): Map<string, number> => {
  const then = byUser(before)
  return new Map(
    after.map(({ userId, position }) => {
      const was = then.get(userId)?.position ?? null
      return [userId, was === null || position === null ? 0 : was - position]
    }),
  )
}

type Day = {
  races: ExpectedRace[]
  board: ExpectedEntry[]
  /** Computes the same board from other races. */
  boardBy(races: ExpectedRace[]): ExpectedEntry[]
  /** Equal for equal awards, including those of people who are no longer on the board. */
  ledgerBy?(races: ExpectedRace[]): string
  /** When each fan joined the board, by the product's clock. */
  since: Map<string, number>
  revisions: PublishedRevision[]
  /** Range of the product's clock minus the player's; ms. */
  offset: { least: number; most: number }
  /** Periods in which the product may have been unreachable. */
  outages: readonly Outage[]
}

/**
 * Returns the arrow sets that a board may show, one per result that may have been scored last.
 * Results are scored one at a time, but not always in publishing order, and a revision that another follows at once may
 * never be scored. So several histories can explain the board, of which one must hold for all fans.
 */
export const possibleArrows = (day: Day): Arrows[] => {
  const { races, board, boardBy, ledgerBy, since, revisions, offset, outages } = day
  const racesWith = (raceId: number, classification: ClassifiedRow[] | null) =>
    races.map((race) => (race.raceId === raceId ? { ...race, classification } : race))
  const ledger = ledgerBy?.(races)
  const isMoved = ({ before, by }: { before: ExpectedEntry[]; by: ExpectedRace[] }) =>
    isChanged(before, board) || ledgerBy?.(by) !== ledger
  const raceIds = [...new Set(revisions.map(({ raceId }) => raceId))]
  const ways = raceIds.flatMap((raceId) => {
    const nothing = { raceId, classification: null, sent: Number.NEGATIVE_INFINITY, received: 0 }
    const outcomes = [nothing, ...revisions.filter((revision) => revision.raceId === raceId)]
    const boards = outcomes.map(({ classification }) => {
      const by = racesWith(raceId, classification)
      return { before: boardBy(by), by }
    })
    const last = boards.findLastIndex(isMoved) + 1
    const { sent, received } = outcomes[last] ?? nothing
    return boards.slice(0, last).flatMap((outcome, i) => {
      const next = outcomes[i + 1]
      const isOvertaken = next !== undefined && scoredBy(next, outages) > sent
      return (i === last - 1 || isOvertaken) && isMoved(outcome) ? [{ before: outcome.before, sent, received }] : []
    })
  })
  const latest = Math.max(...ways.map(({ sent }) => sent))
  const recent = ways.filter((way) => scoredBy(way, outages) > latest)
  if (recent.length === 0) return [new Map(board.map(({ userId }) => [userId, [0]]))]
  return recent.map(({ before, sent, received }): Arrows => {
    const moved = arrowsBetween(before, board)
    return new Map(
      board.map(({ userId }) => {
        const arrow = moved.get(userId) ?? 0
        const joined = since.get(userId) ?? 0
        if (joined < sent + offset.least) return [userId, [arrow]]
        return [userId, joined > scoredBy({ received }, outages) + offset.most ? [0] : [arrow, 0]]
      }),
    )
  })
}

type OpenDay = Omit<Day, 'boardBy' | 'ledgerBy' | 'since'> & { fans: ExpectedFan[] }

/** Returns the possible arrows of the open board, which fans join with their first tip. */
export const openArrows = ({ fans, ...day }: OpenDay): Arrows[] => {
  const since = new Map(fans.map((fan) => [fan.userId, Math.min(...fan.tips.map(({ submittedAt }) => submittedAt))]))
  return possibleArrows({ ...day, since, boardBy: (races) => expectedBoard(races, fans) })
}

/** Returns the arrow set with the fewest mismatches on the displayed board. */
export const likeliestArrows = (ways: Arrows[], shown: { userId: string; positionChange: number }[]): Arrows => {
  const misses = (arrows: Arrows) =>
    shown.filter(({ userId, positionChange }) => arrows.get(userId)?.includes(positionChange) === false).length
  const [first = new Map(), ...others] = ways
  return others.reduce((best, way) => (misses(way) < misses(best) ? way : best), first)
}
