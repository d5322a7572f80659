import './idle-loop-patch.ts'
import { Kafka, type LogEntry, logLevel } from 'kafkajs'
import type { Logger } from 'pino'

export type KafkaConnection = {
  /** `host:port` of one or more brokers. */
  brokers: string[]
  /** Name of the service, for the broker's logs and metrics. */
  clientId: string
  log: Logger
}

/** Writes kafkajs's log lines at debug level: it retries, and this package logs final failures itself. */
const writeLogEntry = (log: Logger, { namespace, log: { message, timestamp, logger, ...details } }: LogEntry): void =>
  log.debug({ kafka: namespace, ...details }, message)

/** Creates the client for the producers, consumers and admins of a process. */
export const kafkaClient = ({ brokers, clientId, log }: KafkaConnection): Kafka =>
  new Kafka({
    brokers,
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 },
    logLevel: log.isLevelEnabled('debug') ? logLevel.INFO : logLevel.NOTHING,
    logCreator: () => (entry) => writeLogEntry(log, entry),
  })
