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

const compiledOnce = (name: string, text: string): Compiled => {
  const known = compiled.get(name) ?? compile(text)
  compiled.set(name, known)
  return known
}

/**
 * Runs a statement that each connection parses and plans once, for what many people wait for at the same time: planning
 * a large statement costs more than running it. Bindings are named, as in `raw`; `name` belongs to this text alone. It
 * goes straight to the connection, past knex' own compiling, which costs as much again.
 */
export const prepared = async <Row>(
  sql: Database | Transaction,
  name: string,
  text: string,
  bindings: Record<string, unknown>,
): Promise<Result<Row>> => {
  const statement = compiledOnce(name, text)
  const values = statement.names.map((binding) => bindings[binding])
  const connection = await sql.client.acquireConnection()
  try {
    return await connection.query({ name, text: statement.text, values })
  } finally {
    await sql.client.releaseConnection(connection)
  }
}
