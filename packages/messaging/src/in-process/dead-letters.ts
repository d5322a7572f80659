import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'

export type DeadLetter = {
  consumer: string
  topic: string
  event: DomainEvent
  error: string
  tries: number
  failedAt: string
}

export type DeadLetterFilter = { consumer: string; topic?: string | undefined }

/** Reads the dead letters of a consumer, oldest first. */
export const readDeadLetters = async (
  database: Database,
  { consumer, topic }: DeadLetterFilter,
): Promise<DeadLetter[]> => {
  const { rows } = await database.raw<{ rows: (Omit<DeadLetter, 'failedAt'> & { failedAt: Date })[] }>(
    `select consumer, topic, event, error, tries, failed_at as "failedAt" from bus.dead_letters
     where consumer = ? and topic = coalesce(?, topic) order by id`,
    [consumer, topic ?? null],
  )
  return rows.map((row) => ({ ...row, failedAt: row.failedAt.toISOString() }))
}

/** Delivers a consumer's dead letters again, oldest first; a running process finds them with its next sweep. */
export const redriveInProcess = async (database: Database, { consumer, topic }: DeadLetterFilter): Promise<number> => {
  const { rowCount } = await database.raw<{ rowCount: number }>(
    `with redriven as (
       delete from bus.dead_letters where consumer = ? and topic = coalesce(?, topic) returning id, consumer, lane, event
     )
     insert into bus.deliveries (consumer, lane, event) select consumer, lane, event from redriven order by id`,
    [consumer, topic ?? null],
  )
  return rowCount
}
