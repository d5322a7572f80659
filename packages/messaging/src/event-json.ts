import type { DomainEvent } from '@purple-sector/contracts/event'
import { permanent } from './failures.ts'

/**
 * Maximum size of an event on any bus, in bytes of its JSON.
 *
 * Kafka's topics allow for it with room for key, headers and batch (`kafka/topics.ts`). Leaderboard events of a large
 * weekend are the largest by far, at a few MB. The size is not checked when an event is appended, because a user's
 * action must not fail because of the size of its event. The relay moves an event that no bus accepts to the dead
 * letters of its service.
 */
export const MAX_EVENT_BYTES = 15 * 1024 * 1024

const serialize = (event: DomainEvent): string => {
  try {
    return JSON.stringify(event)
  } catch (error) {
    throw permanent(`cannot be written as JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** Serializes an event for the bus. Throws a permanent error if it exceeds `maxBytes`. */
export const eventJson = (event: DomainEvent, maxBytes = MAX_EVENT_BYTES): string => {
  const json = serialize(event)
  const bytes = Buffer.byteLength(json)
  if (bytes > maxBytes) throw permanent(`has ${bytes} bytes, the limit is ${maxBytes}`)
  return json
}
