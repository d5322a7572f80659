import { Kafka, logLevel, type Producer } from 'kafkajs'
import { serve } from './serve.ts'

const TOPIC = 'bare'
const BATCH_SIZE = 1_000

let producer: Producer

/** The message of a tip, ready to send. */
const messageOf = (n: number) => {
  const userId = `0123456789abcdef0123456789ab${String(n).padStart(8, '0')}`
  const subject = `tip/${n}`
  return {
    key: `tipping.tip-submitted.v1 ${subject}`,
    value: JSON.stringify({
      specversion: '1.0',
      id: `0190aaaa-aaaa-7aaa-aaaa-${String(n).padStart(12, '0')}`,
      source: '/tipping',
      type: 'tipping.tip-submitted.v1',
      subject,
      time: '2026-11-21T08:00:00.000Z',
      datacontenttype: 'application/json',
      data: {
        tipId: n,
        userId,
        weekendId: 1,
        category: 'Repco Supercars Championship',
        groupId: null,
        carId: 7,
        isNew: true,
        submittedAt: '2026-11-21T08:00:00.000Z',
      },
      key: `user/${userId}`,
      sequence: 1,
      traceparent: '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01',
    }),
    headers: { 'content-type': 'application/cloudevents+json' },
  }
}

/** kafkajs alone: prepared messages, a thousand at a time, acknowledged by all replicas. */
export const commands = {
  async start(brokers: string): Promise<void> {
    const kafka = new Kafka({ brokers: [brokers], clientId: 'bench-bare', logLevel: logLevel.ERROR })
    const admin = kafka.admin()
    await admin.connect()
    await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 6, replicationFactor: 1 }] })
    await admin.disconnect()
    producer = kafka.producer({ allowAutoTopicCreation: false })
    await producer.connect()
  },

  async produce(events: number): Promise<number> {
    const messages = Array.from({ length: events }, (_, index) => messageOf(index))
    const startedAt = performance.now()
    for (let firstIndex = 0; firstIndex < events; firstIndex += BATCH_SIZE)
      await producer.sendBatch({
        acks: -1,
        topicMessages: [{ topic: TOPIC, messages: messages.slice(firstIndex, firstIndex + BATCH_SIZE) }],
      })
    return performance.now() - startedAt
  },
}

serve(commands, async () => producer?.disconnect())
