import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { clockTime, instantsAt } from '@purple-sector/service-kit/data/zoned-days'
import type { LockReview, Tipping } from '../results/tipping-client.ts'
import { isOtherSession } from './session-title.ts'
import type { Session } from './validate-page.ts'

/** A session with its weekend, by whose days and clock a page says when it started. */
export type SessionOfWeekend = Session & {
  raceId: number
  weekend: Pick<Weekend, 'startDate' | 'endDate' | 'timeZone'>
}

/** What a page says of its start: by the circuit's clock and without a year, `06-29T15:20`. */
type PageStart = { start: string | undefined; title: string | null; session: SessionOfWeekend }

/** When a session started, by its page or its feed. */
type Start = { at: Date | undefined; session: SessionOfWeekend }

/**
 * The instant of a page's start on the day of the weekend that it names, the first of two; undefined where it names no
 * day of it, or a time that the circuit's clock skips.
 */
export const startInWeekend = (
  start: string,
  { startDate, endDate, timeZone }: SessionOfWeekend['weekend'],
): Date | undefined => {
  const shown = [startDate, endDate]
    .map((day) => `${day.slice(0, 4)}-${start}`)
    .find((each) => each.slice(0, 10) >= startDate && each.slice(0, 10) <= endDate)
  return shown === undefined ? undefined : instantsAt(timeZone, shown)[0]
}

const tips = (count: number): string => (count === 0 ? 'no tip' : count === 1 ? '1 tip' : `${count} tips`)

/** Whether a session that started at `at` still took tips after that. */
const tookTips = (at: Date, { locksAt, now }: LockReview): boolean =>
  at < new Date(now) && (locksAt === null || at < new Date(locksAt))

/** The start of a session by its page; undefined where the page is headed as another session. */
export const startOfPage = ({ start, title, session: { race, weekend } }: PageStart): Date | undefined =>
  start === undefined || (title !== null && isOtherSession(title, race)) ? undefined : startInWeekend(start, weekend)

/** Adds to a reading when the session started, and where it took tips after that, how many came in. */
export const withEarlyStart =
  (tipping: Pick<Tipping, 'reviewLock'>) =>
  async (reading: ParsedImport, { at, session: { raceId, weekend } }: Start): Promise<ParsedImport> => {
    if (!at) return reading
    const startedAt = at.toISOString()
    const review = await tipping.reviewLock(raceId, startedAt).catch(() => undefined)
    if (!review || !tookTips(at, review)) return { ...reading, startedAt }
    const note = `It started at ${clockTime(weekend.timeZone, at)}; ${tips(review.lateTips)} came in after that.`
    return { ...reading, startedAt, lateTips: review.lateTips, notes: [note, ...reading.notes] }
  }
