import type { DomainEvent } from '@purple-sector/contracts/event'
import type { KafkaMessage, Message } from 'kafkajs'
import { z } from 'zod'
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
  sequence: z.number(),
  traceparent: z.string().optional(),
  republish: z.string().optional(),
})

/**
 * A CloudEvent in structured mode. The message key names type and subject, so that compaction keeps the latest state
 * of each; the partition follows the ordering key, which travels as a header.
 */
export const toMessage = (event: DomainEvent): Message & { value: string } => ({
  key: `${event.type} ${event.subject}`,
  value: JSON.stringify(event),
  headers: { 'content-type': 'application/cloudevents+json', type: event.type, key: event.key },
})

export const headerOf = (message: Pick<KafkaMessage, 'headers'> | Message, name: string): string | undefined => {
  const value = message.headers?.[name]
  return Array.isArray(value) ? value[0]?.toString() : value?.toString()
}

/** Reads a message; one that is no event is a permanent failure. */
export const toEvent = (message: KafkaMessage): DomainEvent => {
  const text = message.value?.toString() ?? ''
  try {
    return envelope.parse(JSON.parse(text))
  } catch (error) {
    throw permanent(`not an event: ${error instanceof Error ? error.message : error}`)
  }
}

/** FNV-1a, 32 bits: the same key goes to the same partition from every process. */
export const hashOf = (key: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
