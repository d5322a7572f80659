import type { Points } from '@purple-sector/contracts/categories'
import type { Chances } from '@purple-sector/contracts/tipping/seasons'
import { bestThree, type Order } from './order.ts'
import type { FieldInput, Participant, Podiums } from './podium-field.ts'
import { sentencesOf } from './podium-sentences.ts'
import type { ByPlace, Place, Pool } from './ranked-pools.ts'

/** A counting race that can still bring points: without a result in force, and not cancelled. */
export type RemainingRace = {
  raceId: number
  points: Points
  /** Locked for good: it takes no more tips. */
  isLocked: boolean
  /** Whether the picks of its category are visible in the competition. */
  hasVisiblePicks: boolean
}

/** A participant's points and picks: points, firsts, seconds, thirds, as weekend leaderboards are ordered. */
export type WeekendOrder = readonly [number, number, number, number]

/** A participant of a weekend: `racesWithCar` are the locked races in which their tip has a car that is not out. */
export type WeekendParticipant = { order: WeekendOrder; racesWithCar: ReadonlySet<number> }

/** The cars that can finish the last race, and its points. */
export type LastRace = { carIds: readonly number[]; labels: readonly string[]; points: Points }

export const MAX_CARS = 60
const MIN_CARS = 3

/** Chances of a fan who takes no part. */
export const NO_CHANCES: Chances = { maxReachable: null, canWin: false, clinched: false, podiums: null, sentences: [] }

/** Chances, and when a result last changed them. */
export type ChangedChances = { chances: Chances; changedAt: Date | null }

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Returns the most points that a participant can still get (docs/rules.md, Seasons). */
export const maxReachable = ({ order, racesWithCar }: WeekendParticipant, races: readonly RemainingRace[]): number =>
  order[0] +
  sum(races.filter(({ raceId, isLocked }) => !isLocked || racesWithCar.has(raceId)).map(({ points }) => points.first))

/** Returns a rival's maximum as far as others may know it: their tips do not count before the picks are visible. */
export const rivalMaximum = (rival: WeekendParticipant, races: readonly RemainingRace[]): number =>
  maxReachable(
    rival,
    races.map((race) => ({ ...race, isLocked: race.isLocked && race.hasVisiblePicks })),
  )

/** Returns the most points of a newcomer, who may tip on every open race; null if none is open. */
const newcomerMaximum = (races: readonly RemainingRace[]): number | null =>
  races.some(({ isLocked }) => !isLocked) ? maxReachable({ order: [0, 0, 0, 0], racesWithCar: new Set() }, races) : null

/** The most points, and the highest maximum, of all other participants; null if there are none. */
export type Rivals = { points: number | null; maximum: number | null }

/** Returns the chances by points alone. The rivals' maximum makes a difference only for who leads alone. */
export const chancesByPoints = (own: WeekendParticipant, rivals: Rivals, races: readonly RemainingRace[]): Chances => {
  const points = own.order[0]
  const maximum = maxReachable(own, races)
  return {
    maxReachable: maximum,
    canWin: (rivals.points ?? 0) <= maximum,
    clinched: [rivals.points, rivals.maximum, newcomerMaximum(races)].every((most) => most === null || most < points),
    podiums: null,
    sentences: [],
  }
}

/** Returns the only race left if all its podiums can be counted; undefined otherwise. */
export const lastRaceOf = (races: readonly RemainingRace[]): RemainingRace | undefined => {
  const [race] = races
  return races.length === 1 && race?.isLocked && race.hasVisiblePicks ? race : undefined
}

/** Whether the podiums of so many cars are counted. */
export const hasPodiums = (cars: number): boolean => cars >= MIN_CARS && cars <= MAX_CARS

/** Returns an order after the race, by the place of the tipped car. */
export const moved = ([total, firsts, seconds, thirds]: WeekendOrder, points: Points): ByPlace<WeekendOrder> => [
  [total, firsts, seconds, thirds],
  [total + points.first, firsts + 1, seconds, thirds],
  [total + points.second, firsts, seconds + 1, thirds],
  [total + points.third, firsts, seconds, thirds + 1],
]

/** A participant with the car of their tip on the last race; null without one, or if it is out. */
export type Tipper = { order: WeekendOrder; carId: number | null }

export const carIndex = (carIds: readonly number[], carId: number | null): number | null => {
  const index = carId === null ? -1 : carIds.indexOf(carId)
  return index < 0 ? null : index
}

/** Returns the input of a field. Of each car the three best rivals are enough: all of them move alike. */
export const weekendField = (rivals: Iterable<Tipper>, { carIds, points }: LastRace): FieldInput => {
  const ordersByCar = Map.groupBy(rivals, ({ carId }) => carIndex(carIds, carId))
  const pools = [...ordersByCar].map(([car, tippers]): Pool => {
    const orders = bestThree(tippers.map(({ order }) => order))
    const at = (place: Place): Order[] => orders.map((order) => moved(order, points)[place])
    return { car, outcomes: [at(0), at(1), at(2), at(3)] }
  })
  return { cars: carIds.length, pools }
}

export const weekendParticipant = ({ order, carId }: Tipper, { carIds, points }: LastRace): Participant => ({
  car: carIndex(carIds, carId),
  outcomes: moved(order, points),
})

/** Returns chances that are known podium by podium. */
export const chancesByPodiums = (
  reachable: number,
  { total, win, top3, wins }: Podiums,
  { labels }: Pick<LastRace, 'labels'>,
  ownCar: number | null,
): Chances => ({
  maxReachable: reachable,
  canWin: win > 0,
  clinched: win === total,
  podiums: { total, win, top3 },
  sentences: sentencesOf({ labels, win, wins, ownCar }),
})
