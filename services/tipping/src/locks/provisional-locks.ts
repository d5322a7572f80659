import type { Transaction } from '@purple-sector/database'
import type { ProvisionalLock } from './provisional-lock.ts'

/** Locks that may be taken back, for a transaction that holds the weekend's exclusive lock. */
export const provisionalLocks = (sql: Transaction) => {
  const ofRace = (raceId: number) => sql('provisional_locks').where({ race_id: raceId })
  return {
    async find(raceId: number): Promise<ProvisionalLock | undefined> {
      return ofRace(raceId).first('otherwise')
    },

    /** Another attempt holds the race closed. The same one again is no other. */
    async add(raceId: number, attempt: string, { fallback }: ProvisionalLock): Promise<void> {
      await sql('provisional_locks').insert({ attempt, race_id: raceId, fallback }).onConflict('attempt').ignore()
    },

    /** The race moved, or was reopened, meanwhile. */
    async move(raceId: number, fallback: Date | null): Promise<void> {
      await ofRace(raceId).update({ fallback })
    },

    /** These attempts are over: answers how many of them held a race closed. */
    async remove(attempts: readonly string[]): Promise<number> {
      return sql('provisional_locks').whereIn('attempt', attempts).delete()
    },

    /** The lock stands, whatever becomes of its attempts. */
    async confirm(raceId: number): Promise<void> {
      await ofRace(raceId).delete()
    },
  }
}
