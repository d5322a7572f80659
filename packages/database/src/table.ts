import type { Knex } from 'knex'
import type { Database, Transaction } from './open-database.ts'

/** Values for a write: any of the columns, each as a value or as SQL. */
type WritableColumns<Row> = { [Column in keyof Row]?: Row[Column] | Knex.Raw }

/**
 * Types a table by the rows that a read returns: after `const users = table<UserRow>('users')`,
 * `users(sql).where({ id })` knows its columns.
 *
 * `Written` names columns that are written in another form than they are read, e.g. jsonb as text. It is declared per
 * service, because knex has one list of tables for the whole program and two services may each have a table `users`.
 */
export const table =
  <Row extends object, Written extends object = Record<never, never>>(name: string) =>
  (sql: Database | Transaction) =>
    sql<Knex.CompositeTableType<Row, WritableColumns<Omit<Row, keyof Written> & Written>>>(name)
