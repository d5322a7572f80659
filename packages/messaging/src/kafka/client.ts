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

/** kafkajs' own errors are things it retries: for us a warning, and everything milder is for debugging. */
const write = (log: Logger, { level, namespace, log: entry }: LogEntry): void => {
  const { message, timestamp, logger, ...details } = entry
  if (level === logLevel.ERROR) log.warn({ kafka: namespace, ...details }, message)
  else log.debug({ kafka: namespace, ...details }, message)
}

/** The client every producer, consumer and admin of a process is made from. */
export const kafkaClient = ({ brokers, clientId, log }: KafkaConnection): Kafka =>
  new Kafka({
    brokers,
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 },
    logLevel: log.isLevelEnabled('debug') ? logLevel.INFO : logLevel.ERROR,
    logCreator: () => (entry) => write(log, entry),
  })
