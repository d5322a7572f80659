import type { Topic } from '@purple-sector/contracts/event'
import type { ServiceName } from '@purple-sector/contracts/services'
import { type KafkaConnection, kafkaClient } from './client.ts'
import { deadLetterTopic, kafkaAdmin, type TopicOptions, topicKeeper } from './topics.ts'

/**
 * Creates the topics of owners that are missing, with those of their dead letters: a step of a deployment, so that the
 * first event finds them.
 */
export const ensureTopics = async (
  connection: KafkaConnection,
  owners: readonly ServiceName[],
  options: TopicOptions = {},
): Promise<void> => {
  const admin = kafkaAdmin(kafkaClient(connection))
  try {
    const topics = owners.flatMap((owner): Topic[] => [`${owner}.states`, `${owner}.facts`])
    await topicKeeper(admin, options).ensure([...topics, ...topics.map(deadLetterTopic)])
  } finally {
    await admin.close()
  }
}
