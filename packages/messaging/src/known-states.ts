import type { DomainEvent } from '@purple-sector/contracts/event'
import { type Database, prepared } from '@purple-sector/database'

type Lookup = { event: DomainEvent; resolve(isKnown: boolean): void; reject(reason: unknown): void }

/**
 * Creates a check whether a consumer already has a state at least as new as an event's.
 *
 * Checks requested while a query runs share the next query. They run outside of any transaction: a state that is
 * reported as unknown may be applied at the same moment.
 */
export const createKnownStateCheck = (
  database: Database,
  consumer: string,
): ((event: DomainEvent) => Promise<boolean>) => {
  let waiting: Lookup[] = []
  let isRunning = false

  const runLookups = async (lookups: Lookup[]): Promise<void> => {
    try {
      const { rows } = await prepared<{ isKnown: boolean }>(
        database,
        'known-states',
        `select coalesce(p.sequence >= event.sequence, false) as "isKnown"
         from unnest(:types::text[], :subjects::text[], :sequences::bigint[])
           with ordinality as event (type, subject, sequence, position)
         left join projections p on p.consumer = :consumer and p.type = event.type and p.subject = event.subject
         order by position`,
        {
          consumer,
          types: lookups.map(({ event }) => event.type),
          subjects: lookups.map(({ event }) => event.subject),
          sequences: lookups.map(({ event }) => event.sequence),
        },
      )
      for (const [index, { resolve }] of lookups.entries()) resolve(rows[index]?.isKnown === true)
    } catch (error) {
      for (const { reject } of lookups) reject(error)
    }
  }

  const run = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    while (waiting.length > 0) {
      const lookups = waiting
      waiting = []
      await runLookups(lookups)
    }
    isRunning = false
  }

  return (event) =>
    new Promise((resolve, reject) => {
      waiting.push({ event, resolve, reject })
      void run()
    })
}
