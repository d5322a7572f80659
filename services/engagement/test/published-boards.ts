import type { boardChanged } from '@purple-sector/contracts/tipping/events'
import type { z } from 'zod'

type Board = z.infer<typeof boardChanged.data>
type Result = NonNullable<Board['result']>
type Score = { totalPoints: number; firsts: number; seconds: number; thirds: number }
type Moved = Partial<Score> & { userId: string }

const scoreOf = ({ totalPoints, firsts, seconds, thirds }: Score): number[] => [totalPoints, firsts, seconds, thirds]
const isAhead = (left: Score, right: Score): boolean => {
  const rightScores = scoreOf(right)
  const [first = 0] = scoreOf(left).flatMap((score, index) =>
    score === rightScores[index] ? [] : [score - (rightScores[index] ?? 0)],
  )
  return first > 0
}

/** Builds the events of a board as tipping publishes them, version after version. */
export const publishedBoards = ({ weekendId, groupId = null }: { weekendId: number; groupId?: number | null }) => {
  const standings = new Map<string, Score>()
  let version = 0

  const ranks = (isScored: boolean): Board['ranks'] => {
    const scores = [...standings.values()]
    const distinct = new Map(scores.map((score) => [scoreOf(score).join('/'), score]))
    return [...distinct.values()].map((score) => ({
      points: score.totalPoints,
      firsts: score.firsts,
      seconds: score.seconds,
      thirds: score.thirds,
      count: scores.filter((other) => `${scoreOf(other)}` === `${scoreOf(score)}`).length,
      position: isScored ? 1 + scores.filter((other) => isAhead(other, score)).length : null,
    }))
  }
  const publish = (result: Result | null, moved: readonly Moved[], isScored: boolean): Board => {
    version += 1
    const changed = moved.map(({ userId, totalPoints = 0, firsts = 0, seconds = 0, thirds = 0 }) => {
      const score = { totalPoints, firsts, seconds, thirds }
      standings.set(userId, score)
      return { userId, ...score }
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
    addFans: (...userIds: string[]): Board =>
      publish(
        null,
        userIds.map((userId) => ({ userId })),
        isScored,
      ),
    applyResult: (result: Pick<Result, 'raceId' | 'revision' | 'kind'> & Partial<Result>, ...moved: Moved[]): Board => {
      isScored = result.kind !== 'withdrawn'
      return publish({ name: 'Race 1', categoryId: 1, reason: null, ...result }, moved, isScored)
    },
  }
}
