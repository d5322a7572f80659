import type { DomainEvent } from '@purple-sector/contracts/event'
import { type Database, prepared } from '@purple-sector/database'

type Look = { event: DomainEvent; resolve(isKnown: boolean): void; reject(reason: unknown): void }

/**
 * Answers whether a consumer has a state already that is as new as an event's, in one statement for all who ask while
 * one is under way. A look outside of any transaction: what it does not find may be taken over in the same moment.
 */
export const knownStates = (database: Database, consumer: string): ((event: DomainEvent) => Promise<boolean>) => {
  let waiting: Look[] = []
  let isLooking = false

  const lookAt = async (looks: Look[]): Promise<void> => {
    try {
      const { rows } = await prepared<{ isKnown: boolean }>(
        database,
        'known-states',
        `select coalesce(p.sequence >= event.sequence, false) as "isKnown"
         from unnest(:types::text[], :subjects::text[], :sequences::bigint[])
           with ordinality as event (type, subject, sequence, place)
         left join projections p on p.consumer = :consumer and p.type = event.type and p.subject = event.subject
         order by place`,
        {
          consumer,
          types: looks.map(({ event }) => event.type),
          subjects: looks.map(({ event }) => event.subject),
          sequences: looks.map(({ event }) => event.sequence),
        },
      )
      for (const [place, { resolve }] of looks.entries()) resolve(rows[place]?.isKnown === true)
    } catch (error) {
      for (const { reject } of looks) reject(error)
    }
  }

  const run = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    while (waiting.length > 0) {
      const looks = waiting
      waiting = []
      await lookAt(looks)
    }
    isLooking = false
  }

  return (event) =>
    new Promise((resolve, reject) => {
      waiting.push({ event, resolve, reject })
      void run()
    })
}
