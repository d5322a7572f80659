import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import type { StoredWeekend } from '../weekends/weekend.ts'
import type { EventContent } from './calendar-entry.ts'

/** The parts of a round that a calendar shows: days in its own time zone. */
export type RoundContent = EventContent & { startDate: string; endDate: string }

/** Returns the content of each announced round by its weekend. A round that is not announced (any more) has none. */
export const roundContents = (weekends: readonly StoredWeekend[]): Map<number, RoundContent> =>
  new Map(
    weekends
      .filter(isOpenToAll)
      .map(({ id, round, name, venue, startDate, endDate }) => [
        id,
        { title: `Round ${round}: ${name}`, location: venue, startDate, endDate, isCancelled: false },
      ]),
  )
