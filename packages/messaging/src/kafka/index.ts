export { createKafkaBus, type KafkaBusOptions } from './bus.ts'
export type { KafkaConnection } from './client.ts'
export { type DeadLetter, type DeadLetterFilter, readDeadLettersFromKafka, redriveKafka } from './dead-letters.ts'
export type { TopicOptions } from './topics.ts'
