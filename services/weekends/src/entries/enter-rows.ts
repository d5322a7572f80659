import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type { Entry, EntryOutcome, enterRows } from '@purple-sector/contracts/weekends/entries'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { carState, type StoredCar } from '../cars/car.ts'
import { carRepository } from '../cars/car-repository.ts'
import { categoryState } from '../categories/category.ts'
import { categoryRepository } from '../categories/category-repository.ts'
import { lockCategories } from '../categories/lock-categories.ts'
import type { Written } from '../commit.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publish } from '../published.ts'
import { raceReply, raceState, type StoredRace } from '../races/race.ts'
import { raceRepository } from '../races/race-repository.ts'
import { lockWeekend } from '../weekends/lock-weekend.ts'
import { type Change, decideRows, type RowsDecision } from './decide-rows.ts'
import type { Decided } from './row-decision.ts'

type Call = ParsedCall<typeof enterRows>
type EnterRowsReply = CallAnswer<typeof enterRows>

const outcomeOf = ({ row }: Entry, decided: Decided): EntryOutcome =>
  'message' in decided ? { outcome: 'refused', row, ...decided } : { outcome: 'entered', row, ...decided }

const replyOf = (rows: readonly Entry[], { decided, categories }: RowsDecision): EnterRowsReply => ({
  outcomes: rows.flatMap((row, index) => (decided[index] ? [outcomeOf(row, decided[index])] : [])),
  newCategories: categories.map(({ name }) => name),
})

/** Maps the temporary ids of new entries to stored ids. */
type Ids = Map<number, number>
const storedId = (ids: Ids, id: number): number => ids.get(id) ?? id

const storeCategories = async (sql: Transaction, { categories }: RowsDecision): Promise<Ids> => {
  const repository = categoryRepository(sql)
  const ids: Ids = new Map()
  for (const { id } of categories) ids.set(id, await repository.nextId())
  await repository.save(categories.map((category) => ({ ...category, id: storedId(ids, category.id) })))
  return ids
}

const storeRaces = async (sql: Transaction, { races }: RowsDecision, categoryIds: Ids) => {
  const repository = raceRepository(sql)
  const ids: Ids = new Map()
  const stored: Change<StoredRace>[] = []
  for (const { before, after } of races) {
    const { id, ...race } = { ...after, categoryId: storedId(categoryIds, after.categoryId) }
    if (before) await repository.update(after)
    const saved = before ? after : await repository.insert(race)
    ids.set(id, saved.id)
    stored.push({ before, after: saved })
  }
  return { ids, stored }
}

const storeCars = async (sql: Transaction, { cars }: RowsDecision, categoryIds: Ids, raceIds: Ids) => {
  const repository = carRepository(sql)
  const stored: Change<StoredCar>[] = []
  for (const { before, after } of cars) {
    const raceId = after.raceId === null ? null : storedId(raceIds, after.raceId)
    const { id, ...car } = { ...after, categoryId: storedId(categoryIds, after.categoryId), raceId }
    if (before) await repository.update({ ...car, id })
    const saved = before ? { ...car, id } : await repository.insert(car)
    if (!saved) throw new Error(`car #${car.plate} is entered already`)
    stored.push({ before, after: saved })
  }
  return stored
}

/** Stores and publishes the decisions as if each row had been entered by hand. */
const store = async (
  sql: Transaction,
  { weekendId, caller, at }: { weekendId: number; caller: Actor; at: Date },
  decision: RowsDecision,
) => {
  const categoryIds = await storeCategories(sql, decision)
  const races = await storeRaces(sql, decision, categoryIds)
  const cars = await storeCars(sql, decision, categoryIds, races.ids)
  const listedCars = new Map((await carRepository(sql).list({ weekendId })).map((car) => [car.id, car]))
  const categories = decision.categories.map((category) => ({ ...category, id: storedId(categoryIds, category.id) }))
  const auditFields = { at, caller }
  const actions = [
    ...categories.map((after) =>
      adminAction({
        ...auditFields,
        action: 'category.created',
        subject: { type: 'category', id: after.id },
        before: null,
        after,
      }),
    ),
    ...races.stored.map(({ before, after }) =>
      adminAction({
        ...auditFields,
        action: before ? 'race.changed' : 'race.created',
        subject: { type: 'race', id: after.id },
        before: before && raceReply(before, at),
        after: raceReply(after, at),
      }),
    ),
    ...cars.map(({ before, after }) =>
      adminAction({
        ...auditFields,
        action: before ? 'car.changed' : 'car.entered',
        subject: { type: 'car', id: after.id },
        before,
        after: before ? after : listedCars.get(after.id),
      }),
    ),
  ]
  const states = {
    categories: categories.map((category) => categoryState(category)),
    races: races.stored.map(({ after }) => raceState(after)),
    cars: cars.map(({ after }) => carState(after)),
  }
  return actions.length === 0 ? undefined : publish(sql, weekendId, states, ...actions)
}

const decideLocked = async (sql: Transaction, { params: { id }, request: { rows, preview } }: Call) => {
  const addsCategories = rows.some(({ kind }) => kind === 'session') && !preview
  // Exclusive lock: no other entry, by hand or by workbook, may change the weekend while the rows are decided.
  const weekend = await lockWeekend(sql, 'exclusive', id)
  const categories = await lockCategories(sql, addsCategories ? 'exclusive' : 'shared')
  const races = (await raceRepository(sql).selectAllForUpdate(id)).map(({ race }) => race)
  const cars = await carRepository(sql).selectAllForUpdate({ weekendId: id })
  const now = await databaseTime(sql)
  return { now, decision: decideRows(rows, { weekend, categories, races, cars, now }) }
}

/**
 * Enters the rows of a workbook in one transaction: sessions, then cars.
 * Rejected rows write nothing; a preview decides in the same way and stores nothing.
 */
export const enterRowsOf =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (call: Call): Promise<EnterRowsReply> =>
    commit(async (sql): Promise<Written<EnterRowsReply>> => {
      const { rows, preview, actor } = call.request
      const { now, decision } = await decideLocked(sql, call)
      const reply = replyOf(rows, decision)
      if (preview) return { reply }
      const published = await store(sql, { weekendId: call.params.id, caller: actor, at: now }, decision)
      return published ? { reply, published } : { reply }
    })
