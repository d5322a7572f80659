import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import { noSuchRace } from '../results/no-such-race.ts'
import type { TippingClient } from '../tipping-client.ts'
import type { Weekends } from '../weekends-client.ts'
import { type SessionOfWeekend, startOfPage, withEarlyStart } from './early-start.ts'
import { readClassification } from './read-classification.ts'
import type { Source } from './read-page.ts'
import { validatePage } from './validate-page.ts'

export type ImportDependencies = { weekends: Pick<Weekends, 'findRaceAndWeekend'> }
export type ResultImport = ImportDependencies & {
  sheetTimeoutMs: number
  tipping: Pick<TippingClient, 'getLockWithLateTips'>
}

/** Fetches a session from weekends, so that a car is found which was entered a moment ago because a page named it. */
export const sessionOf =
  ({ weekends }: ImportDependencies) =>
  async (raceId: number): Promise<SessionOfWeekend> => {
    const found = await weekends.findRaceAndWeekend(raceId)
    if (!found) throw noSuchRace()
    const { wholeWeekend } = found
    const race = wholeWeekend.races.find(({ data }) => data.id === raceId && !data.deleted)?.data
    if (!race) throw noSuchRace()
    const cars = wholeWeekend.cars.map(({ data }) => data).filter(({ deleted }) => !deleted)
    return {
      raceId,
      race,
      weekend: wholeWeekend.weekend.data,
      cars: cars.filter(({ categoryId }) => categoryId === race.categoryId),
      carsOfOtherCategories: cars.filter(({ categoryId }) => categoryId !== race.categoryId),
    }
  }

/** Parses a page or a sheet and validates it against a session; writes nothing (docs/timing-formats.md). */
export const importResult = ({ sheetTimeoutMs, tipping, ...dependencies }: ResultImport) => {
  const session = sessionOf(dependencies)
  const addStart = withEarlyStart(tipping)
  return async (raceId: number, source: Source): Promise<ParsedImport> => {
    const page = await readClassification(source, sheetTimeoutMs)
    const sessionOfRace = await session(raceId)
    const startedAt = startOfPage({ start: page.start, title: page.title, session: sessionOfRace })
    return addStart(validatePage(page, sessionOfRace), { at: startedAt, session: sessionOfRace })
  }
}
