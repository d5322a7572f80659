import { weekendSubject } from '@purple-sector/contracts/event'
import { carChanged } from '@purple-sector/contracts/weekends/events'
import type { Database, Transaction } from '@purple-sector/database'
import { defineProjection } from '@purple-sector/messaging'

type CarNames = { number: number; plate: string; driver: string; team: string }
export type Car = CarNames & { id: number; weekendId: number; categoryId: number; withdrawn: boolean }

type Row = CarNames & { id: number; weekend_id: number; category_id: number; withdrawn: boolean }

const carOf = ({ weekend_id, category_id, ...row }: Row): Car => ({
  ...row,
  weekendId: weekend_id,
  categoryId: category_id,
})

/** Finds cars, withdrawn ones too: they keep their place in results (docs/rules.md, Cars). */
export const findCars = async (sql: Database | Transaction, ids: readonly number[]): Promise<Map<number, Car>> => {
  const rows = await sql<Row>('cars').whereRaw('id = any(?::bigint[])', [ids as number[]])
  return new Map(rows.map((row) => [row.id, carOf(row)]))
}

/** Finds all cars that are, or were, entered in a category of a weekend. */
export const findEntered = async (
  sql: Database | Transaction,
  { weekendId, categoryId }: { weekendId: number; categoryId: number },
): Promise<Car[]> => {
  const rows = await sql<Row>('cars').where({ weekend_id: weekendId, category_id: categoryId }).orderBy('id')
  return rows.map(carOf)
}

export const { handler: onCarChanged, project: projectCars } = defineProjection({
  state: carChanged,
  table: 'cars',
  fields: ['id', 'weekendId', 'categoryId', 'number', 'plate', 'driver', 'team', 'withdrawn'],
  parents: ({ weekendId }) => [weekendSubject(weekendId)],
})
