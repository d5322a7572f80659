import { findCategory, foldedSpelling } from '@purple-sector/contracts/categories'
import type { Entry, SessionEntry } from '@purple-sector/contracts/weekends/entries'
import type { Category, SessionType } from '@purple-sector/contracts/weekends/http'
import type { StoredRace } from '../races/race.ts'

const RACE_TYPES = ['race1', 'race2', 'race3', 'race4', 'race5', 'race6'] as const satisfies readonly SessionType[]

/** A race's type by its order; `isOther` where its name has another number, or none and it is not the first. */
type RaceType = { type: SessionType; isOther: boolean }

const typeAt = (index: number): SessionType | undefined => RACE_TYPES[index]

/** Parses the number from the name of an entered race. */
const numberIn = (name: string): number | undefined => {
  const digits = /(?:race|r)\s?(\d{1,3})$/i.exec(name.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const firstFree = (taken: ReadonlySet<SessionType>, from = 0): SessionType | undefined =>
  RACE_TYPES.slice(from).find((type) => !taken.has(type)) ?? RACE_TYPES.find((type) => !taken.has(type))

/**
 * Types of the numbered races of one category: numbers count over the weekend, or over the season where one is above 6.
 */
const typesOfNumbered = (
  rows: readonly (SessionEntry & { number: number })[],
  races: readonly StoredRace[],
  taken: Set<SessionType>,
  known: ReadonlyMap<string, RaceType>,
): Map<string, RaceType> => {
  const entered = races.flatMap(({ name }) => numberIn(name) ?? [])
  const numbers = [...new Set([...entered, ...rows.map(({ number }) => number)])].toSorted((one, other) => one - other)
  const isOfSeason = numbers.some((number) => number > RACE_TYPES.length)
  const found = new Map<string, RaceType>()
  for (const { name, number } of rows.toSorted((one, other) => one.number - other.number)) {
    if (isOfSeason && known.has(foldedSpelling(name))) continue
    const at = isOfSeason ? numbers.indexOf(number) : number - 1
    const own = typeAt(at)
    const type = isOfSeason && (own === undefined || taken.has(own)) ? firstFree(taken, at) : own
    if (type === undefined || found.has(foldedSpelling(name))) continue
    taken.add(type)
    found.set(foldedSpelling(name), { type, isOther: type !== `race${number}` })
  }
  return found
}

const byStart = (one: SessionEntry, other: SessionEntry): number => (one.start ?? '').localeCompare(other.start ?? '')

/**
 * Determines the types of races whose rows name no type, by category and folded name.
 * Numbers above 6 count over the season; races without a number take the remaining types, by their start. A race that
 * is already entered keeps its type in both cases. Races after the sixth have none.
 */
export const raceTypes = (rows: readonly Entry[], present: readonly StoredRace[], categories: readonly Category[]) => {
  const keyOf = (named: string): string => String(findCategory(categories, named)?.id ?? foldedSpelling(named))
  const sessions = rows.filter((row) => row.kind === 'session')
  const types = new Map<string, ReadonlyMap<string, RaceType>>()
  for (const [key, own] of Map.groupBy(sessions, ({ category }) => keyOf(category))) {
    const races = present.filter(
      ({ categoryId, sessionType }) => String(categoryId) === key && RACE_TYPES.some((type) => type === sessionType),
    )
    const known = new Map(
      races.map(({ name, sessionType }): [string, RaceType] => [
        foldedSpelling(name),
        { type: sessionType, isOther: false },
      ]),
    )
    const written = own.filter(({ namedRace }) => !namedRace).map(({ sessionType }) => sessionType)
    const taken = new Set<SessionType>([...races.map(({ sessionType }) => sessionType), ...written])
    const numbered = own.flatMap((row) => (row.namedRace?.number ? [{ ...row, number: row.namedRace.number }] : []))
    const found = new Map([...known, ...typesOfNumbered(numbered, races, taken, known)])
    for (const { name } of own.filter(({ namedRace }) => namedRace?.number === null).toSorted(byStart)) {
      const type = found.has(foldedSpelling(name)) ? undefined : firstFree(taken)
      if (type === undefined) continue
      taken.add(type)
      found.set(foldedSpelling(name), { type, isOther: type !== 'race1' })
    }
    types.set(key, found)
  }
  return ({ category, name }: SessionEntry): RaceType | undefined =>
    types.get(keyOf(category))?.get(foldedSpelling(name))
}
