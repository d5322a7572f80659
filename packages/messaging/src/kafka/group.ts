import type { Consumer, EachBatchHandler, Kafka } from 'kafkajs'
import type { Logger } from 'pino'
import { pause, withTimeout } from '../pause.ts'

export type GroupOptions = {
  kafka: Kafka
  groupId: string
  topics: readonly string[]
  log: Logger
  /** Before every attempt to join. */
  prepare(): Promise<void>
  /** Where a partition that was just assigned is read from; undefined: where the group left off, else its beginning. */
  startOf(topic: string, partition: number): string | undefined
  /** After the first join of a member, with its seeks made. */
  joined?(consumer: Consumer, assigned: readonly { topic: string; partition: number }[]): Promise<void>
  eachBatch: EachBatchHandler
}

export type RunningGroup = {
  /** Resolves after the first join; rejects when stopped before. */
  joined: Promise<void>
  /** Waits for what is in hand, and for a broker that answers; at most 5 s, and less where there is nothing to wait for. */
  stop(): Promise<void>
}

/** A member that was killed is noticed after so long. */
const SESSION_TIMEOUT_MS = 10_000
/**
 * Members learn by a heartbeat that the group rebalances, and no partition is read until all have. While replicas are
 * replaced one rebalance follows the other: at two seconds each, partitions stood still for ten.
 */
export const HEARTBEAT_INTERVAL_MS = 300
/** A member that has a handler in hand for longer is left out; its events are handled once all the same (inbox). */
const REBALANCE_TIMEOUT_MS = 10_000

const RESTART_MS = 500
const MAX_RESTART_MS = 5_000
const CONCURRENT_PARTITIONS = 6
/**
 * How long a stop waits: for handlers in hand and for the broker to let us go, which it does only after a rebalance under
 * way; and for a broker that may not even be there. A member that ends without leaving holds up its group for a session.
 */
const LEAVE_TIMEOUT_MS = 5_000
const JOINING_MS = 500

type Member = { consumer: Consumer; crashed: Promise<Error> }

/** Joins once; resolves when the group gave this member its partitions. */
const join = async ({ kafka, groupId, topics, prepare, startOf, joined, eachBatch }: GroupOptions): Promise<Member> => {
  await prepare()
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_INTERVAL_MS,
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    // A paused partition is looked at again only with the next fetch.
    maxWaitTimeInMs: 500,
    allowAutoTopicCreation: false,
    // Restarts are ours (`startGroup`): kafkajs gives up silently after some errors.
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
    // Nothing may be awaited before: the first fetch follows at once.
    for (const { topic, partition } of assigned) {
      const offset = startOf(topic, partition)
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
    await joined?.(consumer, assigned)
    return { consumer, crashed }
  } catch (error) {
    await consumer.disconnect().catch(() => {})
    throw error
  }
}

/** A member of a consumer group that comes back after every crash. */
export const startGroup = (options: GroupOptions): RunningGroup => {
  const { groupId, log } = options
  const stopping = new AbortController()
  const first = Promise.withResolvers<void>()
  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined))
  })

  let inHand = 0
  let isMember = false
  const eachBatch: EachBatchHandler = async (payload) => {
    inHand += 1
    await options.eachBatch(payload).finally(() => {
      inHand -= 1
    })
  }

  const memberUntilItEnds = async (): Promise<void> => {
    isMember = false
    const { consumer, crashed } = await join({ ...options, eachBatch })
    isMember = true
    first.resolve()
    const error = await Promise.race([crashed, stopped])
    if (error) log.warn({ err: error, groupId }, 'a consumer ended and is started again')
    await consumer.stop().catch(() => {})
    await consumer.disconnect().catch(() => {})
  }

  const keepJoined = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await memberUntilItEnds()
        failures = 0
      } catch (error) {
        failures += 1
        log.warn({ err: error, groupId, failures }, 'a consumer could not start, trying again')
      }
      await pause(Math.min(RESTART_MS * 2 ** failures, MAX_RESTART_MS), stopping.signal)
    }
  }

  first.promise.catch(() => {})
  const running = keepJoined()
  return {
    joined: first.promise,
    async stop() {
      stopping.abort()
      first.reject(new Error(`${groupId} was stopped before it could join`))
      await withTimeout(inHand > 0 || isMember ? LEAVE_TIMEOUT_MS : JOINING_MS, running)
    },
  }
}
