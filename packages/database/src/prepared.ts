import type { Database, Transaction } from './open-database.ts'

type Compiled = { text: string; names: string[] }
type Result<Row> = { rows: Row[]; rowCount: number | null }

const compiled = new Map<string, Compiled>()

/** `:name` becomes the number of its binding; `::type` stays, and so does a time's format such as `HH24:MI`. */
const compile = (text: string): Compiled => {
  const names: string[] = []
  const numbered = text.replaceAll(/(?<!:):([a-z]\w*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { text: numbered, names }
}

/** By the text: in the embedded product services share a process, and each names its own statements. */
const compiledOnce = (text: string): Compiled => {
  const known = compiled.get(text) ?? compile(text)
  compiled.set(text, known)
  return known
}

const bindingOf = (bindings: Record<string, unknown>, binding: string): unknown => {
  if (!(binding in bindings)) throw new Error(`The statement has no value for :${binding}.`)
  return bindings[binding]
}

/**
 * Runs a statement that each connection parses and plans once, for what many people wait for at the same time: planning
 * a large statement costs more than running it. Not for what reads few rows at one time and very many at another, nor for
 * queues that fill at once: the plan is of the sizes it was made for. Bindings are named, as in `raw`, and begin in lower
 * case; in a service `name` belongs to this text alone. It goes straight to the connection, past knex' own compiling,
 * which costs as much again, and past its event `query`.
 * @throws where a binding has no value
 */
export const prepared = async <Row>(
  sql: Database | Transaction,
  name: string,
  text: string,
  bindings: Record<string, unknown>,
): Promise<Result<Row>> => {
  const statement = compiledOnce(text)
  const values = statement.names.map((binding) => bindingOf(bindings, binding))
  const connection = await sql.client.acquireConnection()
  try {
    return await connection.query({ name, text: statement.text, values })
  } finally {
    await sql.client.releaseConnection(connection)
  }
}
