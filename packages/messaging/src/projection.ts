import type { StateDefinition } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'
import { deletedOf } from './deleted-subjects.ts'
import { type EventHandler, on } from './event-handlers.ts'

type ProjectionOptions<Data> = {
  /** The state that the table copies. */
  state: StateDefinition<Data>
  table: string
  /** The columns of the table's key; default `id`. */
  key?: readonly string[]
  /** Fields copied unchanged into the column of the same name: `weekendId` into `weekend_id`. */
  fields: readonly (keyof Data & string)[]
  /** Columns with another name or another form, e.g. jsonb written as text. */
  columns?: (data: Data) => Record<string, unknown>
  /** Subjects the row is deleted with (`weekend/3`): a state of a deleted parent (`markDeleted`) changes nothing. */
  parents?: (data: Data) => readonly string[]
  /** Keeps the row of a deleted state, as last published, because other rows refer to it. */
  keepsDeleted?: boolean
}

type Projection<Data> = {
  /** For the service's `subscriptions.ts`. */
  handler: EventHandler
  /**
   * Applies states that were pushed by a call. Pass each subject at most once, and only states that `recordPushedState`
   * or `recordPushedStates` reported as newer in this transaction.
   */
  project(sql: Transaction, states: readonly Data[]): Promise<void>
}

const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isDeletion = (data: object): boolean => 'deleted' in data && data.deleted === true

/**
 * Declares a plain copy of another service's state: one row per subject.
 *
 * Each newer state inserts or overwrites the row; one with `deleted` deletes it. A projection that locks, deletes other
 * rows, publishes or compares needs a handler of its own (`on`).
 *
 * An older state never overwrites a newer one of its subject: the handler relies on the consumer's guard (`on`),
 * `project` on the caller's (`recordPushedState`). Applying a state again leaves the row unchanged. One call takes at
 * most three statements: deleted parents, deletions, upserts.
 */
export const defineProjection = <Data extends object>({
  state,
  table,
  key = ['id'],
  fields,
  columns = () => ({}),
  parents = () => [],
  keepsDeleted = false,
}: ProjectionOptions<Data>): Projection<Data> => {
  const copiedFields = fields.map((field) => [columnOf(field), field] as const)
  const rowOf = (data: Data): Record<string, unknown> => ({
    ...Object.fromEntries(copiedFields.map(([column, field]) => [column, data[field]])),
    ...columns(data),
  })
  const keyOf = (row: Record<string, unknown>) => Object.fromEntries(key.map((column) => [column, row[column]]))
  const isRemoved = (data: Data): boolean => !keepsDeleted && isDeletion(data)

  const project = async (sql: Transaction, states: readonly Data[]): Promise<void> => {
    const deletedParents = await deletedOf(sql, states.flatMap(parents))
    const current = states.filter((data) => !parents(data).some((parent) => deletedParents.has(parent)))
    const deletions = current.filter(isRemoved).map(rowOf)
    const upserts = current.filter((data) => !isRemoved(data)).map(rowOf)
    if (deletions.length > 0)
      await sql(table)
        .where((where) => {
          for (const row of deletions) where.orWhere(keyOf(row))
        })
        .delete()
    if (upserts.length > 0)
      await sql(table)
        .insert(upserts)
        .onConflict([...key])
        .merge()
  }
  return { handler: on(state, ({ data }, sql) => project(sql, [data])), project }
}
