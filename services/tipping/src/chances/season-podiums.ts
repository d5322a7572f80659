import {
  type CompetitionRound,
  countRounds,
  missedPointsOf,
  scoreOf,
  seasonPointsOf,
} from '../seasons/season-points.ts'
import { bestThree, type Order } from './order.ts'
import type { FieldInput, Participant } from './podium-field.ts'
import type { ByPlace, Place, Pool } from './ranked-pools.ts'
import { atTheEnd, ownRounds, type SeasonParticipant, type SeasonState, sameOrder } from './season-competition.ts'
import { carIndex, type LastRace, moved, type WeekendOrder } from './weekend-competition.ts'

/** A participant of a season with the car of their tip on the last race; null without one, or if it is out. */
export type SeasonTipper = SeasonParticipant & { carId: number | null }

/** All with visible points who tipped in the last race's weekend, by car: `best` is their best order. */
export type RoundPool = { carId: number | null; count: number; lowest: number; sum: number; best: WeekendOrder | null }

/** The last race of a season and the index of its round. */
export type LastOfSeason = { state: SeasonState; round: number; race: LastRace; pools: readonly RoundPool[] }

const byPlace = <Value>(value: (place: Place) => Value): ByPlace<Value> => [value(0), value(1), value(2), value(3)]

/** What a participant has from all rounds but the last race's. */
type Others = { sum: number; replaceable: number; won: number; best: number; picks: readonly [number, number, number] }

/** Sums the best of the other rounds, so that the last one replaces the worst of those that count, or adds to them. */
const othersOf = (
  { state, round }: LastOfSeason,
  final: readonly CompetitionRound[],
  participant: SeasonParticipant,
): Others => {
  const counted = countRounds({ countBest: null }, final, ownRounds(state, participant))
  const others = counted.filter(({ weekendId }) => weekendId !== state.rounds[round]?.weekendId)
  const values = others.flatMap(({ seasonPoints }) => (seasonPoints === null ? [] : [seasonPoints]))
  values.sort((a, b) => b - a)
  const counting = state.rules.countBest ?? Number.POSITIVE_INFINITY
  const sumOfBest = values.slice(0, Math.max(0, counting - 1)).reduce((sum, value) => sum + value, 0)
  const { weekendsWon, bestWeekend, firsts, seconds, thirds } = scoreOf(others)
  return {
    sum: sumOfBest,
    replaceable: values[counting - 1] ?? 0,
    won: weekendsWon,
    best: bestWeekend,
    picks: [firsts, seconds, thirds],
  }
}

/** A participant as podiums move them; `inRound` is their order in the last race's weekend, null without a tip. */
type Mover = Participant & { inRound: WeekendOrder | null; isHidden: boolean }

/** Returns the final orders of participants: points, weekends won, best weekend, firsts, seconds, thirds. */
export const seasonMovers = (last: LastOfSeason): ((tipper: SeasonTipper) => Mover) => {
  const { state, round, race } = last
  const final = atTheEnd(state, round)
  const { weekendId = 0, multiplier = 1 } = state.rounds[round] ?? {}
  return (tipper) => {
    const { sum, replaceable, won, best, picks } = othersOf(last, final, tipper)
    const [firsts, seconds, thirds] = picks
    const { order = null, isBeforeJoining = false } = tipper.rounds[round] ?? {}
    const takesPart = tipper.rounds.some((own) => own.order !== null && !own.isBeforeJoining)
    const hasJoker = tipper.jokers.includes(weekendId)
    const without: Order = [sum + replaceable, won, best, firsts, seconds, thirds]
    const given = (value: number): Order => {
      const points = seasonPointsOf(value, multiplier, false)
      return [sum + Math.max(points, replaceable), won, best, firsts, seconds, thirds]
    }
    const unmoved = { car: null, outcomes: byPlace(() => without), inRound: null, isHidden: tipper.isHidden }
    if (isBeforeJoining || (order === null && !takesPart)) return unmoved
    if (order === null) return { ...unmoved, missed: given }
    const after = moved(order, race.points)
    const outcome = (place: Place, wins: boolean): Order => {
      const [total, first, second, third] = after[place]
      const points = seasonPointsOf(total, multiplier, hasJoker)
      return [
        sum + Math.max(points, replaceable),
        won + Number(wins),
        Math.max(best, total),
        ...[firsts + first, seconds + second, thirds + third],
      ]
    }
    const outcomes = byPlace((place) => outcome(place, false))
    const winning = tipper.isHidden ? outcomes : byPlace((place) => outcome(place, true))
    const orders = byPlace((place) => (tipper.isHidden || after[place][0] === 0 ? null : after[place]))
    return {
      car: carIndex(race.carIds, tipper.carId),
      outcomes,
      round: { orders, outcomes: winning },
      inRound: order,
      isHidden: tipper.isHidden,
    }
  }
}

