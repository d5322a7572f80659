import { timingStarted } from '@purple-sector/contracts/admin/events'
import type { Transaction } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { conflict } from '@purple-sector/service-kit/errors'
import { raceRepository } from './race-repository.ts'

/** Records that a race has live timing, so that it cannot be reopened; a deleted race is ignored. */
export const onTimingStarted = on(timingStarted, async ({ data: { raceId } }, sql) => {
  if (await raceRepository(sql).selectForUpdate(raceId))
    await sql('timed_races').insert({ race_id: raceId }).onConflict('race_id').ignore()
})

/** Rejects a race with live timing. Call it in the transaction that has locked the race. */
export const assertNoLiveTiming = async (
  sql: Transaction,
  { id, name }: { id: number; name: string },
): Promise<void> => {
  if (await sql('timed_races').where({ race_id: id }).first('race_id'))
    throw conflict('HAS_TIMING', `${name} has live timing: it cannot be opened for tips again.`)
}
