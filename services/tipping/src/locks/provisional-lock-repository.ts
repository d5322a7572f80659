import type { Transaction } from '@purple-sector/database'
import type { ProvisionalLock } from './provisional-lock.ts'

/** How long a finalized attempt is stored; longer than the delay of any late close. */
const RETENTION = "interval '1 day'"

/** Provisional locks and their attempts, for a transaction that holds the weekend's exclusive lock. */
export const provisionalLockRepository = (sql: Transaction) => {
  const selectByRace = (raceId: number) => sql('provisional_locks').where({ race_id: raceId })
  return {
    async find(raceId: number): Promise<ProvisionalLock | undefined> {
      return selectByRace(raceId).first('fallback')
    },

    /** Adds an attempt that closes the race. Idempotent. */
    async add(raceId: number, attempt: string, { fallback }: ProvisionalLock): Promise<void> {
      await sql('provisional_locks').insert({ attempt, race_id: raceId, fallback }).onConflict('attempt').ignore()
    },

    /** Changes the fallback after the race was moved or reopened. */
    async move(raceId: number, fallback: Date | null): Promise<void> {
      await selectByRace(raceId).update({ fallback })
    },

    /** Removes a finalized attempt; returns whether it had closed a race. */
    async remove(attempt: string): Promise<boolean> {
      return (await sql('provisional_locks').where({ attempt }).delete()) > 0
    },

    /** Makes the lock final, whatever the outcome of its attempts. */
    async confirm(raceId: number): Promise<void> {
      await selectByRace(raceId).delete()
    },

    /** Marks an attempt as finalized: a late close of it closes nothing. */
    async markFinalized(attempt: string): Promise<void> {
      await sql.raw(
        `with expired as (delete from finalized_attempts where finalized_at < clock_timestamp() - ${RETENTION})
         insert into finalized_attempts (attempt) values (?) on conflict do nothing`,
        [attempt],
      )
    },

    async isFinalized(attempt: string): Promise<boolean> {
      return (await sql('finalized_attempts').where({ attempt }).first('attempt')) !== undefined
    },
  }
}