/** Returns what a missed round is given for each podium: the lowest or average of those who tipped, as they then are. */
const missedValueOf = ({ state, race, pools }: LastOfSeason): ((...podium: [number, number, number]) => number) => {
  const { missedWeekend } = state.rules
  const { first, second, third } = race.points
  const byCar = new Map(pools.map((pool) => [carIndex(race.carIds, pool.carId) ?? -1, pool]))
  const count = pools.reduce((total, pool) => total + pool.count, 0)
  const sum = pools.reduce((total, pool) => total + pool.sum, 0)
  const ascending = [...byCar].filter(([, pool]) => pool.count > 0).sort(([, a], [, b]) => a.lowest - b.lowest)
  return (...podium) => {
    if (missedWeekend === 'zero') return 0
    const gains = [first, second, third]
    let [lowest, total] = [Number.POSITIVE_INFINITY, sum]
    for (const [index, car] of podium.entries()) {
      const pool = byCar.get(car)
      if (!pool || pool.count === 0) continue
      lowest = Math.min(lowest, pool.lowest + gains[index]!)
      total += pool.count * gains[index]!
    }
    const unmoved = ascending.find(([car]) => !podium.includes(car))
    return missedPointsOf(missedWeekend, { count, lowest: Math.min(lowest, unmoved?.[1].lowest ?? lowest), sum: total })
  }
}

/** Returns the input of a field; `rivals` may leave out those who can be among the first three by no podium. */
export const seasonField = (last: LastOfSeason, rivals: readonly Mover[]): FieldInput => {
  const { race } = last
  const missing = rivals.flatMap(({ missed }) => (missed ? [missed] : []))
  const moversByCar = Map.groupBy(
    rivals.filter(({ missed }) => !missed),
    ({ car }) => car,
  )
  const bestByCar = new Map<number | null, WeekendOrder>()
  for (const { carId, best } of last.pools) if (best) bestByCar.set(carIndex(race.carIds, carId), best)
  const cars = new Set([...moversByCar.keys(), ...bestByCar.keys()])
  const pools = [...cars].map((car): Pool => {
    const movers = moversByCar.get(car) ?? []
    const best = bestByCar.get(car) ?? null
    const after = best && moved(best, race.points)
    const wins = ({ inRound, isHidden }: Mover): boolean => !isHidden && inRound !== null && sameOrder(inRound, best)
    const outcomesOf = (place: Place, withWinners: boolean): Order[] =>
      bestThree(
        movers.map((mover) =>
          withWinners && wins(mover) && mover.round ? mover.round.outcomes[place] : mover.outcomes[place],
        ),
      )
    const outcomes = byPlace((place) => outcomesOf(place, false))
    if (!after) return { car, outcomes }
    const orders = byPlace((place) => (after[place][0] === 0 ? null : after[place]))
    return { car, outcomes, round: { orders, outcomes: byPlace((place) => outcomesOf(place, true)) } }
  })
  const missed = {
    valueOf: missedValueOf(last),
    outcomes: (value: number) => bestThree(missing.map((given) => given(value))),
  }
  return { cars: race.carIds.length, pools, missed }
}
