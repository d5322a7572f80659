import { compareOrders, type Order, rankOf, sortedOrders } from './order.ts'

/** Places on a podium and beside it: 0 is not on the podium. */
export type Place = 0 | 1 | 2 | 3
/** One value for each place, that of "not on the podium" first. */
export type ByPlace<Value> = readonly [Value, Value, Value, Value]

/** What a season adds: the order of the round's leaderboard, whose first ones get a weekend won. */
type RoundOf<Outcome> = {
  /** Orders in the round, by place; null where they cannot win it, as without points. */
  orders: ByPlace<Order | null>
  /** Outcomes where they win it. */
  outcomes: ByPlace<Outcome>
}

/** The participants who tipped one car, or all those whom no podium moves. */
export type Pool = {
  /** Index of the car; null for those whom no podium moves. */
  car: number | null
  /** The three best of their final orders, by the place of the car; fewer where they are fewer. */
  outcomes: ByPlace<readonly Order[]>
  /** Of a season. The orders are those of their best in the round, who alone can win it. */
  round?: RoundOf<readonly Order[]>
}

/** The participants of a season who missed the round: they get a value that may depend on the podium. */
export type MissedPool = {
  valueOf(first: number, second: number, third: number): number
  /** The three best of their final orders. */
  outcomes(value: number): readonly Order[]
}

/** `cars` is the number of cars that can finish, indexed from 0. */
export type FieldInput = { cars: number; pools: readonly Pool[]; missed?: MissedPool }

/** The best and the third of the rivals' final orders for every podium, as ranks among `orders`; -1 if there is none. */
export type Field = {
  cars: number
  orders: readonly Order[]
  best: Int32Array
  third: Int32Array
  /** Of a season: the winning order of the round, as rank among `roundOrders`; -1 where no participant wins it. */
  roundOrders: readonly Order[]
  roundWinner: Int32Array
  /** Of a season with a missed pool: the value of a missed round. */
  missedValue: Int32Array
}

/** Returns the number of ordered podiums of so many cars. */
export const podiumCount = (cars: number): number => cars * (cars - 1) * (cars - 2)

/** Returns the index of a podium, as fields store them. */
export const podiumIndex = (cars: number, first: number, second: number, third: number): number => {
  const secondLeft = second - Number(second > first)
  const thirdLeft = third - Number(third > first) - Number(third > second)
  return (first * (cars - 1) + secondLeft) * (cars - 2) + thirdLeft
}

/** Visits every ordered podium with this winner, in the order of their indexes. */
const visitPodiums = (
  cars: number,
  first: number,
  visit: (second: number, third: number, index: number) => void,
): void => {
  let index = first * (cars - 1) * (cars - 2)
  for (let second = 0; second < cars; second += 1) {
    if (second === first) continue
    for (let third = 0; third < cars; third += 1) {
      if (third === first || third === second) continue
      visit(second, third, index)
      index += 1
    }
  }
}

/** Visits every ordered podium, in the order of their indexes. */
export const visitAllPodiums = (
  cars: number,
  visit: (first: number, second: number, third: number, index: number) => void,
): void => {
  for (let first = 0; first < cars; first += 1)
    visitPodiums(cars, first, (second, third, index) => visit(first, second, third, index))
}

/** Reads the values of missed rounds; one pass before all else, since outcomes follow from them. */
const missedValues = ({ cars, missed }: FieldInput): Int32Array => {
  const values = new Int32Array(missed ? podiumCount(cars) : 0)
  if (missed)
    visitAllPodiums(cars, (first, second, third, index) => {
      values[index] = missed.valueOf(first, second, third)
    })
  return values
}

const BEST = 3

/**
 * Computes what rivals reach for every podium; yields between slices of a few milliseconds at most.
 *
 * A podium moves three pools at most, so the best of all others is found in one list that is sorted once. The winners
 * of a season's round are those with the best order in it, and have other outcomes than the same participants
 * otherwise.
 */
