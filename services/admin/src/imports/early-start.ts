import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { clockTime, instantsAt } from '@purple-sector/service-kit/data/zoned-days'
import type { LockReview, TippingClient } from '../tipping-client.ts'
import { isOtherSession } from './session-title.ts'
import type { Session } from './validate-page.ts'

/** A session with its weekend, by whose days and time zone a page states a start. */
export type SessionOfWeekend = Session & {
  raceId: number
  weekend: Pick<Weekend, 'startDate' | 'endDate' | 'timeZone'>
}

/** The start as a page states it: circuit time without a year, `06-29T15:20`. */
type PageStart = { start: string | undefined; title: string | null; session: SessionOfWeekend }

/** When a session started, by its page or its feed. */
type Start = { at: Date | undefined; session: SessionOfWeekend }

/**
 * Returns the instant of a page's start on the weekend's day that it names, the first of two.
 * Undefined if it names no day of the weekend, or a time that the circuit's clock skips.
 */
export const startInWeekend = (
  start: string,
  { startDate, endDate, timeZone }: SessionOfWeekend['weekend'],
): Date | undefined => {
  const local = [startDate, endDate]
    .map((day) => `${day.slice(0, 4)}-${start}`)
    .find((each) => each.slice(0, 10) >= startDate && each.slice(0, 10) <= endDate)
  return local === undefined ? undefined : instantsAt(timeZone, local)[0]
}

const tips = (count: number): string => (count === 0 ? 'no tip' : count === 1 ? '1 tip' : `${count} tips`)

/** Whether a session that started at `at` accepted tips after that. */
const acceptedTips = (at: Date, { locksAt, now }: LockReview): boolean =>
  at < new Date(now) && (locksAt === null || at < new Date(locksAt))

/** Returns the start of a session by its page; undefined if the page's title is of another session. */
export const startOfPage = ({ start, title, session: { race, weekend } }: PageStart): Date | undefined =>
  start === undefined || (title !== null && isOtherSession(title, race)) ? undefined : startInWeekend(start, weekend)

/** Adds the session's start to a parsed import, and how many tips arrived after it, if the race still accepted tips. */
export const withEarlyStart =
  (tipping: Pick<TippingClient, 'getLockWithLateTips'>) =>
  async (parsed: ParsedImport, { at, session: { raceId, weekend } }: Start): Promise<ParsedImport> => {
    if (!at) return parsed
    const startedAt = at.toISOString()
    const review = await tipping.getLockWithLateTips(raceId, startedAt).catch(() => undefined)
    if (!review || !acceptedTips(at, review)) return { ...parsed, startedAt }
    const note = `It started at ${clockTime(weekend.timeZone, at)}; ${tips(review.lateTips)} came in after that.`
    return { ...parsed, startedAt, lateTips: review.lateTips, notes: [note, ...parsed.notes] }
  }
