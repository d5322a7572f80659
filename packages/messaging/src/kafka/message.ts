import type { DomainEvent } from '@purple-sector/contracts/event'
import type { KafkaMessage, Message } from 'kafkajs'
import { z } from 'zod'
import { eventJson } from '../event-json.ts'
import { permanent } from '../failures.ts'

const envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.string(),
  datacontenttype: z.literal('application/json'),
  data: z.unknown(),
  key: z.string(),
  traceparent: z.string().optional(),
})
const stateEnvelope = envelope.extend({ sequence: z.number(), republish: z.string().optional() })

/** `orderingKey` chooses the partition and is not sent; kafkajs passes the whole object to the partitioner. */
export type OrderedMessage = Message & { orderingKey: string }

/**
 * Converts an event to a Kafka message: a CloudEvent in structured mode.
 *
 * The message key is type and subject: compaction keeps the latest state of each (facts are never compacted), and
 * readers skip a type without parsing it. The partition follows the event's ordering key. Every header costs kafkajs
 * two buffers, so messages have only the one that the CloudEvents binding requires.
 */
export const toMessage = (event: DomainEvent, maxBytes?: number): OrderedMessage => ({
  key: `${event.type} ${event.subject}`,
  value: eventJson(event, maxBytes),
  headers: { 'content-type': 'application/cloudevents+json' },
  orderingKey: event.key,
})

/** Returns the event type from a message's key; empty if it has none. */
export const typeOf = ({ key }: Pick<KafkaMessage, 'key'>): string => {
  const text = key?.toString() ?? ''
  return text.slice(0, Math.max(text.indexOf(' '), 0))
}

/** Returns a header's (first) value as text. */
export const headerOf = ({ headers }: Pick<KafkaMessage, 'headers'>, name: string): string | undefined => {
  const value = headers?.[name]
  return Array.isArray(value) ? value[0]?.toString() : value?.toString()
}

/** Parses a message. Throws a permanent error if it is no valid event. */
export const toEvent = (message: KafkaMessage): DomainEvent => {
  const text = message.value?.toString() ?? ''
  try {
    const event = JSON.parse(text)
    return event?.sequence === undefined ? envelope.parse(event) : stateEnvelope.parse(event)
  } catch (error) {
    throw permanent(`not an event: ${error instanceof Error ? error.message : error}`)
  }
}

/** Hashes a key with FNV-1a (32 bits), so that every process chooses the same partition. */
export const hashOf = (key: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
