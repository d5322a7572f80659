import type { Transaction } from '@purple-sector/database'

/** The relays of this process by the configuration object of their database, which its transactions share. */
const relays = new WeakMap<object, Set<() => void>>()
const announced = new WeakSet<object>()

/** Lets commits on this database poke the relay; answers how to end that. */
export const registerRelay = (config: object, poke: () => void): (() => void) => {
  const pokes = relays.get(config) ?? new Set()
  relays.set(config, pokes.add(poke))
  return () => void pokes.delete(poke)
}

const outermost = (sql: Transaction): Transaction =>
  sql.parentTransaction === undefined ? sql : outermost(sql.parentTransaction)

/** Once the transaction has committed, pokes this process's relay of its database; at most once per transaction. */
export const pokeAfterCommit = (sql: Transaction): void => {
  const transaction = outermost(sql)
  if (announced.has(transaction)) return
  announced.add(transaction)
  const pokeAll = (): void => {
    for (const poke of relays.get(transaction.client.config) ?? []) poke()
  }
  transaction.executionPromise.then(pokeAll, () => {})
}
