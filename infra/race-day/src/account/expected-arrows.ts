import type { ClassifiedRow } from '@purple-sector/testing/oracle/scoring'
import { type ExpectedEntry, type ExpectedFan, type ExpectedRace, expectedBoard } from './expected-board.ts'

/** A revision as it was published, in order; `classification` null for a withdrawal. `sent` by the player's clock. */
export type PublishedRevision = {
  raceId: number
  classification: ClassifiedRow[] | null
  sent: number
  received: number
}

/** What `positionChange` may be of each fan, by user id; where a clock leaves room for doubt there are two. */
export type Arrows = Map<string, number[]>

/** Between these moments, by the player's clock. */
export type Outage = { from: number; to: number }

/** The product may take this long to score a result, also when a worker dies meanwhile; ms. */
const timeout = 30_000

/** When a result has been scored for certain: what was published waits while the product is not there. */
const scoredBy = ({ received }: Pick<PublishedRevision, 'received'>, outages: readonly Outage[]): number =>
  outages.reduce(
    (by, { from, to }) => (to > received && from < by ? by + to - Math.max(from, received) : by),
    received + timeout,
  )

type Standings = Map<string, ExpectedEntry>

const byUser = (board: ExpectedEntry[]): Standings => new Map(board.map((row) => [row.userId, row]))
const score = ({ totalPoints, picks }: ExpectedEntry): string =>
  [totalPoints, picks.first, picks.second, picks.third].join()

/** Fans whose total or picks differ between two boards of the same fans. */
export const changedFans = (before: ExpectedEntry[], after: ExpectedEntry[]): string[] => {
  const then = byUser(before)
  return after.flatMap((row) => {
    const was = then.get(row.userId)
    return was && score(was) === score(row) ? [] : [row.userId]
  })
}

const hasPositions = (board: ExpectedEntry[]): boolean => board.some(({ position }) => position !== null)

/** Whether a board gets a new version by a result: somebody's points or picks change, or positions come or go. */
export const isChanged = (before: ExpectedEntry[], after: ExpectedEntry[]): boolean =>
  changedFans(before, after).length > 0 || hasPositions(before) !== hasPositions(after)

/** Position before minus position now; 0 where there was or is none. */
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
  /** The same board by other races. */
  boardBy(races: ExpectedRace[]): ExpectedEntry[]
  /** Says the same where no award differs, also of people who are not on the board any more. */
  ledgerBy?(races: ExpectedRace[]): string
  /** Since when each fan is on the board, by the product's clock. */
  since: Map<string, number>
  revisions: PublishedRevision[]
  /** The product's clock minus the player's, at most and at least. */
  offset: { least: number; most: number }
  /** When the product may not have been there. */
  outages: readonly Outage[]
}

/**
 * What the arrows of a board may show: for each result that may have been scored last, what it moved. Results are
 * scored one at a time, but not always in the order in which they were published, and a revision that another follows
 * at once may never be scored: so there can be several ways to have come to the board, of which one must hold for all.
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

/** The same of the open board, on which fans are from their first tip on. */
export const openArrows = ({ fans, ...day }: OpenDay): Arrows[] => {
  const since = new Map(fans.map((fan) => [fan.userId, Math.min(...fan.tips.map(({ submittedAt }) => submittedAt))]))
  return possibleArrows({ ...day, since, boardBy: (races) => expectedBoard(races, fans) })
}

/** Of several ways the one that the board speaks for most. */
export const likeliestArrows = (ways: Arrows[], shown: { userId: string; positionChange: number }[]): Arrows => {
  const misses = (arrows: Arrows) =>
    shown.filter(({ userId, positionChange }) => arrows.get(userId)?.includes(positionChange) === false).length
  const [first = new Map(), ...others] = ways
  return others.reduce((best, way) => (misses(way) < misses(best) ? way : best), first)
}
