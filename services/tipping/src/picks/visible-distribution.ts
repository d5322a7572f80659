import type { Picks } from '@purple-sector/contracts/tipping/http'
import type { Distribution } from './pick-read-model.ts'

/** The user who reads picks; `isAdmin` refers to the group of these picks. */
export type Viewer = { userId: string; isAdmin: boolean }
type VisibleDistribution = Pick<Extract<Picks, { open: false }>, 'tips' | 'cars' | 'members'>

type Car = VisibleDistribution['cars'][number]
const byCount = (a: Car, b: Car): number => b.count - a.count || a.number - b.number || (a.plate < b.plate ? -1 : 1)
const percentOf = (count: number, tips: number): number => Math.round((1_000 * count) / tips) / 10

/**
 * Leaves members with hidden points out of a distribution, except for themselves and the group's admin: a name beside a
 * car would reveal their points, and so would a count that exceeds the names (docs/rules.md, Groups).
 */
export const visibleTo = (viewer: Viewer, { tips, cars, members }: Distribution): VisibleDistribution => {
  if (!members) return { tips, cars }
  const isVisible = ({ hidden, userId }: { hidden: boolean; userId: string }): boolean =>
    !hidden || viewer.isAdmin || userId === viewer.userId
  const visible = members.filter(isVisible).map(({ hidden: _, ...member }) => member)
  if (visible.length === members.length) return { tips, cars, members: visible }
  const counts = new Map<number, number>()
  for (const { carId } of visible) counts.set(carId, (counts.get(carId) ?? 0) + 1)
  return {
    tips: visible.length,
    cars: cars
      .map((car) => ({ ...car, count: counts.get(car.carId) ?? 0 }))
      .filter(({ count }) => count > 0)
      .map((car) => ({ ...car, percent: percentOf(car.count, visible.length) }))
      .sort(byCount),
    members: visible,
  }
}
