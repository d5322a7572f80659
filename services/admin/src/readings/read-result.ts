import type { Reading } from '@purple-sector/contracts/admin/readings'
import { findWholeWeekend } from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import type { ServiceCalls } from '@purple-sector/service-kit'
import type { Weekends } from '../projections/ask-weekends.ts'
import { findRace } from '../projections/race-projection.ts'
import { noSuchRace } from '../results/judge-result.ts'
import { judgePage, type Session } from './judge-page.ts'
import { readClassification } from './read-classification.ts'
import type { Source } from './read-page.ts'

export type ReadingDependencies = { database: Database; weekends: Pick<Weekends, 'findRace'>; calls: ServiceCalls }
export type ResultReading = ReadingDependencies & { sheetTimeoutMs: number }

/** As weekends knows it now: a car may have been entered a moment ago, because a page named it. */
export const sessionOf =
  ({ database, weekends, calls }: ReadingDependencies) =>
  async (raceId: number): Promise<Session> => {
    const known = (await findRace(database, raceId)) ?? (await weekends.findRace(raceId))
    const outcome = known && (await calls.ask(findWholeWeekend, { params: { id: known.weekendId } }))
    if (outcome?.kind !== 'reply') throw noSuchRace()
    const race = outcome.reply.races.find(({ data }) => data.id === raceId && !data.deleted)?.data
    if (!race) throw noSuchRace()
    const cars = outcome.reply.cars.map(({ data }) => data).filter(({ deleted }) => !deleted)
    return {
      race,
      cars: cars.filter(({ categoryId }) => categoryId === race.categoryId),
      others: cars.filter(({ categoryId }) => categoryId !== race.categoryId),
    }
  }

/** What a page or a sheet says of a session; writes nothing (docs/timing-formats.md). */
export const readResult = ({ sheetTimeoutMs, ...dependencies }: ResultReading) => {
  const session = sessionOf(dependencies)
  return async (raceId: number, source: Source): Promise<Reading> => {
    const page = await readClassification(source, sheetTimeoutMs)
    return judgePage(page, await session(raceId))
  }
}
