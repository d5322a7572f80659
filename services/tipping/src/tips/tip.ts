import { isLocked } from '@purple-sector/contracts/race-lock'
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
export type CurrentTip = { id: number; carId: number; submittedAt: Date }

/** The context of a tip, read under the weekend's lock. */
export type TipContext = {
  races: CountingRace[]
  car: EnteredCar | undefined
  tip: CurrentTip | undefined
  /** The group's switch `lockTipsAfterFirstEvent`; false in the open competition. */
  locksAfterFirstEvent: boolean
}

export type TipDecision =
  | { kind: 'unchanged'; tip: CurrentTip }
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

/**
 * Decides about a tip on a car (docs/rules.md, Tips). The same car again is never an error, so that retries succeed.
 */
export const decideTip = (tipContext: TipContext, carId: number, now: Date): TipDecision => {
  if (tipContext.tip?.carId === carId) return { kind: 'unchanged', tip: tipContext.tip }
  if (!tipContext.car) throw notEntered()
  if (tipContext.locksAfterFirstEvent && tipContext.races.some((race) => hasStartedAt(race, now)))
    throw conflict('TIPS_LOCKED', 'The first event has started - tips are now locked for this race weekend.')
  if (!countsFrom(tipContext.races, now))
    throw conflict('TIPS_CLOSED', 'Tips for this category are closed for the weekend.')
  if (tipContext.car.isOut) throw conflict('CAR_OUT', 'This car is out. Pick one that is still racing.')
  return { kind: 'submitted', carId, submittedAt: now }
}
