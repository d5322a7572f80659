import type { Category } from '@purple-sector/contracts/categories'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Car, Race } from '@purple-sector/contracts/weekends/http'

/** One category of the open competition as a fan tips it. `sessions` are its counting ones, by start. */
export type CategoryCard = { category: Category; sessions: Race[]; tip: Tip | undefined }

/** The six states of a tip card. */
export type CardState = 'none' | 'picked' | 'submitting' | 'saved' | 'locked' | 'out'

const isLockedAt = ({ locked, deadline }: Race, now: number): boolean =>
  locked || (deadline !== null && Date.parse(deadline) <= now)

/** The session from which on a tip made now counts; undefined when none is open. */
export const firstOpen = (sessions: readonly Race[], now: number): Race | undefined =>
  [...sessions]
    .sort((one, other) => (one.deadline ?? '9').localeCompare(other.deadline ?? '9') || one.id - other.id)
    .find((session) => !isLockedAt(session, now))

/** When the category takes no more tips: its last deadline; null while a session without one is open. */
export const closesAt = (sessions: readonly Race[]): string | null =>
  sessions.some(({ deadline, locked }) => deadline === null && !locked)
    ? null
    : (sessions
        .map(({ deadline }) => deadline ?? '')
        .sort()
        .at(-1) ?? null)

export const isOut = (car: Pick<Car, 'status' | 'withdrawn'> | undefined): boolean =>
  car !== undefined && (car.withdrawn || car.status !== 'active')

const OUT_WORDS: Record<Car['status'], string> = { active: '', crashed: 'Crashed', dnf: 'DNF', retired: 'Retired' }

/** Why a car is out; a car that no list has any more was withdrawn. */
export const outWord = (car: Pick<Car, 'status' | 'withdrawn'> | undefined): string =>
  car === undefined || car.withdrawn ? 'Withdrawn' : OUT_WORDS[car.status]

/** A card for each category with a counting session, in the order the sessions' categories come in (docs/rules.md, Tips). */
export const cardsOf = (races: readonly Race[], tips: readonly Tip[], order: readonly Category[]): CategoryCard[] =>
  order.flatMap((category) => {
    const sessions = races.filter((race) => race.category === category && race.sessionType !== 'practice')
    const tip = tips.find((candidate) => candidate.category === category && candidate.groupId === null)
    return sessions.length > 0 ? [{ category, sessions, tip }] : []
  })

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
  if (!firstOpen(card.sessions, now)) return 'locked'
  if (pick !== undefined && pick !== card.tip?.carId) return isPickOut ? 'out' : 'picked'
  if (!card.tip) return 'none'
  return isTipOut ? 'out' : 'saved'
}

/** Points of the best place in the category: what "Max … pts" says. */
export const maxPoints = (sessions: readonly Race[]): number =>
  Math.max(...sessions.map(({ pointsAwarded }) => pointsAwarded.first))
