import type { Category } from '@purple-sector/contracts/categories'
import { CATEGORIES } from '@purple-sector/contracts/categories'
import type { Car } from '@purple-sector/contracts/weekends/http'
import type { Database, Transaction } from '@purple-sector/database'
import { carReply, type NewCar, type StoredCar } from './car.ts'

type CarRow = {
  id: number
  weekend_id: number
  category: Category
  race_id: number | null
  number: number
  name: string
  driver: string
  co_driver: string | null
  team: string
  manufacturer: string
  model: string | null
  class: string | null
  status: StoredCar['status']
  withdrawn: boolean
}
type ListedRow = CarRow & { race_name: string | null; race_category: Category | null }

const carOf = (row: CarRow): StoredCar => ({
  id: row.id,
  weekendId: row.weekend_id,
  category: row.category,
  raceId: row.race_id,
  number: row.number,
  name: row.name,
  driver: row.driver,
  coDriver: row.co_driver,
  team: row.team,
  manufacturer: row.manufacturer,
  model: row.model,
  class: row.class,
  status: row.status,
  withdrawn: row.withdrawn,
})

const columnsOf = (car: NewCar) => ({
  weekend_id: car.weekendId,
  category: car.category,
  race_id: car.raceId,
  number: car.number,
  name: car.name,
  driver: car.driver,
  co_driver: car.coDriver,
  team: car.team,
  manufacturer: car.manufacturer,
  model: car.model,
  class: car.class,
  status: car.status,
  withdrawn: car.withdrawn,
})

const repliedOf = (row: ListedRow): Car => {
  const { race_id: id, race_name: name, race_category: category } = row
  return carReply(carOf(row), id === null || name === null || category === null ? null : { id, name, category })
}

type CarFilter = { weekendId?: number | undefined; category?: Category; withdrawn?: boolean }

export const carRepository = (sql: Database | Transaction) => {
  const select = () =>
    sql('cars as c')
      .leftJoin('races as r', 'r.id', 'c.race_id')
      .select('c.*', 'r.name as race_name', 'r.category as race_category')

  return {
    async find(id: number): Promise<StoredCar | undefined> {
      const row: CarRow | undefined = await sql('cars').where({ id }).first()
      return row && carOf(row)
    },

    /** The car with the race it was entered through, as replies show it. */
    async read(id: number): Promise<Car> {
      const row: ListedRow | undefined = await select().where('c.id', id).first()
      if (!row) throw new Error(`car ${id} is gone`)
      return repliedOf(row)
    },

    /** In the order of every list: by category, then by number. */
    async list(filter: CarFilter): Promise<Car[]> {
      const rows: ListedRow[] = await select()
        .modify((query) => {
          if (filter.weekendId !== undefined) query.where('c.weekend_id', filter.weekendId)
          if (filter.category !== undefined) query.where('c.category', filter.category)
          if (filter.withdrawn !== undefined) query.where('c.withdrawn', filter.withdrawn)
        })
        .orderByRaw('array_position(?::text[], c.category), c.number, c.id', [[...CATEGORIES]])
      return rows.map(repliedOf)
    },

    async hold(id: number): Promise<StoredCar | undefined> {
      const row: CarRow | undefined = await sql('cars').where({ id }).forUpdate().first()
      return row && carOf(row)
    },

    /** All cars of a weekend, or those entered through one race, locked in the order of their ids. */
    async holdAll(where: { weekendId: number } | { raceId: number }): Promise<StoredCar[]> {
      const column = 'raceId' in where ? { race_id: where.raceId } : { weekend_id: where.weekendId }
      const rows: CarRow[] = await sql('cars').where(column).orderBy('id').forUpdate()
      return rows.map(carOf)
    },

    /** Undefined where the number is entered in the category already. */
    async insert(car: NewCar): Promise<StoredCar | undefined> {
      const [row]: CarRow[] = await sql('cars')
        .insert(columnsOf(car))
        .onConflict(['weekend_id', 'category', 'number'])
        .ignore()
        .returning('*')
      return row && carOf(row)
    },

    async holdByNumber({ weekendId, category, number }: NewCar): Promise<StoredCar | undefined> {
      const row: CarRow | undefined = await sql('cars')
        .where({ weekend_id: weekendId, category, number })
        .forUpdate()
        .first()
      return row && carOf(row)
    },

    async update(car: StoredCar): Promise<void> {
      await sql('cars').where({ id: car.id }).update(columnsOf(car))
    },
  }
}
