import type { Database, Transaction } from './open-database.ts'

type Compiled = { text: string; names: string[] }
type Result<Row> = { rows: Row[]; rowCount: number | null }

const cache = new Map<string, Compiled>()

/** Replaces `:name` by its parameter number; `::type` and time formats such as `HH24:MI` are not replaced. */
const compile = (text: string): Compiled => {
  const names: string[] = []
  const numberedText = text.replaceAll(/(?<!:):([a-z]\w*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { text: numberedText, names }
}

/** Caches by text: in the embedded product services share a process, and their statements may have equal names. */
const compileCached = (text: string): Compiled => {
  const compiled = cache.get(text) ?? compile(text)
  cache.set(text, compiled)
  return compiled
}

const bindingOf = (bindings: Record<string, unknown>, binding: string): unknown => {
  if (!(binding in bindings)) throw new Error(`The statement has no value for :${binding}.`)
  return bindings[binding]
}

/**
 * Runs a statement that each connection parses and plans once, for hot paths where planning costs more than running.
 *
 * Not for statements that sometimes read few rows and sometimes very many, nor for queues that fill quickly: the plan
 * fits the table sizes of its first use. Bindings are named, as in `raw`, and start in lower case; within a service,
 * `name` must be unique to this text. It goes directly to the connection, past the query compiler of knex, which costs
 * as much again, and past its event `query`.
 *
 * The statement lists the columns that it returns: after `select *`, Postgres rejects it on every connection that has
 * planned it once a migration adds a column (`cached plan must not change result type`). @throws when a binding has no
 * value
 */
export const prepared = async <Row>(
  sql: Database | Transaction,
  name: string,
  text: string,
  bindings: Record<string, unknown>,
): Promise<Result<Row>> => {
  const statement = compileCached(text)
  const values = statement.names.map((binding) => bindingOf(bindings, binding))
  const connection = await sql.client.acquireConnection()
  try {
    return await connection.query({ name, text: statement.text, values })
  } finally {
    await sql.client.releaseConnection(connection)
  }
}
