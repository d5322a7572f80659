import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Car, Category, Race } from '@purple-sector/contracts/weekends/http'
import { byCategory } from '../categories/category-order.ts'

/** One category of the open competition as a fan tips it. `counting` are its races that count, by start. */
export type CategoryCard = { categoryId: number; category: string; counting: Race[]; tip: Tip | undefined }

/** The six states of a tip card. */
export type CardState = 'none' | 'picked' | 'submitting' | 'saved' | 'locked' | 'out'

const isLockedAt = ({ locked, deadline }: Race, now: number): boolean =>
  locked || (deadline !== null && Date.parse(deadline) <= now)

/** The race from which on a tip made now counts; undefined when none is open. */
export const firstOpen = (races: readonly Race[], now: number): Race | undefined =>
  [...races]
    .sort((one, other) => (one.deadline ?? '9').localeCompare(other.deadline ?? '9') || one.id - other.id)
    .find((race) => !isLockedAt(race, now))

/** When the category takes no more tips: its last deadline; null while a race without one is open. */
export const closesAt = (races: readonly Race[]): string | null =>
  races.some(({ deadline, locked }) => deadline === null && !locked)
    ? null
    : (races
        .map(({ deadline }) => deadline ?? '')
        .sort()
        .at(-1) ?? null)

export const isOut = (car: Pick<Car, 'status' | 'withdrawn'> | undefined): boolean =>
  car !== undefined && (car.withdrawn || car.status !== 'active')

const OUT_WORDS: Record<Car['status'], string> = { active: '', crashed: 'Crashed', dnf: 'DNF', retired: 'Retired' }

/** Why a car is out; a car that no list has any more was withdrawn. */
export const outWord = (car: Pick<Car, 'status' | 'withdrawn'> | undefined): string =>
  car === undefined || car.withdrawn ? 'Withdrawn' : OUT_WORDS[car.status]

const counts = ({ sessionType }: Race): boolean => sessionType !== 'practice'

/** The races of a race's category that count, of those that the filter lets count: practice never does. */
export const countingOf = ({ categoryId }: Pick<Race, 'categoryId'>, productRaces: readonly Race[]): Race[] =>
  productRaces.filter((race) => race.categoryId === categoryId && counts(race))

/** A card for each category with a counting race, in the order of the categories (docs/rules.md, Tips). */
export const cardsOf = (
  races: readonly Race[],
  tips: readonly Tip[],
  categories: readonly Category[],
): CategoryCard[] =>
  byCategory(races.filter(counts), categories).map(({ id, name, items }) => ({
    categoryId: id,
    category: name,
    counting: items,
    tip: tips.find(({ categoryId, groupId }) => categoryId === id && groupId === null),
  }))

/** What the card shows: a lock beats everything, then what is under way, then what the fan picked, then what is saved. */
export const stateOf = (
  card: CategoryCard,
  {
    now,
    pick,
    isSubmitting,
    isTipOut,
    isPickOut = false,
  }: { now: number; pick: number | undefined; isSubmitting: boolean; isTipOut: boolean; isPickOut?: boolean },
): CardState => {
  if (isSubmitting) return 'submitting'
  if (!firstOpen(card.counting, now)) return 'locked'
  if (pick !== undefined && pick !== card.tip?.carId) return isPickOut ? 'out' : 'picked'
  if (!card.tip) return 'none'
  return isTipOut ? 'out' : 'saved'
}

/** Points of the best place in the category: what "Max … pts" says. */
export const maxPoints = (races: readonly Race[]): number =>
  Math.max(...races.map(({ pointsAwarded }) => pointsAwarded.first))
