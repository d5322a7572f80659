import { timingStarted } from '@purple-sector/contracts/admin/events'
import type { Transaction } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { conflict } from '@purple-sector/service-kit/errors'
import { raceRepository } from './race-repository.ts'

/** A race whose cars run by live timing does not open again; one that is gone has nothing to note. */
export const onTimingStarted = on(timingStarted, async ({ data: { raceId } }, sql) => {
  if (await raceRepository(sql).hold(raceId))
    await sql('timed_races').insert({ race_id: raceId }).onConflict('race_id').ignore()
})

/** In the transaction that holds the race. */
export const assertUntimed = async (sql: Transaction, { id, name }: { id: number; name: string }): Promise<void> => {
  if (await sql('timed_races').where({ race_id: id }).first('race_id'))
    throw conflict('HAS_TIMING', `${name} has live timing: it cannot be opened for tips again.`)
}
