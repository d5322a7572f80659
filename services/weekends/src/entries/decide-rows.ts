import type { Entry } from '@purple-sector/contracts/weekends/entries'
import type { Category } from '@purple-sector/contracts/weekends/http'
import type { StoredCar } from '../cars/car.ts'
import type { StoredRace } from '../races/race.ts'
import { decideCar } from './car-row.ts'
import { raceTypes } from './race-types.ts'
import { type Decided, isRejected, rejected } from './row-decision.ts'
import { decideSession } from './session-row.ts'

export type Change<Subject> = { before: Subject | null; after: Subject }

/** The entries before the rows. */
export type PresentEntries = {
  weekend: { id: number; timeZone: string }
  categories: readonly Category[]
  races: readonly StoredRace[]
  cars: readonly StoredCar[]
  now: Date
}

/** The outcome of each row, in the order of the rows, and the changes to store. New entries have negative ids. */
export type RowsDecision = {
  decided: Decided[]
  categories: Category[]
  races: Change<StoredRace>[]
  cars: Change<StoredCar>[]
}

const replaced = <Subject extends { id: number }>(subjects: readonly Subject[], after: Subject): Subject[] => [
  ...subjects.filter(({ id }) => id !== after.id),
  after,
]

const isChange = <Subject>({ before, after }: Change<Subject>): boolean => before !== after

/** Decides sessions first, whichever sheet they are in, because cars may refer to them and to categories they add. */
export const decideRows = (rows: readonly Entry[], present: PresentEntries): RowsDecision => {
  const { weekend, now } = present
  let { categories, races, cars } = present
  const decided = new Map<Entry, Decided>()
  const [added, changedRaces, changedCars]: [Category[], Change<StoredRace>[], Change<StoredCar>[]] = [[], [], []]
  const [raceRows, carRows] = [new Map<number, number>(), new Map<number, number>()]

  const typeOf = raceTypes(rows, races, categories)
  for (const row of rows) {
    if (row.kind !== 'session') continue
    const raceType = row.namedRace ? typeOf(row) : undefined
    if (row.namedRace && !raceType) {
      decided.set(
        row,
        rejected('sessionType', `A weekend has race1 to race6 of a category: ${row.name} would be one more.`),
      )
      continue
    }
    const typedRow = raceType ? { ...row, sessionType: raceType.type } : row
    const decision = decideSession(typedRow, { weekend, categories, races, rows: raceRows, now })
    decided.set(
      row,
      raceType?.isOther && !isRejected(decision.decided)
        ? { ...decision.decided, readAs: raceType.type }
        : decision.decided,
    )
    const { category, race } = decision
    if (category) {
      added.push(category)
      categories = [...categories, category]
    }
    if (!race) continue
    raceRows.set(race.after.id, row.row)
    races = replaced(races, race.after)
    if (isChange(race)) changedRaces.push(race)
  }
  for (const row of rows) {
    if (row.kind !== 'car') continue
    const { decided: outcome, car } = decideCar(row, { weekend, categories, races, cars, rows: carRows })
    decided.set(row, outcome)
    if (!car) continue
    carRows.set(car.after.id, row.row)
    cars = replaced(cars, car.after)
    if (isChange(car)) changedCars.push(car)
  }
  const inOrder = rows.flatMap((row) => decided.get(row) ?? [])
  return { decided: inOrder, categories: added, races: changedRaces, cars: changedCars }
}
