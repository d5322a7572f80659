import { takeGroup } from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { every, type Logger, type Running } from '@purple-sector/service-kit'
import { endsMemberships, type Tipping } from './ask-tipping.ts'
import type { Published } from './published.ts'

const BATCH_SIZE = 100
const SWEEP_INTERVAL_MS = 5_000
/** Longer than a hand-over takes: a younger one is still being made by the request that ended the membership. */
const ABANDONED_AFTER_S = 15

type Row = { id: string; published: unknown }

/**
 * Endings of memberships that are committed and that tipping may not have taken. They are rows, so that a repetition of
 * the request, which finds no membership any more, is not answered before tipping has taken the ending either, though the
 * process that committed it has ended.
 */
export const pendingEndings = (database: Database, tipping: Pick<Tipping, 'takeGroup'>) => {
  const remove = async (id: string): Promise<void> => {
    await database('pending_endings').where({ id }).delete()
  }
  const find = (olderThanSeconds: number): PromiseLike<Row[]> =>
    database('pending_endings')
      .whereRaw('committed_at <= clock_timestamp() - make_interval(secs => ?)', [olderThanSeconds])
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select('id', 'published')

  return {
    /** Stores what a write has ended, in its transaction; undefined where it ended nothing. */
    async note(sql: Transaction, published: Published | undefined): Promise<string | undefined> {
      if (!published || !endsMemberships(published)) return undefined
      const [row] = await sql('pending_endings')
        .insert({ published: JSON.stringify(published) })
        .returning('id')
      return row.id
    },

    remove,

    /** Hands over all that were committed so many seconds ago; throws where tipping does not answer. */
    async handOver(olderThanSeconds = 0): Promise<void> {
      for (const { id, published } of await find(olderThanSeconds)) {
        const states: Published = takeGroup.request.parse(published)
        await tipping.takeGroup(states)
        await remove(id)
      }
    },
  }
}

export type PendingEndings = ReturnType<typeof pendingEndings>

/** Hands over what a process that ended has left. */
export const startEndingSweep = (endings: PendingEndings, log: Logger): Running =>
  every(SWEEP_INTERVAL_MS, log, 'hand-over of ended memberships', () => endings.handOver(ABANDONED_AFTER_S))
