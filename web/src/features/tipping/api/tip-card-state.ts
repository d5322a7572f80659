import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Car, Category, Race } from '@purple-sector/contracts/weekends/http'
import { byCategory } from '../../weekend-data/api/category-order.ts'

/** A category of a competition, and its counting races by start. */
type Counting = { category: string; counting: Race[] }

/** Rules of a competition as cards show them: the open one, or a group's. */
export type Competition = {
  groupId: number | null
  /** Whether tips of a category close for good once its first race has started. */
  lockTipsAfterFirstEvent: boolean
  /** Points of the best place in the category, for "Max … pts". */
  maxPoints(category: Counting): number
}

export const OPEN_COMPETITION: Competition = {
  groupId: null,
  lockTipsAfterFirstEvent: false,
  maxPoints: ({ counting }) => Math.max(...counting.map(({ pointsAwarded }) => pointsAwarded.first)),
}

/** A category of a competition with the fan's tip. */
export type CategoryCard = Counting & { categoryId: number; tip: Tip | undefined; competition: Competition }

/** The states of a tip card; `unannounced` is one that would be open, of a weekend that takes no tips yet. */
export type CardState = 'none' | 'picked' | 'submitting' | 'saved' | 'locked' | 'out' | 'unannounced'

/** Whether a race accepts no more tips. */
export const isLockedAt = ({ locked, deadline }: Pick<Race, 'locked' | 'deadline'>, now: number): boolean =>
  locked || (deadline !== null && Date.parse(deadline) <= now)

/** Returns the first race that a tip made now counts for; undefined when none is open. */
export const firstOpen = (races: readonly Race[], now: number): Race | undefined =>
  [...races]
    .sort((a, b) => (a.deadline ?? '9').localeCompare(b.deadline ?? '9') || a.id - b.id)
    .find((race) => !isLockedAt(race, now))

const hasStarted = ({ status, scheduledStart }: Race, now: number): boolean =>
  status !== 'upcoming' || (scheduledStart !== null && Date.parse(scheduledStart) <= now)

/** Whether the first race has closed the category for good, though later ones are open. */
export const isClosedByFirst = (
  { counting, competition }: Pick<CategoryCard, 'counting' | 'competition'>,
  now: number,
) => competition.lockTipsAfterFirstEvent && counting.some((race) => hasStarted(race, now))

/** Whether every race of the category has locked, which makes the picks public. */
export const hasLocked = ({ counting }: Pick<CategoryCard, 'counting'>, now: number): boolean =>
  firstOpen(counting, now) === undefined

/** Whether the card accepts no more tips. */
export const isClosed = (card: Pick<CategoryCard, 'counting' | 'competition'>, now: number): boolean =>
  hasLocked(card, now) || isClosedByFirst(card, now)

const earliest = (times: readonly (string | null)[]): string | null =>
  times
    .flatMap((time) => time ?? [])
    .sort()
    .at(0) ?? null

const lastDeadline = (races: readonly Race[]): string | null =>
  races.some(({ deadline, locked }) => deadline === null && !locked)
    ? null
    : (races
        .map(({ deadline }) => deadline ?? '')
        .sort()
        .at(-1) ?? null)

/** Returns when the category's tips close: its last deadline, or its first start; null while unknown. */
export const closesAt = ({ counting, competition }: Pick<CategoryCard, 'counting' | 'competition'>): string | null => {
  const last = lastDeadline(counting)
  if (!competition.lockTipsAfterFirstEvent) return last
  return earliest([last, ...counting.map(({ scheduledStart }) => scheduledStart)])
}

export const isOut = (car: Pick<Car, 'status' | 'withdrawn'> | undefined): boolean =>
  car !== undefined && (car.withdrawn || car.status !== 'active')

const OUT_LABELS: Record<Car['status'], string> = { active: '', crashed: 'Crashed', dnf: 'DNF', retired: 'Retired' }

/** Returns why a car is out; a car that is in no list was withdrawn. */
export const outLabel = (car: Pick<Car, 'status' | 'withdrawn'> | undefined): string =>
  car === undefined || car.withdrawn ? 'Withdrawn' : OUT_LABELS[car.status]

const isCounting = ({ sessionType }: Race): boolean => sessionType !== 'practice'

/** Returns the races of a race's category that count under the filter; practice never does. */
export const countingOf = ({ categoryId }: Pick<Race, 'categoryId'>, productRaces: readonly Race[]): Race[] =>
  productRaces.filter((race) => race.categoryId === categoryId && isCounting(race))

/** Returns a card for each category with a counting race, in the order of the categories (docs/rules.md, Tips). */
export const cardsOf = (
  races: readonly Race[],
  tips: readonly Tip[],
  categories: readonly Category[],
  competition: Competition = OPEN_COMPETITION,
): CategoryCard[] =>
  byCategory(races.filter(isCounting), categories).map(({ id, name, items }) => ({
    categoryId: id,
    category: name,
    counting: items,
    tip: tips.find(({ categoryId, groupId }) => categoryId === id && groupId === competition.groupId),
    competition,
  }))

/** Returns the state of a card: submitting comes first, then locked and unannounced, then the pick, then the saved tip. */
export const stateOf = (
  card: CategoryCard,
  {
    now,
    pick,
    isSubmitting,
    isTipOut,
    isPickOut = false,
    isAnnounced,
  }: {
    now: number
    pick: number | undefined
    isSubmitting: boolean
    isTipOut: boolean
    isPickOut?: boolean
    /** Whether the weekend is announced. */
    isAnnounced: boolean
  },
): CardState => {
  if (isSubmitting) return 'submitting'
  if (isClosed(card, now)) return 'locked'
  if (!isAnnounced) return 'unannounced'
  if (pick !== undefined && pick !== card.tip?.carId) return isPickOut ? 'out' : 'picked'
  if (!card.tip) return 'none'
  return isTipOut ? 'out' : 'saved'
}
