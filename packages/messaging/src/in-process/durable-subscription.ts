import { type DurableOptions, startLanes } from '../lanes.ts'
import { pause } from '../pause.ts'
import type { Deliveries, StoredDelivery } from './deliveries.ts'

/** Maximum number of deliveries in memory; the rest wait in Postgres. */
const PREFETCH_LIMIT = 1_000
/** Delay before a failed statement is retried. */
const RETRY_INTERVAL_MS = 1_000

export type DurableSubscription = {
  /** Makes the subscription read: deliveries were, or may have been, stored for this consumer. */
  wake(): void
  stop(): Promise<void>
}

/** Handles the stored deliveries of one consumer, oldest first, and deletes handled ones. */
export const startDurableSubscription = (options: DurableOptions & { deliveries: Deliveries }): DurableSubscription => {
  const { subscription, deliveries, log } = options
  const { consumer } = subscription
  const stopping = new AbortController()
  const { signal } = stopping
  const inFlight = new Set<number>()
  let handledIds: number[] = []
  let removing: Promise<void> | undefined
  let refilling: Promise<void> | undefined
  let isWoken = false

  /**
   * Reads deliveries until none remain. It resets `refilling` when its loop ends, so a later wake-up starts the next
   * one.
   */
  const refill = async (): Promise<void> => {
    while (isWoken && !signal.aborted && inFlight.size < PREFETCH_LIMIT) {
      isWoken = false
      try {
        const limit = PREFETCH_LIMIT - inFlight.size
        const newDeliveries = await deliveries.read(inFlight, lanes.waiting(), limit)
        for (const { id } of newDeliveries) inFlight.add(id)
        lanes.add(newDeliveries)
        if (newDeliveries.length === limit) isWoken = true
      } catch (error) {
        isWoken = true
        log.warn({ event: 'bus.read_failed', err: error, consumer }, 'Deliveries could not be read; retrying')
        await pause(RETRY_INTERVAL_MS, signal)
      }
    }
    refilling = undefined
  }

  const wake = (): void => {
    isWoken = true
    if (signal.aborted || refilling !== undefined || inFlight.size >= PREFETCH_LIMIT) return
    refilling = refill()
  }

  /** Deletes handled deliveries; while one statement runs, the next batch is collected. */
  const removeHandled = async (): Promise<void> => {
    while (handledIds.length > 0) {
      const ids = handledIds
      handledIds = []
      try {
        await deliveries.remove(ids)
        for (const id of ids) inFlight.delete(id)
      } catch (error) {
        handledIds.push(...ids)
        log.warn(
          { event: 'bus.remove_failed', err: error, consumer },
          'Handled deliveries could not be deleted; retrying',
        )
        if (signal.aborted) break
        await pause(RETRY_INTERVAL_MS, signal)
      }
    }
    removing = undefined
    if (isWoken) wake()
  }

  const lanes = startLanes<StoredDelivery>({
    ...options,
    acknowledge({ id }) {
      handledIds.push(id)
      removing ??= removeHandled()
    },
    async moveToDeadLetters(delivery, error) {
      await deliveries.moveToDeadLetters(delivery, error)
      inFlight.delete(delivery.id)
    },
    recordFailure: deliveries.recordFailure,
    onResume: wake,
  })

  wake()
  return {
    wake,
    async stop() {
      stopping.abort()
      await Promise.all([refilling, lanes.stop()])
      await removing
      await removeHandled()
    },
  }
}
