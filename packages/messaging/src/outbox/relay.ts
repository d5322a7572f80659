import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Database, onWake, openSeparatePool, openWakeChannel, wakeOtherProcesses } from '@purple-sector/database'
import { traceIdOf } from '@purple-sector/telemetry/trace'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type EventBus, topicOf } from '../event-bus.ts'
import { publishInTrace } from '../event-spans.ts'
import { createFailureLevels } from '../failures.ts'
import { messagingMetrics } from '../metrics.ts'
import { pause, withTimeout } from '../pause.ts'
import { outboxRows, type PendingEvent, publishBatch, type RejectedEvent } from './relay-batch.ts'
import { LEASE_TTL_MS, relayLease } from './relay-lease.ts'

export type RelayOptions = {
  database: Database
  bus: EventBus
  service: string
  log: Logger
  metrics?: Registry
}

export type Relay = {
  /** Publishes waiting events (at most 5 s; 0.5 s while the bus is unavailable), then releases the lease. */
  stop(): Promise<void>
}

/** Events published per batch. */
const BATCH_SIZE = 1_000
/** Minimum interval between reads of the outbox under constant load; after an idle period it is read at once. */
const DEBOUNCE_MS = 5
const MAX_BACKOFF_MS = 5_000
const DRAIN_TIMEOUT_MS = 5_000
/** Time after which a bus that has not accepted a batch counts as unavailable; also its time limit at shutdown. */
const PUBLISH_TIMEOUT_MS = 500
/** Interval of lease renewals and backlog counts under load; a successor takes over within 10 s. */
const RENEW_INTERVAL_MS = 2_000
/** Interval of backlog counts while idle: a process may end between its commit and its wake-up. */
const SWEEP_INTERVAL_MS = 10_000

class LeaseLostError extends Error {}

/**
 * Publishes the outbox of a service on the bus, in order per key and at least once.
 *
 * Every process of the service runs a relay; a lease row makes one of them active while there are events. It has its
 * own small pool, so that requests cannot starve it.
 */
