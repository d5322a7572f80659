import type { Car } from '@purple-sector/contracts/weekends/http'
import { type Database, isUniqueViolation, type Transaction } from '@purple-sector/database'
import { carReply, type NewCar, type StoredCar } from './car.ts'
import { plateConflict } from './car-entry.ts'

type CarRow = {
  id: number
  weekend_id: number
  category_id: number
  category: string
  race_id: number | null
  number: number
  plate: string
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
type ListedRow = CarRow & { race_name: string | null; race_category: string | null }

const carOf = (row: CarRow): StoredCar => ({
  id: row.id,
  weekendId: row.weekend_id,
  categoryId: row.category_id,
  category: row.category,
  raceId: row.race_id,
  number: row.number,
  plate: row.plate,
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
  category_id: car.categoryId,
  race_id: car.raceId,
  number: car.number,
  plate: car.plate,
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

const carReplyOf = (row: ListedRow): Car => {
  const { race_id: id, race_name: name, race_category: category } = row
  return carReply(carOf(row), id === null || name === null || category === null ? null : { id, name, category })
}

type CarFilter = { weekendId?: number | undefined; categoryId?: number; withdrawn?: boolean }

export const carRepository = (sql: Database | Transaction) => {
  const selectWithRaces = () =>
    sql('cars as c')
      .join('categories as g', 'g.id', 'c.category_id')
      .leftJoin('races as r', 'r.id', 'c.race_id')
      .leftJoin('categories as rg', 'rg.id', 'r.category_id')
      .select('c.*', 'g.name as category', 'r.name as race_name', 'rg.name as race_category')

  /** Selects cars with the names of their categories, without races. */
  const selectCars = () =>
    sql('cars').select('cars.*', sql.raw('(select name from categories where id = cars.category_id) as category'))
  /** Retains the time of the last status change unless the status changes. */
  const atStatusChange = ({ status }: NewCar) =>
    sql.raw('case when status = ? then status_changed_at else clock_timestamp() end', [status])
  const byPlate = ({ weekendId, categoryId, plate }: NewCar) =>
    selectCars().where({ weekend_id: weekendId, category_id: categoryId, plate })

  return {
    async find(id: number): Promise<StoredCar | undefined> {
      const row: CarRow | undefined = await selectCars().where({ id }).first()
      return row && carOf(row)
    },

    /** Reads a car with the race it was entered through, as replies contain it. */
    async read(id: number): Promise<Car> {
      const row: ListedRow | undefined = await selectWithRaces().where('c.id', id).first()
      if (!row) throw new Error(`car ${id} is missing`)
      return carReplyOf(row)
    },

    /** Lists cars in the common order: by category, then by number, then by plate. */
    async list(filter: CarFilter): Promise<Car[]> {
      const rows: ListedRow[] = await selectWithRaces()
        .modify((query) => {
          if (filter.weekendId !== undefined) query.where('c.weekend_id', filter.weekendId)
          if (filter.categoryId !== undefined) query.where('c.category_id', filter.categoryId)
          if (filter.withdrawn !== undefined) query.where('c.withdrawn', filter.withdrawn)
        })
        .orderBy(['g.list_order', 'g.id', 'c.number', 'c.plate'])
      return rows.map(carReplyOf)
    },

    /**
     * Returns when the status of any of these cars changed last. Query it after listing the cars, so that it is never
     * too early.
     */
    async statusChangedAt({ weekendId, categoryId }: { weekendId: number; categoryId: number }): Promise<Date | null> {
      const [row]: { at: Date | null }[] = await sql('cars')
        .where({ weekend_id: weekendId, category_id: categoryId })
        .select(sql.raw('max(status_changed_at) as at'))
      return row?.at ?? null
    },

    async selectForUpdate(id: number): Promise<StoredCar | undefined> {
      const row: CarRow | undefined = await selectCars().where({ id }).forUpdate().first()
      return row && carOf(row)
    },

    /** Selects all cars of a weekend, or those entered through one race, for update in the order of their ids. */
    async selectAllForUpdate(where: { weekendId: number } | { raceId: number }): Promise<StoredCar[]> {
      const column = 'raceId' in where ? { race_id: where.raceId } : { weekend_id: where.weekendId }
      const rows: CarRow[] = await selectCars().where(column).orderBy('id').forUpdate()
      return rows.map(carOf)
    },

    /** Inserts a car; undefined if the plate is already entered in the category. */
    async insert(car: NewCar): Promise<StoredCar | undefined> {
      const [row]: { id: number }[] = await sql('cars')
        .insert(columnsOf(car))
        .onConflict(['weekend_id', 'category_id', 'plate'])
        .ignore()
        .returning('id')
      return row && { ...car, id: row.id }
    },

    async findByPlate(car: NewCar): Promise<StoredCar | undefined> {
      const row: CarRow | undefined = await byPlate(car).first()
      return row && carOf(row)
    },

    async selectByPlateForUpdate(car: NewCar): Promise<StoredCar | undefined> {
      const row: CarRow | undefined = await byPlate(car).forUpdate().first()
      return row && carOf(row)
    },

    /** Updates a car; of two concurrent updates to one plate, the unique constraint rejects the second. */
    async update(car: StoredCar): Promise<void> {
      try {
        await sql('cars')
          .where({ id: car.id })
          .update({ ...columnsOf(car), status_changed_at: atStatusChange(car) })
      } catch (error) {
        if (isUniqueViolation(error, 'cars_one_per_plate')) throw plateConflict(car.plate)
        throw error
      }
    },
  }
}
