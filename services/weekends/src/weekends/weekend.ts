import type {
  CreateWeekendBody,
  DuplicateWeekendBody,
  PatchWeekendBody,
  Weekend,
} from '@purple-sector/contracts/weekends/http'
import { MAX_WEEKEND_DAYS } from '@purple-sector/contracts/weekends/weekend-days'
import { asDay, dayAfter, daysBetween } from '@purple-sector/service-kit/data/zoned-days'
import { badField } from '@purple-sector/service-kit/errors'

/** A stored weekend; days are `YYYY-MM-DD` in its time zone. */
export type StoredWeekend = Omit<Weekend, 'date'> & {
  /** When the counting races were chosen, by tipping's clock; null if they were not. */
  productRacesChosenAt: Date | null
}
export type NewWeekend = Omit<StoredWeekend, 'id'>

export const weekendReply = ({ productRacesChosenAt: _, ...weekend }: StoredWeekend): Weekend => ({
  ...weekend,
  date: weekend.startDate,
})

/** The state of a weekend as its event publishes it. */
export const weekendState = (weekend: StoredWeekend, deleted = false) => ({
  ...weekendReply(weekend),
  productRacesChosenAt: weekend.productRacesChosenAt?.toISOString() ?? null,
  deleted,
})

type Dates = Pick<Weekend, 'startDate' | 'endDate'>

/** Whether a weekend would become longer than one may be; one of before that rule keeps its dates. */
export const becomesTooLong = (after: Dates, before: Dates | null): boolean =>
  daysBetween(after.startDate, after.endDate) >= MAX_WEEKEND_DAYS &&
  (before?.startDate !== after.startDate || before.endDate !== after.endDate)

const assertDates = <W extends NewWeekend>(weekend: W, before: Dates | null = null): W => {
  if (weekend.startDate > weekend.endDate) throw badField('endDate', 'must not be before the start date')
  if (becomesTooLong(weekend, before))
    throw badField('endDate', `must be at most ${MAX_WEEKEND_DAYS - 1} days after the start date`)
  return weekend
}

/** Builds a new weekend, which is never live (docs/rules.md, Weekends). */
export const newWeekend = (body: CreateWeekendBody): NewWeekend =>
  assertDates({
    ...body,
    startDate: asDay(body.timeZone, body.startDate),
    endDate: asDay(body.timeZone, body.endDate),
    status: 'inactive',
    productRaceIds: [],
    productRacesChosenAt: null,
    seasonId: null,
    round: null,
  })

/** Applies the sent fields; `status` and `isActive` change independently (docs/rules.md, Weekends). */
export const changedWeekend = (weekend: StoredWeekend, body: PatchWeekendBody): StoredWeekend => {
  const timeZone = body.timeZone ?? weekend.timeZone
  const changed = {
    ...weekend,
    name: body.name ?? weekend.name,
    description: body.description ?? weekend.description,
    venue: body.venue ?? weekend.venue,
    timeZone,
    startDate: body.startDate === undefined ? weekend.startDate : asDay(timeZone, body.startDate),
    endDate: body.endDate === undefined ? weekend.endDate : asDay(timeZone, body.endDate),
    isActive: body.isActive ?? weekend.isActive,
    status: body.status ?? weekend.status,
  }
  return assertDates(changed, weekend)
}

/** Copies a weekend without its races: as long as the original if the request has no end date, never live. */
export const copyOfWeekend = (original: StoredWeekend, body: DuplicateWeekendBody): NewWeekend => {
  const { timeZone } = original
  const startDate = body.startDate === undefined ? original.startDate : asDay(timeZone, body.startDate)
  const length = daysBetween(original.startDate, original.endDate)
  return assertDates({
    name: body.name ?? original.name,
    description: body.description ?? original.description,
    venue: body.venue ?? original.venue,
    timeZone,
    startDate,
    endDate: body.endDate === undefined ? dayAfter(startDate, length) : asDay(timeZone, body.endDate),
    isActive: body.isActive ?? false,
    status: 'inactive',
    productRaceIds: [],
    productRacesChosenAt: null,
    seasonId: null,
    round: null,
  })
}
