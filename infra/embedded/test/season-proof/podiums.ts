import {
  type Account,
  cellsOf,
  givenIn,
  hasResult,
  POINTS,
  positionAmong,
  type Round,
  scoreIn,
  standingsOf,
} from './account.ts'

/* What a fan can still reach before the last race of a season, by trying every podium. It shares no code with the product. */

type LastRace = { round: Round; raceId: number /** Plates of the cars entered and not out. */; cars: readonly string[] }
type Figures = { userId: string; figures: readonly number[] }

export const podiumsOf = (cars: readonly string[]): string[][] =>
  cars.flatMap((first) =>
    cars.flatMap((second) =>
      cars.flatMap((third) => (new Set([first, second, third]).size === 3 ? [[first, second, third]] : [])),
    ),
  )

/** The account once a podium has finished the last race, and with it the season. */
export const after = (account: Account, { round, raceId }: LastRace, podium: readonly string[]): Account => ({
  ...account,
  rounds: account.rounds.map((each) => ({
    ...each,
    isCompleted: true,
    races: each.races.map((race) => (each === round && race.raceId === raceId ? { ...race, podium } : race)),
  })),
})

const count = (userId: string, outcomes: readonly (readonly Figures[])[]) => {
  const positions = outcomes.map((rows) => {
    const own = rows.find((row) => row.userId === userId)
    const all = rows.map(({ figures }) => figures)
    return own ? positionAmong(own.figures, all) : Number.POSITIVE_INFINITY
  })
  const win = positions.filter((position) => position === 1).length
  const top3 = positions.filter((position) => position <= 3).length
  return {
    podiums: { total: positions.length, win, top3 },
    canWin: win > 0,
    clinched: win === positions.length,
  }
}

/** Points of the last race that a tip can still earn. */
const stillToWin = ({ round, raceId, cars }: LastRace, userId: string): number => {
  const plate = round.races.find((race) => race.raceId === raceId)?.tips?.get(userId)
  return plate !== undefined && cars.includes(plate) ? POINTS[0] : 0
}

/** The best sum when the round of the last race brings as much as it can; no joker can be played any more. */
const highestTotal = (account: Account, last: LastRace, userId: string): number => {
  const { round } = last
  const points = scoreIn(round, userId)?.[0]
  const times = account.played.get(userId)?.includes(round.weekendId) ? 2 : 1
  const value =
    points === undefined
      ? (givenIn(account, round) + (account.missedWeekend === 'zero' ? 0 : POINTS[0])) * round.multiplier
      : (points + stillToWin(last, userId)) * round.multiplier * times
  const others = account.rounds.filter((each) => each !== round && hasResult(each))
  const values = cellsOf({ ...account, countBest: null }, others, userId).map((cell) => cell.value ?? 0)
  return [...values, Math.round(value)]
    .sort((a, b) => b - a)
    .slice(0, account.countBest ?? undefined)
    .reduce((sum, each) => sum + each, 0)
}

/** Chances of participants in the season, without sentences. */
export const seasonChances = (account: Account, last: LastRace, userIds: readonly string[]) => {
  const outcomes = podiumsOf(last.cars).map((podium) => standingsOf(after(account, last, podium)))
  return userIds.map((userId) => ({ maxReachable: highestTotal(account, last, userId), ...count(userId, outcomes) }))
}

/** Chances of participants in the weekend of the last race, without sentences. */
export const weekendChances = (account: Account, last: LastRace, userIds: readonly string[]) => {
  const outcomes = podiumsOf(last.cars).map((podium) => {
    const index = account.rounds.indexOf(last.round)
    const round = after(account, last, podium).rounds[index]
    const users = [...last.round.tips.keys()]
    return users.flatMap((userId) => {
      const figures = round && scoreIn(round, userId)
      return figures ? [{ userId, figures }] : []
    })
  })
  return userIds.map((userId) => {
    const points = scoreIn(last.round, userId)?.[0]
    if (points === undefined) return { maxReachable: null, podiums: null, canWin: false, clinched: false }
    return { maxReachable: points + stillToWin(last, userId), ...count(userId, outcomes) }
  })
}