export function* computeField(input: FieldInput): Generator<void, Field> {
  const { cars, pools, missed } = input
  const missedValue = missedValues(input)
  const outcomesMissed = new Map([...new Set(missedValue)].map((value) => [value, missed?.outcomes(value) ?? []]))
  yield

  const orders = sortedOrders([
    ...pools.flatMap(({ outcomes, round }) => [...outcomes.flat(), ...(round?.outcomes.flat() ?? [])]),
    ...[...outcomesMissed.values()].flat(),
  ])
  const roundOrders = sortedOrders(
    pools.flatMap(({ round }) => round?.orders.flatMap((order) => (order === null ? [] : [order])) ?? []),
  )
  const ranksOf = (outcomes: readonly Order[]): number[] =>
    outcomes.slice(0, BEST).map((order) => rankOf(orders, order))
  const plain = pools.map(({ outcomes }) => outcomes.map(ranksOf))
  const winning = pools.map(({ round }) => round?.outcomes.map(ranksOf))
  const inRound = pools.map(({ round }) =>
    [0, 1, 2, 3].map((place) => {
      const order = round?.orders[place] ?? null
      return order === null ? -1 : rankOf(roundOrders, order)
    }),
  )
  const ranksMissed = new Map([...outcomesMissed].map(([value, outcomes]) => [value, ranksOf(outcomes)]))

  const poolOf = new Int32Array(cars).fill(-1)
  for (const [index, { car }] of pools.entries()) if (car !== null) poolOf[car] = index
  const unmoved = plain
    .flatMap((byPlace, pool) => byPlace[0]!.map((rank) => ({ rank, pool })))
    .sort((a, b) => b.rank - a.rank)
  const unmovedInRound = inRound
    .map((byPlace, pool) => ({ rank: byPlace[0]!, pool }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => b.rank - a.rank)

  const total = podiumCount(cars)
  const hasRound = roundOrders.length > 0
  const [best, third, roundWinner] = [
    new Int32Array(total),
    new Int32Array(total),
    new Int32Array(hasRound ? total : 0),
  ]

  let [first1, first2, first3] = [-1, -1, -1]
  const add = (rank: number): void => {
    if (rank <= first3) return
    if (rank <= first2) {
      first3 = rank
      return
    }
    first3 = first2
    first2 = rank > first1 ? first1 : rank
    if (rank > first1) first1 = rank
  }
  const addAll = (ranks: readonly number[] | undefined): void => {
    if (ranks) for (const rank of ranks) add(rank)
  }

  for (let first = 0; first < cars; first += 1) {
    const poolA = poolOf[first]!
    visitPodiums(cars, first, (second, thirdCar, index) => {
      const [poolB, poolC] = [poolOf[second]!, poolOf[thirdCar]!]
      const isMoved = (pool: number): boolean => pool === poolA || pool === poolB || pool === poolC
      first1 = first2 = first3 = -1

      let winner = -1
      if (hasRound) {
        winner = unmovedInRound.find(({ pool }) => !isMoved(pool))?.rank ?? -1
        if (poolA >= 0) winner = Math.max(winner, inRound[poolA]![1]!)
        if (poolB >= 0) winner = Math.max(winner, inRound[poolB]![2]!)
        if (poolC >= 0) winner = Math.max(winner, inRound[poolC]![3]!)
        roundWinner[index] = winner
      }
      const wins = (pool: number, place: number): boolean => winner >= 0 && inRound[pool]![place] === winner
      const addMoved = (pool: number, place: number): void => {
        if (pool >= 0) addAll(wins(pool, place) ? winning[pool]?.[place] : plain[pool]![place])
      }
      addMoved(poolA, 1)
      addMoved(poolB, 2)
      addMoved(poolC, 3)
      if (winner >= 0)
        for (const { rank, pool } of unmovedInRound) {
          if (rank < winner) break
          if (!isMoved(pool)) addAll(winning[pool]?.[0])
        }
      for (const { rank, pool } of unmoved) {
        if (rank <= first3) break
        if (!isMoved(pool) && !wins(pool, 0)) add(rank)
      }
      if (missed) addAll(ranksMissed.get(missedValue[index]!))
      best[index] = first1
      third[index] = first3
    })
    yield
  }
  return { cars, orders, best, third, roundOrders, roundWinner, missedValue }
}

/** A participant whose chances are asked for, like a pool of one. `missed` is there if they missed the round. */
export type Participant = {
  car: number | null
  outcomes: ByPlace<Order>
  round?: RoundOf<Order>
  missed?: (value: number) => Order
}

/** `wins` says for each podium, by its index, whether the participant wins by it. */
export type Podiums = { total: number; win: number; top3: number; wins: Uint8Array }

/** Counts the podiums by which a participant wins, or shares the win, and by which they are among the first three. */
export const podiumsOf = (field: Field, { car, outcomes, round, missed }: Participant): Podiums => {
  const { cars, orders, best, third, roundOrders, roundWinner, missedValue } = field
  const rank = (order: Order): number => rankOf(orders, order)
  const plain = outcomes.map(rank)
  const winning = round?.outcomes.map(rank)
  const inRound = round?.orders.map((order) => {
    const found = order === null ? -1 : rankOf(roundOrders, order)
    return found >= 0 && order !== null && compareOrders(roundOrders[found]!, order) === 0 ? found : -1
  })
  const ofMissed = new Map([...new Set(missed ? missedValue : [])].map((value) => [value, rank(missed!(value))]))

  const wins = new Uint8Array(best.length)
  const hasRound = inRound !== undefined && roundWinner.length > 0
  let [win, top3, index] = [0, 0, 0]
  for (let first = 0; first < cars; first += 1)
    for (let second = 0; second < cars; second += 1) {
      if (second === first) continue
      const placeAhead = car === first ? 1 : car === second ? 2 : 0
      for (let last = 0; last < cars; last += 1) {
        if (last === first || last === second) continue
        const place = placeAhead === 0 && car === last ? 3 : placeAhead
        const winner = hasRound ? roundWinner[index]! : -1
        let own = winner >= 0 && inRound![place] === winner ? winning![place]! : plain[place]!
        if (missed) own = ofMissed.get(missedValue[index]!)!
        if (own >= best[index]!) {
          wins[index] = 1
          win += 1
        }
        if (own >= third[index]!) top3 += 1
        index += 1
      }
    }
  return { total: best.length, win, top3, wins }
}
