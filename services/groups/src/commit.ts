import type { Database, Transaction } from '@purple-sector/database'
import { awaitingEvents } from '@purple-sector/service-kit/not-here-yet'
import type { Once } from '@purple-sector/service-kit/once'
import * as kit from '@purple-sector/service-kit/write-once'
import type { Tipping } from './ask-tipping.ts'
import type { Published } from './published.ts'

export type Written<T> = kit.Written<T, Published>

/**
 * Commits a write and hands what it published to tipping before anybody is answered. Where it names what is not here yet
 * (`notHereYet`) it is tried again for a moment.
 */
export type Commit = <T>(write: (sql: Transaction) => Promise<Written<T>>, once?: Once) => Promise<T>

export const committing =
  ({ database, tipping }: { database: Database; tipping: Pick<Tipping, 'takeGroup'> }): Commit =>
  async (write, once) => {
    const { reply, published } = await awaitingEvents(() => kit.writeOnce(database, write, once))
    if (published) await tipping.takeGroup(published)
    return reply
  }
