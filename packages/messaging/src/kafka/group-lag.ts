import type { MessagingMetrics } from '../metrics.ts'
import { withTimeout } from '../pause.ts'
import type { KafkaAdmin } from './topics.ts'

/** Prometheus ends a scrape after 10 s; the other metrics must not wait for a broker that is down. */
const TIMEOUT_MS = 2_000

type Options = { admin: KafkaAdmin; groupId: string; topics: readonly string[]; metrics: MessagingMetrics }

/** Reads how many events of each topic a consumer group has not committed; of a group without offsets all of them. */
const readLags = ({ admin, groupId, topics }: Omit<Options, 'metrics'>): Promise<Map<string, number>> =>
  admin.use(async (connected) => {
    const committed = await connected.fetchOffsets({ groupId, topics: [...topics] })
    const lags = await Promise.all(
      topics.map(async (topic): Promise<[string, number]> => {
        const partitions = committed.find((offsets) => offsets.topic === topic)?.partitions ?? []
        const offsets = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]))
        const ends = await connected.fetchTopicOffsets(topic)
        const lagOf = ({ partition, high, low }: (typeof ends)[number]) =>
          Number(high) - Math.max(offsets.get(partition) ?? 0, Number(low))
        return [topic, ends.reduce((sum, end) => sum + Math.max(0, lagOf(end)), 0)]
      }),
    )
    return new Map(lags)
  })

/**
 * Sets the lag of a consumer group by topic. The broker is asked, so that a consumer that hangs, or that a crash ended, is
 * seen too; a broker that does not answer within two seconds leaves the last values.
 */
export const collectLag = async ({ metrics, ...options }: Options): Promise<void> => {
  const set = async (): Promise<void> => {
    for (const [topic, lag] of await readLags(options)) metrics.lag.set({ consumer: options.groupId, topic }, lag)
  }
  await withTimeout(TIMEOUT_MS, set())
}
