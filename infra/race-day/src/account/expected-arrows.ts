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

/** The values that `positionChange` may have, by user id; two if the clocks leave doubt. */
export type Arrows = Map<string, number[]>

/** A period in which the product may have been unreachable; ms by the player's clock. */
export type Outage = { from: number; to: number }

/** Time the product may take to score a result, including a worker crash; ms. */
const timeout = 30_000

/** Returns when a result is certainly scored; outages extend the time, because results wait then. */
const scoredBy = ({ received }: Pick<PublishedRevision, 'received'>, outages: readonly Outage[]): number =>
  outages.reduce(
    (scoredAt, { from, to }) =>
      to > received && from < scoredAt ? scoredAt + to - Math.max(from, received) : scoredAt,
    received + timeout,
  )

type Standings = Map<string, ExpectedEntry>

const byUser = (board: ExpectedEntry[]): Standings => new Map(board.map((row) => [row.userId, row]))
const score = ({ totalPoints, picks }: ExpectedEntry): string =>
  [totalPoints, picks.first, picks.second, picks.third].join()

/** Returns the fans whose total or picks differ between two boards of the same fans. */
export const changedFans = (before: ExpectedEntry[], after: ExpectedEntry[]): string[] => {
  const earlier = byUser(before)
  return after.flatMap((row) => {
    const previous = earlier.get(row.userId)
    return previous && score(previous) === score(row) ? [] : [row.userId]
  })
}

const hasPositions = (board: ExpectedEntry[]): boolean => board.some(({ position }) => position !== null)

/** Whether a result gives the board a new version: points, picks or the existence of positions change. */
export const isChanged = (before: ExpectedEntry[], after: ExpectedEntry[]): boolean =>
  changedFans(before, after).length > 0 || hasPositions(before) !== hasPositions(after)

/** Returns position before minus position now, by user id; 0 if either board has no position. */
export const arrowsBetween = (before: ExpectedEntry[], after: ExpectedEntry[]): Map<string, number> => {
  const earlier = byUser(before)
  return new Map(
    after.map(({ userId, position }) => {
      const previous = earlier.get(userId)?.position ?? null
      return [userId, previous === null || position === null ? 0 : previous - position]
    }),
  )
}

type Day = {
  races: ExpectedRace[]
  board: ExpectedEntry[]
  /** Computes the same board from other races. */
  boardBy(races: ExpectedRace[]): ExpectedEntry[]
  /** Equal for equal awards, including those of users who are no longer on the board. */
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
  const isMoved = ({ before, racesBefore }: { before: ExpectedEntry[]; racesBefore: ExpectedRace[] }) =>
    isChanged(before, board) || ledgerBy?.(racesBefore) !== ledger
  const raceIds = [...new Set(revisions.map(({ raceId }) => raceId))]
  const candidates = raceIds.flatMap((raceId) => {
    const noResult = { raceId, classification: null, sent: Number.NEGATIVE_INFINITY, received: 0 }
    const outcomes = [noResult, ...revisions.filter((revision) => revision.raceId === raceId)]
    const boards = outcomes.map(({ classification }) => {
      const racesBefore = racesWith(raceId, classification)
      return { before: boardBy(racesBefore), racesBefore }
    })
    const last = boards.findLastIndex(isMoved) + 1
    const { sent, received } = outcomes[last] ?? noResult
    return boards.slice(0, last).flatMap((outcome, i) => {
      const next = outcomes[i + 1]
      const isOvertaken = next !== undefined && scoredBy(next, outages) > sent
      return (i === last - 1 || isOvertaken) && isMoved(outcome) ? [{ before: outcome.before, sent, received }] : []
    })
  })
  const latest = Math.max(...candidates.map(({ sent }) => sent))
  const recent = candidates.filter((candidate) => scoredBy(candidate, outages) > latest)
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
export const closestArrows = (
  candidates: Arrows[],
  displayed: { userId: string; positionChange: number }[],
): Arrows => {
  const misses = (arrows: Arrows) =>
    displayed.filter(({ userId, positionChange }) => arrows.get(userId)?.includes(positionChange) === false).length
  const [first = new Map(), ...others] = candidates
  return others.reduce((best, candidate) => (misses(candidate) < misses(best) ? candidate : best), first)
}
