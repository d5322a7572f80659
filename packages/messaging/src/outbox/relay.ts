import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Database, onWake, openOwnPool, openWakeChannel, wakeOthers } from '@purple-sector/database'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type EventBus, topicOf } from '../event-bus.ts'
import { messagingMetrics } from '../metrics.ts'
import { pause, withTimeout } from '../pause.ts'
import { traceIdOf } from '../trace.ts'
import { publishBatch } from './publish-batch.ts'
import { outboxRows, type Refused, type Waiting } from './relay-batch.ts'
import { LEASE_MS, relayLease } from './relay-lease.ts'

export type RelayOptions = {
  database: Database
  bus: EventBus
  service: string
  log: Logger
  metrics?: Registry
}

export type Relay = {
  /** Publishes what waits (at most 5 s, hardly any while the bus is away), then lets another process take over at once. */
  stop(): Promise<void>
}

/** Events published at a time. */
const BATCH_SIZE = 1_000
/** While commits pour in, the outbox is read at most this often; the first after a silence is read at once. */
const DEBOUNCE_MS = 5
const MAX_BACKOFF_MS = 5_000
const DRAIN_MS = 5_000
/** A bus that has not taken a batch for so long is away; so long it is given at the end. */
const SLOW_MS = 500
/** While events come, the lease is renewed and the outbox counted so often; a successor takes over within 10 s. */
const RENEW_MS = 2_000
/** While none come, the outbox is counted so often: who committed may have ended before it could tell. */
const SWEEP_MS = 10_000

class LeaseLost extends Error {}

/**
 * Carries a service's outbox to the bus, in order per key and at least once. Every process of the service runs one; a
 * lease row makes one of them active while there are events. It has a small pool of its own, so that requests cannot
 * starve it.
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
  /** Until then (monotonic ms) another relay may hold it. */
  let othersUntil = Number.NEGATIVE_INFINITY
  let wake = () => {}
  let isPoked = true
  /** When (monotonic ms) there was last a reason to look. */
  let pokedAt = performance.now()
  let failures = 0
  let isDraining = false
  let publishingSince: number | undefined

  const isOthers = () => performance.now() < othersUntil
  const lookNow = (): void => {
    isPoked = true
    pokedAt = performance.now()
    wake()
  }
  const channel = openWakeChannel(database, log)
  const unregister = onWake(database, 'outbox', () => {
    lookNow()
    return !isOthers()
  })

  const epochHeld = (): number => {
    if (held === undefined || performance.now() > held.until) throw new LeaseLost()
    return held.epoch
  }

  const setHeld = (epoch: number | undefined, askedAt: number): void => {
    if (epoch !== held?.epoch)
      log.info({ service, epoch }, epoch === undefined ? 'another relay took over' : 'this relay is active')
    held = epoch === undefined ? undefined : { epoch, until: askedAt + LEASE_MS }
    othersUntil = epoch === undefined ? askedAt + LEASE_MS : Number.NEGATIVE_INFINITY
    metrics.relayActive.set({ service }, held === undefined ? 0 : 1)
  }

  /** Renews the lease, or takes it where it is free; answers whether it is ours. */
  const keepLease = async (): Promise<boolean> => {
    const askedAt = performance.now()
    const before = held
    const epoch = before ? (await lease.renew(before.epoch)) && before.epoch : await lease.acquire()
    // Asked for by the other loop meanwhile.
    if (held?.epoch === before?.epoch) setHeld(epoch || undefined, askedAt)
    return held !== undefined
  }

  const count = async (): Promise<void> => {
    const { waiting, oldestSeconds } = await rows.backlog()
    metrics.pending.set({ service }, waiting)
    metrics.oldest.set({ service }, oldestSeconds)
    if (waiting === 0) return
    // Whoever held it may have died.
    othersUntil = Number.NEGATIVE_INFINITY
    lookNow()
  }

  const keepLooking = async (): Promise<void> => {
    let countedAt = performance.now()
    while (!stopping.signal.aborted) {
      await pause(RENEW_MS, stopping.signal)
      const now = performance.now()
      const isBusy = isDraining || failures > 0 || now - pokedAt < 2 * RENEW_MS
      try {
        if (isBusy && held !== undefined) await keepLease()
        if (!isBusy && held !== undefined && now > held.until) metrics.relayActive.set({ service }, 0)
        if (!isBusy && now - countedAt < SWEEP_MS) continue
        countedAt = now
        await count()
      } catch (error) {
        log.debug({ err: error, service }, 'the outbox could not be counted, or its lease not renewed')
      }
    }
  }

  /** Publishes until nothing waits: one batch is read and one removed while another is published. */
  const drain = async (deadline = Number.POSITIVE_INFINITY): Promise<void> => {
    const inFlight = new Set<number>()
    const read = async (): Promise<Waiting[]> => {
      const batch = await rows.read(inFlight, BATCH_SIZE)
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
    isDraining = true
    try {
      let batch = await read()
      while (batch.length > 0 && performance.now() < deadline) {
        const epoch = epochHeld()
        const next = batch.length < BATCH_SIZE ? undefined : read()
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
      isDraining = false
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
      if (isOthers()) continue
      try {
        const isHeld = held !== undefined && performance.now() < held.until
        if (!isHeld && !(await keepLease())) wakeOthers(database, 'outbox')
        else await drain()
        failures = 0
        await pause(DEBOUNCE_MS, stopping.signal)
      } catch (error) {
        if (error instanceof LeaseLost) {
          if (held !== undefined && performance.now() < held.until) setHeld(undefined, performance.now())
          isPoked = true
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
    await Promise.all([looking, relaying])
    if (held === undefined) return
    const drainAll = async () => void ((await keepLease()) && (await drain(performance.now() + DRAIN_MS)))
    if (failures === 0)
      await drainAll().catch((error: unknown) =>
        log.warn({ err: error, service }, 'the outbox was not drained; it goes on at the next start'),
      )
    if (held !== undefined) await lease.release(held.epoch).catch(() => {})
  }

  const looking = keepLooking()
  const relaying = relay()
  return {
    async stop() {
      unregister()
      stopping.abort()
      wake()
      await withTimeout(isBusAway() ? SLOW_MS : DRAIN_MS, finish())
      metrics.relayActive.set({ service }, 0)
      await channel.close()
      await own.destroy()
    },
  }
}
