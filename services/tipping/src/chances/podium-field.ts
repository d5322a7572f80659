import { compareOrders, type Order, rankOf } from './order.ts'
import { podiumCount, visitAllPodiums, visitPodiums } from './podiums.ts'
import { type ByPlace, type MissedPool, type Pool, type RankedPools, type RoundOf, rankPools } from './ranked-pools.ts'

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

/** Reads the values of missed rounds; one pass before all else, since outcomes follow from them. */
const missedValues = ({ cars, missed }: FieldInput): Int32Array => {
  const values = new Int32Array(missed ? podiumCount(cars) : 0)
  if (missed)
    visitAllPodiums(cars, (first, second, third, index) => {
      values[index] = missed.valueOf(first, second, third)
    })
  return values
}

/** The pools of the cars on a podium, by place; -1 for a car that no participant tipped. Index 0 is not used. */
type MovedPools = [number, number, number, number]

const isMoved = (moved: MovedPools, pool: number): boolean =>
  pool === moved[1] || pool === moved[2] || pool === moved[3]

/** Returns the winning order of a season's round by a podium, as rank; -1 where no participant wins it. */
const winnerOfRound = ({ inRound, unmovedInRound }: RankedPools, moved: MovedPools): number => {
  let winner = unmovedInRound.find(({ pool }) => !isMoved(moved, pool))?.rank ?? -1
  for (let place = 1; place <= 3; place += 1)
    if (moved[place]! >= 0) winner = Math.max(winner, inRound[moved[place]!]![place]!)
  return winner
}

/** Collects the three highest ranks; -1 for those that are missing. */
const collectThreeBest = () => {
  let [first, second, third] = [-1, -1, -1]
  const add = (rank: number): void => {
    if (rank <= third) return
    if (rank <= second) {
      third = rank
      return
    }
    third = second
    second = rank > first ? first : rank
    if (rank > first) first = rank
  }
  return {
    add,
    addAll(ranks: readonly number[] | undefined): void {
      if (ranks) for (const rank of ranks) add(rank)
    },
    clear(): void {
      first = second = third = -1
    },
    first: () => first,
    third: () => third,
  }
}
type ThreeBest = ReturnType<typeof collectThreeBest>

/** Adds what the participants of all pools reach by a podium; the winners of the round have outcomes of their own. */
const addPools = (best: ThreeBest, ranked: RankedPools, moved: MovedPools, winner: number): void => {
  const { outcomes, winning, inRound, unmoved, unmovedInRound } = ranked
  const wins = (pool: number, place: number): boolean => winner >= 0 && inRound[pool]![place] === winner
  for (let place = 1; place <= 3; place += 1) {
    const pool = moved[place]!
    if (pool >= 0) best.addAll(wins(pool, place) ? winning[pool]?.[place] : outcomes[pool]![place])
  }
  if (winner >= 0)
    for (const { rank, pool } of unmovedInRound) {
      if (rank < winner) break
      if (!isMoved(moved, pool)) best.addAll(winning[pool]?.[0])
    }
  for (const { rank, pool } of unmoved) {
    if (rank <= best.third()) break
    if (!isMoved(moved, pool) && !wins(pool, 0)) best.add(rank)
  }
}

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

  const ranked = rankPools(pools, outcomesMissed)
  const { orders, roundOrders } = ranked
  const poolOf = new Int32Array(cars).fill(-1)
  for (const [index, { car }] of pools.entries()) if (car !== null) poolOf[car] = index

  const total = podiumCount(cars)
  const hasRound = roundOrders.length > 0
  const [best, third] = [new Int32Array(total), new Int32Array(total)]
  const roundWinner = new Int32Array(hasRound ? total : 0)
  const threeBest = collectThreeBest()
  for (let first = 0; first < cars; first += 1) {
    visitPodiums(cars, first, (second, last, index) => {
      const moved: MovedPools = [-1, poolOf[first]!, poolOf[second]!, poolOf[last]!]
      const winner = hasRound ? winnerOfRound(ranked, moved) : -1
      if (hasRound) roundWinner[index] = winner
      threeBest.clear()
      addPools(threeBest, ranked, moved, winner)
      if (missed) threeBest.addAll(ranked.missed.get(missedValue[index]!))
      best[index] = threeBest.first()
      third[index] = threeBest.third()
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
