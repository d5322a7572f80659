import './idle-loop-patch.ts'
import { Kafka, type LogEntry, logLevel } from 'kafkajs'
import type { Logger } from 'pino'

export type KafkaConnection = {
  /** `host:port` of one or more brokers. */
  brokers: string[]
  /** Shown in the broker's logs and metrics: the service's name. */
  clientId: string
  log: Logger
}

/** What kafkajs retries is for debugging only; what ends in a failure, our own code says once. */
const write = (log: Logger, { namespace, log: { message, timestamp, logger, ...details } }: LogEntry): void =>
  log.debug({ kafka: namespace, ...details }, message)

/** The client every producer, consumer and admin of a process is made from. */
export const kafkaClient = ({ brokers, clientId, log }: KafkaConnection): Kafka =>
  new Kafka({
    brokers,
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 },
    logLevel: log.isLevelEnabled('debug') ? logLevel.INFO : logLevel.NOTHING,
    logCreator: () => (entry) => write(log, entry),
  })
