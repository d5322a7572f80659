import type { Topic } from '@purple-sector/contracts/event'
import type { ServiceName } from '@purple-sector/contracts/services'
import { type KafkaConnection, kafkaClient } from './client.ts'
import { deadLetterTopic, kafkaAdmin, type TopicOptions, topicProvisioner } from './topics.ts'

/**
 * Creates missing topics of these owners and their dead-letter topics.
 *
 * A step of a deployment, so that the first event finds its topic.
 */
export const ensureTopics = async (
  connection: KafkaConnection,
  owners: readonly ServiceName[],
  options: TopicOptions = {},
): Promise<void> => {
  const admin = kafkaAdmin(kafkaClient(connection))
  try {
    const topics = owners.flatMap((owner): Topic[] => [`${owner}.states`, `${owner}.facts`])
    await topicProvisioner(admin, options).ensure([...topics, ...topics.map(deadLetterTopic)])
  } finally {
    await admin.close()
  }
}
