import type { EachBatchHandler, KafkaMessage } from 'kafkajs'
import { typesOf } from '../event-bus.ts'
import { type Delivery, type DurableOptions, startLanes } from '../lanes.ts'
import { originOf, toDeadLetter } from './dead-letters.ts'
import { HEARTBEAT_INTERVAL_MS } from './group.ts'
import { toEvent, typeOf } from './message.ts'
import type { KafkaProducer } from './producer.ts'
import { deadLetterTopic } from './topics.ts'

export type KafkaOptions = DurableOptions & { producer: KafkaProducer }

/** Messages between two offset commits. */
const COMMIT_BATCH_SIZE = 64

type KafkaDelivery = Delivery & { message: KafkaMessage; isHandled: boolean }

/** Deliveries of a partition beyond its committed offset, by offset. */
type Progress = Map<string, KafkaDelivery>

const toDelivery = (message: KafkaMessage, topic: string): KafkaDelivery => {
  const delivery = { message, topic: originOf(message) ?? topic, tries: 0, firstFailedAt: undefined, isHandled: false }
  try {
    const event = toEvent(message)
    return { ...delivery, event, lane: event.key }
  } catch (unreadable) {
    return { ...delivery, event: undefined, unreadable, lane: '' }
  }
}

/**
 * Handles the batches of a consumer group: in order within a key, keys concurrently.
 *
 * The offset is committed up to the first unhandled message. While that one waits, its partition is paused, so that
 * other partitions continue and kafkajs keeps sending heartbeats. This process remembers later messages that it has
 * handled and does not repeat them.
 */
export const durableHandler = (options: KafkaOptions): EachBatchHandler => {
  const { subscription, producer } = options
  const { consumer } = subscription
  const types = typesOf(subscription)
  const partitions = new Map<string, Progress>()

  const progressOf = (topic: string, partition: number): Progress => {
    const name = `${topic}/${partition}`
    const progress = partitions.get(name) ?? new Map()
    partitions.set(name, progress)
    return progress
  }

  /** Returns the deliveries of the subscribed messages, including ones handled before. */
  const deliveriesOf = (messages: readonly KafkaMessage[], topic: string, progress: Progress): KafkaDelivery[] =>
    messages.flatMap((message) => {
      const type = typeOf(message)
      if (type !== '' && !types.has(type)) return []
      const delivery = progress.get(message.offset) ?? toDelivery(message, topic)
      if (delivery.event && !types.has(delivery.event.type)) return []
      progress.set(message.offset, delivery)
      return [delivery]
    })

  /** Handles the deliveries that are not delayed; a lane that waits for its next try is handled in a later batch. */
  const handle = async (deliveries: readonly KafkaDelivery[], mayContinue: () => boolean): Promise<void> => {
    const lanes = startLanes<KafkaDelivery>({
      ...options,
      mayContinue,
      acknowledge(delivery) {
        delivery.isHandled = true
      },
      async moveToDeadLetters(delivery, error) {
        const { message, topic, tries } = delivery
        const letter = toDeadLetter(message, { consumer, error, tries })
        await producer.send([{ topic: deadLetterTopic(topic), message: letter }])
        delivery.isHandled = true
      },
    })
    lanes.add(deliveries.filter(({ isHandled }) => !isHandled))
    await lanes.whenIdle()
    await lanes.stop()
  }

  return async ({ batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, isRunning, isStale, pause }) => {
    const { topic, partition } = batch
    const progress = progressOf(topic, partition)
    let heartbeatError: Error | undefined
    const heartbeatTimer = setInterval(() => {
      heartbeat().catch((error: Error) => {
        heartbeatError = error
      })
    }, HEARTBEAT_INTERVAL_MS)
    const mayContinue = () => isRunning() && !isStale() && heartbeatError === undefined
    try {
      for (let start = 0; start < batch.messages.length && mayContinue(); start += COMMIT_BATCH_SIZE) {
        const messages = batch.messages.slice(start, start + COMMIT_BATCH_SIZE)
        const deliveries = deliveriesOf(messages, topic, progress)
        await handle(deliveries, mayContinue)
        const unfinished = deliveries.filter(({ isHandled }) => !isHandled)
        const [firstUnfinished] = unfinished
        const last = messages.findLast(
          ({ offset }) => !firstUnfinished || BigInt(offset) < BigInt(firstUnfinished.message.offset),
        )
        if (last !== undefined) {
          resolveOffset(last.offset)
          const nextOffset = BigInt(last.offset) + 1n
          await commitOffsetsIfNecessary({
            topics: [{ topic, partitions: [{ partition, offset: String(nextOffset) }] }],
          })
          for (const offset of progress.keys()) if (BigInt(offset) < nextOffset) progress.delete(offset)
        }
        if (!firstUnfinished) continue
        const nextTries = unfinished.flatMap(({ notBefore }) => notBefore ?? [])
        if (mayContinue() && nextTries.length > 0)
          setTimeout(pause(), Math.min(...nextTries) - performance.now()).unref()
        break
      }
      if (heartbeatError) throw heartbeatError
    } finally {
      clearInterval(heartbeatTimer)
    }
  }
}