export const startRelay = ({ database, bus, service, log, metrics: registry }: RelayOptions): Relay => {
  const relayPool = openSeparatePool(database, 2)
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`
  const lease = relayLease(relayPool, owner)
  const rows = outboxRows(relayPool, owner)
  const metrics = messagingMetrics(registry)
  const stopping = new AbortController()
  /** The lease while this relay owns it: its epoch, and the time (monotonic ms) until which it is certainly valid. */
  let currentLease: { epoch: number; validUntil: number } | undefined
  /** Time (monotonic ms) until which another relay may own the lease. */
  let leasedElsewhereUntil = Number.NEGATIVE_INFINITY
  let wake = () => {}
  let isWoken = true
  /** Time (monotonic ms) of the last wake-up. */
  let wokenAt = performance.now()
  let failures = 0
  const levels = createFailureLevels()
  let isDraining = false
  let publishStartedAt: number | undefined

  const isLeasedElsewhere = () => performance.now() < leasedElsewhereUntil
  const wakeRelay = (): void => {
    isWoken = true
    wokenAt = performance.now()
    wake()
  }
  const channel = openWakeChannel(database, log)
  const unregister = onWake(database, 'outbox', () => {
    wakeRelay()
    return !isLeasedElsewhere()
  })

  const requireEpoch = (): number => {
    if (currentLease === undefined || performance.now() > currentLease.validUntil) throw new LeaseLostError()
    return currentLease.epoch
  }

  const setLease = (epoch: number | undefined, requestedAt: number): void => {
    if (epoch !== currentLease?.epoch)
      log.info(
        { event: epoch === undefined ? 'relay.deactivated' : 'relay.activated', service, epoch },
        epoch === undefined ? 'Relay lease owned by another process' : 'Relay active in this process',
      )
    currentLease = epoch === undefined ? undefined : { epoch, validUntil: requestedAt + LEASE_TTL_MS }
    leasedElsewhereUntil = epoch === undefined ? requestedAt + LEASE_TTL_MS : Number.NEGATIVE_INFINITY
    metrics.relayActive.set({ service }, currentLease === undefined ? 0 : 1)
  }

  /** Renews the lease, or acquires it if it is free; returns whether this relay owns it. */
  const ensureLease = async (): Promise<boolean> => {
    const requestedAt = performance.now()
    const previous = currentLease
    const epoch = previous ? (await lease.renew(previous.epoch)) && previous.epoch : await lease.acquire()
    // Unless the other loop changed it meanwhile.
    if (currentLease?.epoch === previous?.epoch) setLease(epoch || undefined, requestedAt)
    return currentLease !== undefined
  }

  const countBacklog = async (): Promise<void> => {
    const { waiting, oldestSeconds } = await rows.backlog()
    metrics.pending.set({ service }, waiting)
    metrics.oldest.set({ service }, oldestSeconds)
    if (waiting === 0) return
    // The owner of the lease may have died.
    leasedElsewhereUntil = Number.NEGATIVE_INFINITY
    wakeRelay()
  }

  const maintain = async (): Promise<void> => {
    let countedAt = performance.now()
    while (!stopping.signal.aborted) {
      await pause(RENEW_INTERVAL_MS, stopping.signal)
      const now = performance.now()
      const isBusy = isDraining || failures > 0 || now - wokenAt < 2 * RENEW_INTERVAL_MS
      try {
        if (isBusy && currentLease !== undefined) await ensureLease()
        if (!isBusy && currentLease !== undefined && now > currentLease.validUntil)
          metrics.relayActive.set({ service }, 0)
        if (!isBusy && now - countedAt < SWEEP_INTERVAL_MS) continue
        countedAt = now
        await countBacklog()
      } catch (error) {
        log.debug({ event: 'relay.maintenance_failed', err: error, service }, 'Outbox count or lease renewal failed')
      }
    }
  }

  /** Publishes until the outbox is empty: reads the next batch and removes the last one while publishing. */
  const drain = async (deadline = Number.POSITIVE_INFINITY): Promise<void> => {
    const inFlight = new Set<number>()
    const read = async (): Promise<PendingEvent[]> => {
      const batch = await rows.read(inFlight, BATCH_SIZE)
      for (const { id } of batch) inFlight.add(id)
      return batch
    }
    const remove = async (ids: number[], epoch: number): Promise<void> => {
      if (!(await rows.remove(ids, epoch))) throw new LeaseLostError()
      for (const id of ids) inFlight.delete(id)
    }
    /** Checks the lease for each part of a halved batch, because another relay may have taken over meanwhile. */
    const publish: EventBus['publish'] = async (events) => {
      requireEpoch()
      publishStartedAt = performance.now()
      await publishInTrace((all) => bus.publish(all), events).finally(() => {
        publishStartedAt = undefined
      })
    }
    const moveToDeadLetters = async (rejectedEvent: RejectedEvent, epoch: number): Promise<void> => {
      const { id, event, error } = rejectedEvent
      const bytes = await rows.moveToDeadLetters(rejectedEvent, epoch)
      if (bytes === undefined) throw new LeaseLostError()
      inFlight.delete(id)
      const { type, subject, key, traceparent } = event
      const topic = topicOf(event)
      metrics.outboxDeadLetters.inc({ service, topic })
      const fields = { service, topic, key, type, subject, eventId: event.id, bytes }
      log.error(
        { event: 'relay.event_dead_lettered', ...fields, traceId: traceIdOf(traceparent), err: error },
        'Publish failed permanently; event dead-lettered',
      )
    }
    let removing: Promise<void> = Promise.resolve()
    isDraining = true
    try {
      let batch = await read()
      while (batch.length > 0 && performance.now() < deadline) {
        const epoch = requireEpoch()
        const next = batch.length < BATCH_SIZE ? undefined : read()
        next?.catch(() => {})
        const rejected = await publishBatch(publish, batch)
        metrics.published.inc({ service }, batch.length - rejected.length)
        await removing
        for (const rejectedEvent of rejected) await moveToDeadLetters(rejectedEvent, epoch)
        const deadLettered = new Set(rejected.map(({ id }) => id))
        removing = remove(
          batch.map(({ id }) => id).filter((id) => !deadLettered.has(id)),
          epoch,
        )
        removing.catch(() => {})
        batch = (await next) ?? []
      }
    } finally {
      isDraining = false
      await removing
    }
  }

  const relayUntilStopped = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      isWoken = false
      if (isLeasedElsewhere()) continue
      try {
        const isLeaseValid = currentLease !== undefined && performance.now() < currentLease.validUntil
        if (!isLeaseValid && !(await ensureLease())) wakeOtherProcesses(database, 'outbox')
        else await drain()
        failures = 0
        levels.reset()
        await pause(DEBOUNCE_MS, stopping.signal)
      } catch (error) {
        if (error instanceof LeaseLostError) {
          if (currentLease !== undefined && performance.now() < currentLease.validUntil)
            setLease(undefined, performance.now())
          isWoken = true
          continue
        }
        failures += 1
        metrics.publishFailures.inc({ service })
        log[levels.levelOf(error)](
          { event: 'relay.publish_failed', err: error, service, failures },
          'Publish failed; retrying with backoff',
        )
        await pause(Math.min(100 * 2 ** (failures - 1), MAX_BACKOFF_MS), stopping.signal)
        isWoken = true
      }
    }
  }

  const isBusUnavailable = (): boolean =>
    failures > 0 || (publishStartedAt !== undefined && performance.now() - publishStartedAt > PUBLISH_TIMEOUT_MS)

  /** Drains the outbox and releases the lease. Keeps the lease while it is unknown what the bus has accepted. */
  const finish = async (): Promise<void> => {
    await Promise.all([maintaining, relaying])
    if (currentLease === undefined) return
    const drainAll = async () => void ((await ensureLease()) && (await drain(performance.now() + DRAIN_TIMEOUT_MS)))
    if (failures === 0)
      await drainAll().catch((error: unknown) =>
        log.warn(
          { event: 'relay.drain_failed', err: error, service },
          'Outbox not drained at shutdown; published at the next start',
        ),
      )
    if (currentLease !== undefined) await lease.release(currentLease.epoch).catch(() => {})
  }

  const maintaining = maintain()
  const relaying = relayUntilStopped()
  return {
    async stop() {
      unregister()
      stopping.abort()
      wake()
      await withTimeout(isBusUnavailable() ? PUBLISH_TIMEOUT_MS : DRAIN_TIMEOUT_MS, finish())
      metrics.relayActive.set({ service }, 0)
      await channel.close()
      await relayPool.destroy()
    },
  }
}
