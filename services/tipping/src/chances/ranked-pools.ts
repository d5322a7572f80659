import { type Order, rankOf, sortedOrders } from './order.ts'

/** Places on a podium and beside it: 0 is not on the podium. */
export type Place = 0 | 1 | 2 | 3
/** One value for each place, that of "not on the podium" first. */
export type ByPlace<Value> = readonly [Value, Value, Value, Value]

/** What a season adds: the order of the round's leaderboard, whose first ones get a weekend won. */
export type RoundOf<Outcome> = {
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

const BEST = 3

type RankInPool = { rank: number; pool: number }

/** Pools as ranks among the orders of a field; by pool and place where it says no other. */
export type RankedPools = {
  orders: readonly Order[]
  roundOrders: readonly Order[]
  outcomes: readonly (readonly (readonly number[])[])[]
  /** Outcomes where they win the round; undefined but in a season. */
  winning: readonly (readonly (readonly number[])[] | undefined)[]
  /** Ranks among `roundOrders`; -1 where they cannot win the round. */
  inRound: readonly (readonly number[])[]
  /** Of those who missed the round, by its value. */
  missed: ReadonlyMap<number, readonly number[]>
  /** Of every pool while its car is not on the podium, best first. */
  unmoved: readonly RankInPool[]
  unmovedInRound: readonly RankInPool[]
}

const bestFirst = (a: RankInPool, b: RankInPool): number => b.rank - a.rank

/** Ranks the outcomes of pools; `outcomesMissed` are those of the participants who missed the round, by its value. */
export const rankPools = (
  pools: readonly Pool[],
  outcomesMissed: ReadonlyMap<number, readonly Order[]>,
): RankedPools => {
  const orders = sortedOrders([
    ...pools.flatMap(({ outcomes, round }) => [...outcomes.flat(), ...(round?.outcomes.flat() ?? [])]),
    ...[...outcomesMissed.values()].flat(),
  ])
  const roundOrders = sortedOrders(
    pools.flatMap(({ round }) => round?.orders.flatMap((order) => (order === null ? [] : [order])) ?? []),
  )
  const ranksOf = (outcomes: readonly Order[]): number[] =>
    outcomes.slice(0, BEST).map((order) => rankOf(orders, order))
  const outcomes = pools.map((pool) => pool.outcomes.map(ranksOf))
  const inRound = pools.map(({ round }) =>
    [0, 1, 2, 3].map((place) => {
      const order = round?.orders[place] ?? null
      return order === null ? -1 : rankOf(roundOrders, order)
    }),
  )
  return {
    orders,
    roundOrders,
    outcomes,
    winning: pools.map(({ round }) => round?.outcomes.map(ranksOf)),
    inRound,
    missed: new Map([...outcomesMissed].map(([value, found]) => [value, ranksOf(found)])),
    unmoved: outcomes.flatMap((byPlace, pool) => byPlace[0]!.map((rank) => ({ rank, pool }))).sort(bestFirst),
    unmovedInRound: inRound
      .map((byPlace, pool) => ({ rank: byPlace[0]!, pool }))
      .filter(({ rank }) => rank >= 0)
      .sort(bestFirst),
  }
}
