import type { DomainEvent } from '@purple-sector/contracts/event'
import { permanent } from './failures.ts'

/**
 * The most bytes an event may have on any bus, as the JSON that travels. Kafka's topics are made for it, with room for
 * what surrounds it (`kafka/topics.ts`). Board events of a large weekend are the largest by far, at a few MB.
 *
 * Nobody checks it while an event is appended: what a person did must not fail because of the news of it. The relay
 * moves an event that no bus takes to the dead letters of its service.
 */
export const MAX_EVENT_BYTES = 15 * 1024 * 1024

const written = (event: DomainEvent): string => {
  try {
    return JSON.stringify(event)
  } catch (error) {
    throw permanent(`cannot be written as JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** The event as it travels. Throws a permanent error where it is more than `maxBytes`. */
export const eventJson = (event: DomainEvent, maxBytes = MAX_EVENT_BYTES): string => {
  const json = written(event)
  const bytes = Buffer.byteLength(json)
  if (bytes > maxBytes) throw permanent(`has ${bytes} bytes, and a bus takes ${maxBytes} at most`)
  return json
}
