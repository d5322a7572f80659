import { plannedLock } from '../account/planned-locks.ts'
import { type Random, seededRandom } from '../random.ts'
import { enteredAt } from '../recording/entries.ts'
import type { Moment } from '../recording/recorded-group.ts'
import { canCount, type FanPlan, type PlannedTip, type RecordedRace, type Recording } from '../recording/recording.ts'
import { type Crowd, crowdOf, planActivity } from './crowd.ts'

/**
 * Plans the fans of a recording: the listed ones first, then generated ones up to `count`.
 * The same recording and count always give the same fans.
 */
export const planFans = (recording: Recording, count: number): FanPlan[] => {
  const listed = recording.fans.listed.slice(0, count).map((fan): FanPlan => ({ ...fan, displays: 'username' }))
  const fields = recording.categories.map((field) => fieldOf(recording, field.category))
  const crowd = crowdOf(recording)
  const generated = Array.from({ length: Math.max(0, count - listed.length) }, (_, i) =>
    generateFan(
      seededRandom(recording.fans.generated.seed + i * 7919),
      i,
      { fields, crowd },
      Date.parse(recording.fans.tipsOpen),
    ),
  )
  return [...listed, ...generated]
}

/** A category with its cars and locks, as fans see it. */
export type Field = {
  category: string
  favourites: { plate: string; entered: number }[]
  locks: { id: string; at: number }[]
}

/** Ranks cars by how far in front they finished, and lists the counting races in lock order. */
export const fieldOf = (recording: Recording, category: string, counts = (_: RecordedRace) => true): Field => {
  const inCategory = recording.sessions.filter((race) => race.category === category && canCount(race.type))
  const counting = inCategory.filter(counts)
  const cars = recording.categories.find((field) => field.category === category)?.cars ?? []
  const weight = new Map(cars.map((car) => [car.number, 0]))
  for (const row of inCategory.flatMap((race) => race.results.at(-1)?.classification ?? [])) {
    weight.set(row.car, (weight.get(row.car) ?? 0) + (row.position === null ? 0 : 1 / row.position))
  }
  const weightOf = (plate: string) => weight.get(plate) ?? 0
  const favourites = cars
    .toSorted((a, b) => weightOf(b.number) - weightOf(a.number) || Number(a.number) - Number(b.number))
    .map((car) => ({ plate: car.number, entered: enteredAt(car) }))
  const locks = counting.flatMap((race) => {
    const at = plannedLock(race)
    return at === null ? [] : [{ id: race.id, at }]
  })
  return { category, favourites, locks: locks.sort((a, b) => a.at - b.at) }
}

const names = [
  'Apex',
  'Brakes',
  'clutch',
  'Diff',
  'esses',
  'Flatout',
  'gravel',
  'Hairpin',
  'inlap',
  'Jandals',
  'kerbs',
  'Lockup',
]
const displays: FanPlan['displays'][] = [...Array<'username'>(17).fill('username'), 'full-name', 'full-name', 'nothing']

type Scene = { fields: Field[]; crowd: Crowd }

const generateFan = (random: Random, index: number, { fields, crowd }: Scene, tipsOpen: number): FanPlan => {
  const name = `${random.pick(names)}${random.pick(['', '.', '_', '-'])}${index + 1}`
  const hasNoTips = random.chance(0.02)
  const tips = hasNoTips
    ? []
    : fields.filter((_, i) => random.chance(i === 0 ? 0.95 : 0.6)).flatMap((field) => tipsFor(random, field, tipsOpen))
  // Draw these last, so that the random tips stay the same.
  return { name, displays: random.pick(displays), tips, ...planActivity(random, crowd) }
}

/** Returns a moment up to two seconds before or after a lock. */
export const momentNear = (random: Random, near: { id: string }): Moment => ({
  lockOf: near.id,
  seconds: Math.round(random.next() * 40 - 20) / 10 || 0.1,
})

/** Plans a first tip and a few changes, many within two seconds of a lock, on either side. */
const tipsFor = (random: Random, { category, favourites, locks }: Field, tipsOpen: number): PlannedTip[] => {
  const firstLock = locks[0]
  if (!firstLock) return []
  const at = (when: Moment) =>
    'at' in when ? Date.parse(when.at) : (locks.find(({ id }) => id === when.lockOf)?.at ?? tipsOpen)
  const tip = (when: Moment): PlannedTip[] => {
    const car = pickCar(random, favourites, at(when))
    return car === undefined ? [] : [{ when, category, car, doubleClick: random.chance(0.03) }]
  }
  const first: Moment = random.chance(0.7)
    ? { at: new Date(tipsOpen + random.next() * Math.max(0, firstLock.at - tipsOpen - 600_000)).toISOString() }
    : momentNear(random, random.pick(locks))
  const changes = Array.from({ length: random.whole(0, 4) }, (): Moment => {
    const near = random.pick(locks)
    if (random.chance(0.6)) return momentNear(random, near)
    return { at: new Date(Math.max(tipsOpen, near.at - random.next() * 7_200_000)).toISOString() }
  })
  return [first, ...changes].flatMap(tip)
}

/** Time after its entry before any fan tips a car, so that every fan's list has it; ms. */
const ENTRY_MARGIN_MS = 3_600_000

/** Picks mostly a likely winner, sometimes any car; undefined if no car is entered by then. */
export const pickCar = (random: Random, favourites: Field['favourites'], at: number): string | undefined => {
  const entered = favourites.filter((car) => car.entered + ENTRY_MARGIN_MS <= at)
  const front = random.chance(0.8) ? Math.min(6, entered.length) : entered.length
  return entered[random.whole(0, front)]?.plate
}
