import type { ServiceName } from '@purple-sector/contracts/services'
import { pause } from '../pause.ts'
import { type KafkaConnection, kafkaClient } from './client.ts'
import { kafkaAdmin } from './topics.ts'

/**
 * Removes the topics of owners with everything in them, and so how far anybody had read them: a suite that starts with
 * an empty database must not hear what the one before it has left, of weekends and races with the same ids.
 */
export const removeTopics = async (connection: KafkaConnection, owners: readonly ServiceName[]): Promise<void> => {
  const admin = kafkaAdmin(kafkaClient(connection))
  const left = () =>
    admin.use(async (connected) =>
      (await connected.listTopics()).filter((topic) => owners.some((owner) => topic.startsWith(`${owner}.`))),
    )
  try {
    for (let topics = await left(); topics.length > 0; topics = await left()) {
      await admin.use((connected) => connected.deleteTopics({ topics }))
      await pause(100)
    }
  } finally {
    await admin.close()
  }
}
