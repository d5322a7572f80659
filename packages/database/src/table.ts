import type { Knex } from 'knex'
import type { Database, Transaction } from './open-database.ts'

/** What may be written: any of the columns, each as a value or as SQL. */
type Writing<Row> = { [Column in keyof Row]?: Row[Column] | Knex.Raw }

/**
 * A table by the type of its rows, as reading answers them: `const users = table<UserRow>('users')`, then
 * `users(sql).where({ id })` knows its columns. `Written` names columns that are written otherwise than they are read,
 * as jsonb is written as text. Declared per service, where knex's own list of tables is one for the whole program and
 * two services may each have a table `users`.
 */
export const table =
  <Row extends object, Written extends object = Record<never, never>>(name: string) =>
  (sql: Database | Transaction) =>
    sql<Knex.CompositeTableType<Row, Writing<Omit<Row, keyof Written> & Written>>>(name)
