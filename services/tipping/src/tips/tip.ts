import type { CategoryInput } from '@purple-sector/contracts/category-schema'
import type { Names } from '@purple-sector/contracts/identity/display-name'
import { isLocked } from '@purple-sector/contracts/race-lock'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import { badRequest, conflict } from '@purple-sector/service-kit/errors'

/** A counting race as tips need it; in order of locking. */
export type CountingRace = {
  raceId: number
  name: string
  locksAt: Date | null
  startsAt: Date | null
  hasStarted: boolean
  isScored: boolean
}
export type EnteredCar = { id: number; isOut: boolean }
export type CurrentTip = { id: number; carId: number; submittedAt: Date; isAutomatic: boolean; isCopy: boolean }

/** The context of a tip, read under the weekend's lock. */
export type TipContext = {
  races: CountingRace[]
  car: EnteredCar | undefined
  tip: CurrentTip | undefined
  /** The group's switch `lockTipsAfterFirstEvent`; false in the open competition. */
  locksAfterFirstEvent: boolean
  /** Whether the weekend is announced, live or completed. */
  isAnnounced: boolean
}

/** A submitted tip. `groupId` is null in the open competition. */
export type TipRequest = {
  userId: string
  weekendId: number
  category: CategoryInput
  groupId: number | null
  carId: number
  /** The user's names from the gateway; a board needs them if identity's event has not arrived. */
  names?: Names | undefined
  /** Whether tipping makes it for a fan who forgot to tip (`auto-tips`). */
  isAutomatic?: boolean | undefined
  /** Whether a group gets it from the open competition (`open-tips`). */
  isCopy?: boolean | undefined
  /** W3C trace context of the request, for its event. */
  traceparent?: string | undefined
}

/** The category that the request names, or the message of its rejection. */
export type ResolvedCategory = { id: number; name: string } | { rejection: string }

/** The context of a tip with the rows it refers to, read under the locks. */
export type LockedTipContext = TipContext & {
  now: Date
  category: ResolvedCategory
  scopeId: number
  membershipId: number | null
  /** Whether the group is about to move to another weekend. */
  isMoving: boolean
  /** Whether the fan uses their open tips in this group; in the open competition, whether they do in any group. */
  usesOpenTips: boolean
  /** Id of the current tip, or the id for a new tip. */
  tipId: number
  /** The car as a receipt has it. */
  receiptCar: Tip['car'] | undefined
}

/** An accepted tip, in its resolved category. */
export type Submission = { request: TipRequest; tipContext: LockedTipContext; category: { id: number; name: string } }

export type TipDecision =
  | { kind: 'unchanged'; tip: CurrentTip }
  /** The car stays, and who made the tip changes: the fan hands in a car that was tipped or copied for them. */
  | { kind: 'confirmed'; tip: CurrentTip }
  /** The fan has tipped in the group itself, so that no open tip is copied. */
  | { kind: 'kept'; tip: CurrentTip }
  | { kind: 'submitted'; carId: number; submittedAt: Date }

const hasStartedAt = (race: CountingRace, now: Date): boolean =>
  race.hasStarted || (race.startsAt !== null && race.startsAt <= now)

/** Returns the first race that a tip made now counts for; undefined when none is open. */
export const countsFrom = (races: CountingRace[], now: Date): CountingRace | undefined =>
  races.find((race) => !isLocked(race, now))

const notEntered = () => {
  const message = 'This car isn’t racing in this category this weekend.'
  return badRequest('CAR_NOT_ENTERED', message, [{ path: 'carId', message }])
}

/** What decides whether a category can be tipped in a scope. */
type CategoryInScope = Pick<TipContext, 'races' | 'locksAfterFirstEvent'>

const isLockedByFirstEvent = ({ races, locksAfterFirstEvent }: CategoryInScope, now: Date): boolean =>
  locksAfterFirstEvent && races.some((race) => hasStartedAt(race, now))

export const notAnnounced = () =>
  conflict('WEEKEND_NOT_ANNOUNCED', 'This race weekend hasn’t been announced yet. Tips open once it is.')

/** Whether tips can be made or changed in a category; false without a counting race. */
export const isOpen = (category: CategoryInScope, now: Date): boolean =>
  !isLockedByFirstEvent(category, now) && countsFrom(category.races, now) !== undefined

/**
 * Decides about a tip on a car (docs/rules.md, Tips). The same car again is never an error, so that retries succeed.
 */
export const decideTip = (tipContext: TipContext, carId: number, now: Date): TipDecision => {
  const { tip } = tipContext
  if (tip?.carId === carId)
    return { kind: (tip.isAutomatic || tip.isCopy) && isOpen(tipContext, now) ? 'confirmed' : 'unchanged', tip }
  if (!tipContext.isAnnounced) throw notAnnounced()
  if (!tipContext.car) throw notEntered()
  if (isLockedByFirstEvent(tipContext, now))
    throw conflict('TIPS_LOCKED', 'The first event has started - tips are now locked for this race weekend.')
  if (!countsFrom(tipContext.races, now))
    throw conflict('TIPS_CLOSED', 'Tips for this category are closed for the weekend.')
  if (tipContext.car.isOut) throw conflict('CAR_OUT', 'This car is out. Pick one that is still racing.')
  return { kind: 'submitted', carId, submittedAt: now }
}

/** A race that counts for a tip: the car it was or will be scored with, and the points. */
export type TipRace = CountingRace & {
  /** The car of the revision in force when the race locked; null without a tip by then. */
  carInForce: number | null
  points: number | null
  /** When the tip was last changed after the race had started early, which did not count for it; else null. */
  lateAt: Date | null
}

/** A tip with its races, as of the database time `now`. */
export type TipWithRaces = {
  id: number
  weekendId: number
  categoryId: number
  category: string
  carId: number
  groupId: number | null
  submittedAt: Date
  isAutomatic: boolean
  isCopy: boolean
  car: Tip['car']
  races: TipRace[]
  now: Date
}

const instant = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** Returns a tip as its fan reads it (docs/api/tipping.md). */
export const tipView = ({ races, now, submittedAt, ...tip }: TipWithRaces): Tip => {
  const raceViews = races.map((race) => ({
    raceId: race.raceId,
    name: race.name,
    deadline: instant(race.locksAt),
    locked: isLocked(race, now),
    carId: race.carInForce,
    points: race.isScored ? (race.points ?? 0) : null,
    lateAt: instant(race.lateAt),
  }))
  const openRace = raceViews.find(({ locked }) => !locked)
  return {
    ...tip,
    tipSource: tip.groupId === null ? 'sector' : 'group',
    points: raceViews.reduce((sum, { points }) => sum + (points ?? 0), 0),
    submittedAt: submittedAt.toISOString(),
    countsFrom: openRace ? { raceId: openRace.raceId, name: openRace.name, deadline: openRace.deadline } : null,
    sessions: raceViews,
  }
}

/** Returns the races of a first tip: a locked one counts without it, an open one will be scored with it. */
export const racesOfFirstTip = (races: CountingRace[], carId: number, now: Date): TipRace[] =>
  races.map((race) => ({ ...race, carInForce: isLocked(race, now) ? null : carId, points: null, lateAt: null }))
