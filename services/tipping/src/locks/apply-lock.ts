import { raceLockSet } from '@purple-sector/contracts/admin/events'
import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import type { Queue } from '@purple-sector/jobs'
import { recordPushedState } from '@purple-sector/messaging'
import { notFound } from '@purple-sector/service-kit/errors'
import { wakeScoring } from '../scoring/scoring-queue.ts'
import { lockStates } from './lock-read-model.ts'
import { setLock } from './set-lock.ts'

/** Applies a lock that race control pushes, as its event does; the second of the two changes nothing. */
export const applyLock =
  ({ database, queue }: { database: Database; queue: Queue }) =>
  async ({ request: state }: ParsedCall<typeof calls.applyLock>): Promise<CallAnswer<typeof calls.applyLock>> => {
    const { raceId } = state.data
    const { lock, needsScoring } = await database.transaction(async (sql) => {
      const isNew = await recordPushedState(sql, 'tipping', raceLockSet, state)
      const needsScoring = isNew && (await setLock(sql, state.data))
      const [lock] = await lockStates(sql, [raceId])
      return { lock, needsScoring }
    })
    if (needsScoring) await wakeScoring(queue, raceId)
    if (!lock) throw notFound('RACE_NOT_FOUND', 'There’s no such session.')
    return lock
  }
