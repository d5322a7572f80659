import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Database, openOwnPool } from '@purple-sector/database'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type EventBus, topicOf } from '../event-bus.ts'
import { messagingMetrics } from '../metrics.ts'
import { pause, within } from '../pause.ts'
import { traceIdOf } from '../trace.ts'
import { publishBatch } from './publish-batch.ts'
import { outboxRows, type Refused, type Waiting } from './relay-batch.ts'
import { LEASE_MS, RENEW_MS, relayLease } from './relay-lease.ts'
import { registerRelay } from './relay-registry.ts'
import { openRelaySignal } from './relay-signal.ts'

export type RelayOptions = {
  database: Database
  bus: EventBus
  service: string
  log: Logger
  metrics?: Registry
}

export type Relay = {
  /** Something was committed: look now. */
  poke(): void
  /** Publishes what waits (at most 5 s, hardly any while the bus is away), then lets another process take over at once. */
  stop(): Promise<void>
}

/** Events published at a time. */
const BATCH = 1_000
/** While commits pour in, the outbox is read at most this often; the first after a silence is read at once. */
const GATHER_MS = 5
const MAX_BACKOFF_MS = 5_000
const DRAIN_MS = 5_000
/** A bus that has not taken a batch for so long is away; so long it is given at the end. */
const SLOW_MS = 500
const COUNT_MS = 5_000

class LeaseLost extends Error {}

/**
 * Carries a service's outbox to the bus, in order per key and at least once. Every process of the service runs one; a
 * lease row makes one of them active. It has a small pool of its own, so that requests cannot starve it.
 */
export const startRelay = ({ database, bus, service, log, metrics: registry }: RelayOptions): Relay => {
  const own = openOwnPool(database, 2)
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`
  const lease = relayLease(own, owner)
  const rows = outboxRows(own, owner)
  const metrics = messagingMetrics(registry)
  const stopping = new AbortController()
  /** The epoch we hold, and until when (monotonic ms) it is certain to be ours. */
  let held: { epoch: number; until: number } | undefined
  let wake = () => {}
  let isPoked = true
  let failures = 0
  let publishingSince: number | undefined

  const lookNow = () => {
    isPoked = true
    wake()
  }
  const signal = openRelaySignal(own, lookNow, log)
  const poke = () => (held === undefined ? signal.notify() : lookNow())
  const unregister = registerRelay(database.client.config, poke)

  const epochHeld = (): number => {
    if (held === undefined || performance.now() > held.until) throw new LeaseLost()
    return held.epoch
  }

  const keepLease = async (): Promise<void> => {
    const askedAt = performance.now()
    const before = held
    const renewed = before && (await lease.renew(before.epoch))
    const epoch = before === undefined ? await lease.acquire() : renewed && before.epoch
    if ((before === undefined) !== (epoch === undefined))
      log.info({ service, epoch }, epoch === undefined ? 'another relay took over' : 'this relay is active')
    const isNew = before === undefined && epoch !== undefined
    held = epoch === undefined ? undefined : { epoch, until: askedAt + LEASE_MS }
    metrics.relayActive.set({ service }, held === undefined ? 0 : 1)
    // Who committed may have ended before it could poke.
    if (isNew || renewed?.hasWaiting) lookNow()
  }

  const keepLeased = async (): Promise<void> => {
    let countedAt = 0
    while (!stopping.signal.aborted) {
      try {
        await keepLease()
        if (held !== undefined && performance.now() - countedAt > COUNT_MS) {
          countedAt = performance.now()
          const { waiting, oldestSeconds } = await rows.backlog()
          metrics.pending.set({ service }, waiting)
          metrics.oldest.set({ service }, oldestSeconds)
        }
      } catch (error) {
        log.debug({ err: error, service }, 'the lease of the relay could not be asked for')
      }
      await pause(RENEW_MS, stopping.signal)
    }
  }

  /** Publishes until nothing waits: one batch is read and one removed while another is published. */
  const drain = async (deadline = Number.POSITIVE_INFINITY): Promise<void> => {
    const inFlight = new Set<number>()
    const read = async (): Promise<Waiting[]> => {
      const batch = await rows.read(inFlight, BATCH)
      for (const { id } of batch) inFlight.add(id)
      return batch
    }
    const remove = async (ids: number[], epoch: number): Promise<void> => {
      if (!(await rows.remove(ids, epoch))) throw new LeaseLost()
      for (const id of ids) inFlight.delete(id)
    }
    /** Where a batch is halved, each part is a request of its own, and another relay may have taken over meanwhile. */
    const publish: EventBus['publish'] = async (events) => {
      epochHeld()
      publishingSince = performance.now()
      await bus.publish(events).finally(() => {
        publishingSince = undefined
      })
    }
    const bury = async (refused: Refused, epoch: number): Promise<void> => {
      const { id, event, error } = refused
      const bytes = await rows.bury(refused, epoch)
      if (bytes === undefined) throw new LeaseLost()
      inFlight.delete(id)
      const { type, subject, key, traceparent } = event
      const topic = topicOf(event)
      metrics.outboxDeadLetters.inc({ service, topic })
      const line = { service, topic, key, type, subject, eventId: event.id, bytes }
      log.error({ ...line, traceId: traceIdOf(traceparent), err: error }, 'no bus takes an event: dead letter')
    }
    let removing: Promise<void> = Promise.resolve()
    try {
      let batch = await read()
      while (batch.length > 0 && performance.now() < deadline) {
        const epoch = epochHeld()
        const next = batch.length < BATCH ? undefined : read()
        next?.catch(() => {})
        const refused = await publishBatch(publish, batch)
        metrics.published.inc({ service }, batch.length - refused.length)
        await removing
        for (const one of refused) await bury(one, epoch)
        const buried = new Set(refused.map(({ id }) => id))
        removing = remove(
          batch.map(({ id }) => id).filter((id) => !buried.has(id)),
          epoch,
        )
        removing.catch(() => {})
        batch = (await next) ?? []
      }
    } finally {
      await removing
    }
  }

  const relay = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (!isPoked) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      isPoked = false
      if (held === undefined) continue
      try {
        await drain()
        failures = 0
        await pause(GATHER_MS, stopping.signal)
      } catch (error) {
        if (error instanceof LeaseLost) {
          held = undefined
          continue
        }
        failures += 1
        metrics.publishFailures.inc({ service })
        log.warn({ err: error, service, failures }, 'the outbox could not be published, trying again')
        await pause(Math.min(100 * 2 ** (failures - 1), MAX_BACKOFF_MS), stopping.signal)
        isPoked = true
      }
    }
  }

  const isBusAway = (): boolean =>
    failures > 0 || (publishingSince !== undefined && performance.now() - publishingSince > SLOW_MS)

  /** What cannot be published now waits in the outbox; the lease is kept while nobody knows what the bus has taken. */
  const finish = async (): Promise<void> => {
    await Promise.all([leasing, relaying])
    const last = held
    if (last === undefined) return
    if (failures === 0)
      await drain(performance.now() + DRAIN_MS).catch((error: unknown) =>
        log.warn({ err: error, service }, 'the outbox was not drained; it goes on at the next start'),
      )
    await lease.release(last.epoch).catch(() => {})
  }

  const leasing = keepLeased()
  const relaying = relay()
  return {
    poke,
    async stop() {
      unregister()
      stopping.abort()
      wake()
      await within(isBusAway() ? SLOW_MS : DRAIN_MS, finish())
      metrics.relayActive.set({ service }, 0)
      await signal.close()
      await own.destroy()
    },
  }
}
