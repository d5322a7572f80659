import type { ServiceName } from '@purple-sector/contracts/services'
import { pause } from '../pause.ts'
import { type KafkaConnection, kafkaClient } from './client.ts'
import { kafkaAdmin } from './topics.ts'

/**
 * Deletes the topics of these owners with their messages and consumer offsets.
 *
 * For test suites that start with an empty database: they must not receive events of an earlier run about weekends and
 * races with the same ids.
 */
export const removeTopics = async (connection: KafkaConnection, owners: readonly ServiceName[]): Promise<void> => {
  const admin = kafkaAdmin(kafkaClient(connection))
  const remaining = () =>
    admin.use(async (connected) =>
      (await connected.listTopics()).filter((topic) => owners.some((owner) => topic.startsWith(`${owner}.`))),
    )
  try {
    for (let topics = await remaining(); topics.length > 0; topics = await remaining()) {
      await admin.use((connected) => connected.deleteTopics({ topics }))
      await pause(100)
    }
  } finally {
    await admin.close()
  }
}
