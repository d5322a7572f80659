import type { Transaction } from '@purple-sector/database'
import type { ProvisionalLock } from './provisional-lock.ts'

/** No closing is on its way for so long. */
const FORGOTTEN_AFTER = "interval '1 day'"

/** Locks that may be taken back, for a transaction that holds the weekend's exclusive lock. */
export const provisionalLocks = (sql: Transaction) => {
  const ofRace = (raceId: number) => sql('provisional_locks').where({ race_id: raceId })
  return {
    async find(raceId: number): Promise<ProvisionalLock | undefined> {
      return ofRace(raceId).first('otherwise')
    },

    /** Another attempt holds the race closed. The same one again is no other. */
    async add(raceId: number, attempt: string, { otherwise }: ProvisionalLock): Promise<void> {
      await sql('provisional_locks').insert({ attempt, race_id: raceId, otherwise }).onConflict('attempt').ignore()
    },

    /** The race moved, or was reopened, meanwhile. */
    async move(raceId: number, otherwise: Date | null): Promise<void> {
      await ofRace(raceId).update({ otherwise })
    },

    /** These attempts are over: answers how many of them held a race closed, and none will any more. */
    async settle(attempts: readonly string[]): Promise<number> {
      await sql.raw(
        `with forgotten as (delete from settled_attempts where settled_at < clock_timestamp() - ${FORGOTTEN_AFTER})
         insert into settled_attempts (attempt) select unnest(?::uuid[]) on conflict do nothing`,
        [[...attempts]],
      )
      return sql('provisional_locks').whereIn('attempt', attempts).delete()
    },

    async isSettled(attempt: string): Promise<boolean> {
      return (await sql('settled_attempts').where({ attempt }).first('attempt')) !== undefined
    },

    /** The lock stands, whatever becomes of its attempts. */
    async confirm(raceId: number): Promise<void> {
      await ofRace(raceId).delete()
    },
  }
}
