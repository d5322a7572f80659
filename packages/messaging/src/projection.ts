import type { StateDefinition } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'
import { deletedOf } from './deleted-subjects.ts'
import { on, type Reaction } from './reactions.ts'

type ProjectionOptions<Data> = {
  /** The state of which the table keeps a copy. */
  state: StateDefinition<Data>
  table: string
  /** The columns of the table's key: `id` where nothing else is said. */
  key?: readonly string[]
  /** Fields of the state that are copied as they are, each into the column of its name: `weekendId` into `weekend_id`. */
  fields: readonly (keyof Data & string)[]
  /** Columns of another name, or written in another form, as jsonb is written as text. */
  columns?: (data: Data) => Record<string, unknown>
  /** What the row goes with (`weekend/3`): a state of a parent that was marked as deleted (`markDeleted`) changes nothing. */
  parents?: (data: Data) => readonly string[]
  /** Keeps the row of a deleted state, as it was last published, for what still refers to it. */
  keepsDeleted?: boolean
}

type Projection<Data> = {
  /** For the service's `subscriptions.ts`. */
  reaction: Reaction
  /**
   * Takes over states that came otherwise than by their event. Each subject at most once, and only those that
   * `noteState` or `noteStates` called newer in this transaction.
   */
  project(sql: Transaction, states: readonly Data[]): Promise<void>
}

const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isDeletion = (data: object): boolean => 'deleted' in data && data.deleted === true

/**
 * Declares a plain copy of another service's state: a row per subject, inserted or overwritten by each newer state, and
 * deleted by one with `deleted`. A projection that locks, deletes other rows, publishes or compares stays a handler (`on`).
 *
 * Of a subject an older state never overwrites a newer one, whatever order they come in: the reaction is handled with the
 * consumer's guard (`on`), `project` relies on the caller's (`noteState`). The same state again leaves the same row. States
 * of one call take at most three statements: deleted parents, deletions, upserts.
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
  const copied = fields.map((field) => [columnOf(field), field] as const)
  const rowOf = (data: Data): Record<string, unknown> => ({
    ...Object.fromEntries(copied.map(([column, field]) => [column, data[field]])),
    ...columns(data),
  })
  const keyOf = (row: Record<string, unknown>) => Object.fromEntries(key.map((column) => [column, row[column]]))
  const isRemoved = (data: Data): boolean => !keepsDeleted && isDeletion(data)

  const project = async (sql: Transaction, states: readonly Data[]): Promise<void> => {
    const deleted = await deletedOf(sql, states.flatMap(parents))
    const current = states.filter((data) => !parents(data).some((parent) => deleted.has(parent)))
    const removed = current.filter(isRemoved).map(rowOf)
    const kept = current.filter((data) => !isRemoved(data)).map(rowOf)
    if (removed.length > 0)
      await sql(table)
        .where((any) => {
          for (const row of removed) any.orWhere(keyOf(row))
        })
        .delete()
    if (kept.length > 0)
      await sql(table)
        .insert(kept)
        .onConflict([...key])
        .merge()
  }
  return { reaction: on(state, ({ data }, sql) => project(sql, [data])), project }
}
