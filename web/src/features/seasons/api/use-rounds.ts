import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { productRacesQuery, racesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { isJokerLocked, isNear, isToCome, roundsOf, type SeasonRound, takesTips } from './season-rounds.ts'

/** Interval of the times to rounds, in ms. */
const NOW_MS = 10_000

const dataOf = (results: UseQueryResult<Race[]>[]) => results.map(({ data }) => data)

/** The rounds of a season, the races of those that are near by weekend, and the server's time. */
export type Rounds = { rounds: SeasonRound[]; racesOf: ReadonlyMap<number, Race[] | undefined>; now: number }

/** The rounds in which the fan can play a joker, as far as the screen knows. */
export const openForJoker = ({ weekends }: OwnSeason, { rounds, racesOf, now }: Rounds): SeasonRound[] => {
  const played = new Set(weekends.filter(({ joker }) => joker).map(({ weekendId }) => weekendId))
  return rounds.filter((round) => {
    const races = racesOf.get(round.weekendId)
    // The races of a near round say whether it has locked.
    const isKnown = !racesOf.has(round.weekendId) || races !== undefined
    return !played.has(round.weekendId) && isKnown && !isJokerLocked(round, races, now)
  })
}

/** The weekends whose rounds take tips, as far as the screen knows. */
export const openForTips = ({ rounds, racesOf, now }: Rounds): ReadonlySet<number> =>
  new Set(
    rounds
      .filter((round) => {
        const isKnown = racesOf.has(round.weekendId)
        return takesTips(round, { races: racesOf.get(round.weekendId), isKnown, now })
      })
      .map(({ weekendId }) => weekendId),
  )

/** Reads the rounds of a season; the races only of those that are near, as others cannot have locked. */
export const useRounds = (season: Season): Rounds => {
  const now = useServerNow(NOW_MS)
  const { weekends } = useActiveWeekend()
  const rounds = useMemo(() => roundsOf(season, weekends), [season, weekends])
  const near = rounds.filter((round) => isNear(round, now)).map(({ weekendId }) => weekendId)
  const races = useQueries({ queries: near.map((weekendId) => racesQuery(weekendId)), combine: dataOf })
  return { rounds, racesOf: new Map(near.map((weekendId, index) => [weekendId, races[index]])), now }
}

/**
 * Counts the rounds to come without a race that counts in the open competition; undefined while that is unknown, and
 * unless it is wanted: each round's races are read.
 */
export const useUnscheduled = (rounds: readonly SeasonRound[], isWanted: boolean): number | undefined => {
  const toCome = isWanted ? rounds.filter(isToCome) : []
  const races = useQueries({ queries: toCome.map(({ weekendId }) => productRacesQuery(weekendId)), combine: dataOf })
  if (!isWanted || races.includes(undefined)) return undefined
  return races.filter((all) => !all?.some(({ sessionType }) => sessionType !== 'practice')).length
}
