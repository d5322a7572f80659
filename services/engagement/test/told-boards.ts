import type { boardChanged } from '@purple-sector/contracts/tipping/events'
import type { z } from 'zod'

type Board = z.infer<typeof boardChanged.data>
type Result = NonNullable<Board['result']>
type DistributedGauge = { totalPoints: number; firsts: number; seconds: number; thirds: number }
type Moved = Partial<DistributedGauge> & { userId: string }

const scoreOf = ({ totalPoints, firsts, seconds, thirds }: DistributedGauge): number[] => [
  totalPoints,
  firsts,
  seconds,
  thirds,
]
const isAhead = (one: DistributedGauge, other: DistributedGauge): boolean => {
  const theirs = scoreOf(other)
  const [first = 0] = scoreOf(one).flatMap((score, at) => (score === theirs[at] ? [] : [score - (theirs[at] ?? 0)]))
  return first > 0
}

/** A board as tipping tells it, version after version: everybody by their points, and who of them a result moved. */
export const toldBoards = ({ weekendId, groupId = null }: { weekendId: number; groupId?: number | null }) => {
  const standings = new Map<string, DistributedGauge>()
  let version = 0

  const ranks = (isScored: boolean): Board['ranks'] => {
    const tallies = [...standings.values()]
    const distinct = new Map(tallies.map((gauge) => [scoreOf(gauge).join('/'), gauge]))
    return [...distinct.values()].map((gauge) => ({
      points: gauge.totalPoints,
      firsts: gauge.firsts,
      seconds: gauge.seconds,
      thirds: gauge.thirds,
      count: tallies.filter((other) => `${scoreOf(other)}` === `${scoreOf(gauge)}`).length,
      position: isScored ? 1 + tallies.filter((other) => isAhead(other, gauge)).length : null,
    }))
  }
  const tell = (result: Result | null, moved: readonly Moved[], isScored: boolean): Board => {
    version += 1
    const changed = moved.map(({ userId, totalPoints = 0, firsts = 0, seconds = 0, thirds = 0 }) => {
      const gauge = { totalPoints, firsts, seconds, thirds }
      standings.set(userId, gauge)
      return { userId, ...gauge }
    })
    const total = standings.size
    const cause = { reason: result ? ('result' as const) : ('newcomers' as const), result }
    return {
      weekendId,
      groupId,
      version,
      ...cause,
      total,
      entries: [],
      ranks: ranks(isScored),
      changed,
      part: 1,
      parts: 1,
    }
  }
  let isScored = false
  return {
    come: (...userIds: string[]): Board =>
      tell(
        null,
        userIds.map((userId) => ({ userId })),
        isScored,
      ),
    moved: (result: Pick<Result, 'raceId' | 'revision' | 'kind'> & Partial<Result>, ...moved: Moved[]): Board => {
      isScored = result.kind !== 'withdrawn'
      return tell({ name: 'Race 1', categoryId: 1, reason: null, ...result }, moved, isScored)
    },
  }
}
