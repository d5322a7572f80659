import { findCategory, foldedSpelling } from '@purple-sector/contracts/categories'
import type { Entry, SessionEntry } from '@purple-sector/contracts/weekends/entries'
import type { Category, SessionType } from '@purple-sector/contracts/weekends/http'
import type { StoredRace } from '../races/race.ts'

const RACE_TYPES = ['race1', 'race2', 'race3', 'race4', 'race5', 'race6'] as const satisfies readonly SessionType[]

/**
 * A race's type by its order; `isOther` if its name has another number, or if it has none and is not the first race.
 */
type RaceType = { type: SessionType; isOther: boolean }

const typeAt = (index: number): SessionType | undefined => RACE_TYPES[index]

/** Parses the number from the name of an entered race. */
const numberIn = (name: string): number | undefined => {
  const digits = /(?:race|r)\s?(\d{1,3})$/i.exec(name.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const firstFree = (usedTypes: ReadonlySet<SessionType>, from = 0): SessionType | undefined =>
  RACE_TYPES.slice(from).find((type) => !usedTypes.has(type)) ?? RACE_TYPES.find((type) => !usedTypes.has(type))

/**
 * Determines the types of the races of one category that have numbers: these count over the weekend, or over the season
 * if one is above 6.
 */
const typesByNumber = (
  rows: readonly (SessionEntry & { number: number })[],
  races: readonly StoredRace[],
  usedTypes: Set<SessionType>,
  enteredTypes: ReadonlyMap<string, RaceType>,
): Map<string, RaceType> => {
  const entered = races.flatMap(({ name }) => numberIn(name) ?? [])
  const numbers = [...new Set([...entered, ...rows.map(({ number }) => number)])].toSorted((a, b) => a - b)
  const isOfSeason = numbers.some((number) => number > RACE_TYPES.length)
  const typeByName = new Map<string, RaceType>()
  for (const { name, number } of rows.toSorted((a, b) => a.number - b.number)) {
    if (isOfSeason && enteredTypes.has(foldedSpelling(name))) continue
    const index = isOfSeason ? numbers.indexOf(number) : number - 1
    const typeOfNumber = typeAt(index)
    const type =
      isOfSeason && (typeOfNumber === undefined || usedTypes.has(typeOfNumber))
        ? firstFree(usedTypes, index)
        : typeOfNumber
    if (type === undefined || typeByName.has(foldedSpelling(name))) continue
    usedTypes.add(type)
    typeByName.set(foldedSpelling(name), { type, isOther: type !== `race${number}` })
  }
  return typeByName
}

const byStart = (a: SessionEntry, b: SessionEntry): number => (a.start ?? '').localeCompare(b.start ?? '')

/**
 * Determines the types of races whose rows name no type, by category and folded name.
 * Numbers above 6 count over the season; races without a number take the remaining types, by their start. A race that
 * is already entered keeps its type in both cases. Races after the sixth have none.
 */
export const raceTypes = (rows: readonly Entry[], present: readonly StoredRace[], categories: readonly Category[]) => {
  const keyOf = (categoryName: string): string =>
    String(findCategory(categories, categoryName)?.id ?? foldedSpelling(categoryName))
  const sessions = rows.filter((row) => row.kind === 'session')
  const types = new Map<string, ReadonlyMap<string, RaceType>>()
  for (const [key, categoryRows] of Map.groupBy(sessions, ({ category }) => keyOf(category))) {
    const races = present.filter(
      ({ categoryId, sessionType }) => String(categoryId) === key && RACE_TYPES.some((type) => type === sessionType),
    )
    const enteredTypes = new Map(
      races.map(({ name, sessionType }): [string, RaceType] => [
        foldedSpelling(name),
        { type: sessionType, isOther: false },
      ]),
    )
    const explicitTypes = categoryRows.filter(({ namedRace }) => !namedRace).map(({ sessionType }) => sessionType)
    const usedTypes = new Set<SessionType>([...races.map(({ sessionType }) => sessionType), ...explicitTypes])
    const numberedRows = categoryRows.flatMap((row) =>
      row.namedRace?.number ? [{ ...row, number: row.namedRace.number }] : [],
    )
    const typeByName = new Map([...enteredTypes, ...typesByNumber(numberedRows, races, usedTypes, enteredTypes)])
    for (const { name } of categoryRows.filter(({ namedRace }) => namedRace?.number === null).toSorted(byStart)) {
      const type = typeByName.has(foldedSpelling(name)) ? undefined : firstFree(usedTypes)
      if (type === undefined) continue
      usedTypes.add(type)
      typeByName.set(foldedSpelling(name), { type, isOther: type !== 'race1' })
    }
    types.set(key, typeByName)
  }
  return ({ category, name }: SessionEntry): RaceType | undefined =>
    types.get(keyOf(category))?.get(foldedSpelling(name))
}
