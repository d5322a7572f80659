import type { Consumer, EachBatchHandler, Kafka } from 'kafkajs'
import type { Logger } from 'pino'
import { createFailureLevels } from '../failures.ts'
import { pause, withTimeout } from '../pause.ts'

export type GroupOptions = {
  kafka: Kafka
  groupId: string
  topics: readonly string[]
  log: Logger
  /** Runs before every attempt to join. */
  prepare(): Promise<void>
  /** Start offset of a newly assigned partition; undefined: the group's committed offset, else the beginning. */
  startOffsetOf(topic: string, partition: number): string | undefined
  /** Runs after the first join of a member, once its seeks are made. */
  onJoined?(consumer: Consumer, assigned: readonly { topic: string; partition: number }[]): Promise<void>
  eachBatch: EachBatchHandler
}

export type RunningGroup = {
  /** Resolves after the first join; rejects when stopped before. */
  whenJoined: Promise<void>
  /** Waits for batches in flight and for the broker: at most 5 s, less if there is nothing to wait for. */
  stop(): Promise<void>
}

/** Time after which the broker excludes a killed member. */
const SESSION_TIMEOUT_MS = 10_000
/**
 * Members learn of a rebalance by a heartbeat, and no partition is read until all members have. A rolling restart
 * causes one rebalance after another: with heartbeats every two seconds, no partition was read for ten.
 */
export const HEARTBEAT_INTERVAL_MS = 300
/** A member whose handler takes longer is excluded; the inbox still makes its events take effect once. */
const REBALANCE_TIMEOUT_MS = 10_000

const RESTART_BACKOFF_MS = 500
const MAX_RESTART_BACKOFF_MS = 5_000
const CONCURRENT_PARTITIONS = 6
/**
 * How long a stop waits for handlers in flight and for the broker to release the member, which it does only after a
 * running rebalance; the broker may also be unreachable. A member that ends without leaving blocks its group for a
 * session timeout.
 */
const LEAVE_TIMEOUT_MS = 5_000
const JOIN_TIMEOUT_MS = 500

type Member = { consumer: Consumer; crashed: Promise<Error> }

/** Joins once; resolves when the group has assigned partitions to this member. */
const joinGroup = async ({
  kafka,
  groupId,
  topics,
  prepare,
  startOffsetOf,
  onJoined,
  eachBatch,
}: GroupOptions): Promise<Member> => {
  await prepare()
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_INTERVAL_MS,
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    // A paused partition is checked again only with the next fetch.
    maxWaitTimeInMs: 500,
    allowAutoTopicCreation: false,
    // `startGroup` restarts members: kafkajs stops silently after some errors.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false },
  })
  let crash: Error | undefined
  const crashed = new Promise<Error>((resolve) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      crash = payload.error
      resolve(payload.error)
    })
  })
  let assigned: { topic: string; partition: number }[] = []
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    assigned = Object.entries(payload.memberAssignment).flatMap(([topic, partitions]) =>
      partitions.map((partition) => ({ topic, partition })),
    )
    // Nothing may be awaited before the seeks: the first fetch follows at once.
    for (const { topic, partition } of assigned) {
      const offset = startOffsetOf(topic, partition)
      if (offset !== undefined) consumer.seek({ topic, partition, offset })
    }
  })
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [...topics], fromBeginning: true })
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: CONCURRENT_PARTITIONS,
      eachBatch,
    })
    if (crash) throw crash
    await onJoined?.(consumer, assigned)
    return { consumer, crashed }
  } catch (error) {
    await consumer.disconnect().catch(() => {})
    throw error
  }
}

/** Runs a member of a consumer group that rejoins after every crash. */
export const startGroup = (options: GroupOptions): RunningGroup => {
  const { groupId, log } = options
  const stopping = new AbortController()
  const firstJoin = Promise.withResolvers<void>()
  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined))
  })

  let inFlight = 0
  let isMember = false
  const levels = createFailureLevels()
  const eachBatch: EachBatchHandler = async (payload) => {
    inFlight += 1
    await options.eachBatch(payload).finally(() => {
      inFlight -= 1
    })
  }

  const runMember = async (): Promise<void> => {
    isMember = false
    const { consumer, crashed } = await joinGroup({ ...options, eachBatch })
    isMember = true
    firstJoin.resolve()
    const error = await Promise.race([crashed, stopped])
    if (error) log.warn({ event: 'kafka.consumer_crashed', err: error, groupId }, 'Consumer crashed; restarting')
    await consumer.stop().catch(() => {})
    await consumer.disconnect().catch(() => {})
  }

  const rejoinUntilStopped = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await runMember()
        failures = 0
        levels.reset()
      } catch (error) {
        failures += 1
        log[levels.levelOf(error)](
          { event: 'kafka.consumer_start_failed', err: error, groupId, failures },
          'Consumer could not start; retrying',
        )
      }
      await pause(Math.min(RESTART_BACKOFF_MS * 2 ** failures, MAX_RESTART_BACKOFF_MS), stopping.signal)
    }
  }

  firstJoin.promise.catch(() => {})
  const running = rejoinUntilStopped()
  return {
    whenJoined: firstJoin.promise,
    async stop() {
      stopping.abort()
      firstJoin.reject(new Error(`${groupId} was stopped before it could join`))
      await withTimeout(inFlight > 0 || isMember ? LEAVE_TIMEOUT_MS : JOIN_TIMEOUT_MS, running)
    },
  }
}
