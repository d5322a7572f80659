import { type DurableOptions, startLanes } from '../lanes.ts'
import { pause } from '../pause.ts'
import type { Deliveries, StoredDelivery } from './deliveries.ts'

/** Deliveries held in memory; the rest wait in Postgres. */
const PREFETCH_LIMIT = 1_000
/** Delay before a statement that Postgres did not take is tried again. */
const AGAIN_MS = 1_000

export type DurableSubscription = {
  /** Something was stored for this consumer, or may have been. */
  hint(): void
  stop(): Promise<void>
}

/** Handles the stored deliveries of one consumer, oldest first, and deletes those that were handled. */
export const startDurableSubscription = (options: DurableOptions & { deliveries: Deliveries }): DurableSubscription => {
  const { subscription, deliveries, log } = options
  const { consumer } = subscription
  const stopping = new AbortController()
  const { signal } = stopping
  const inHand = new Set<number>()
  let handled: number[] = []
  let removing: Promise<void> | undefined
  let refilling: Promise<void> | undefined
  let isHinted = false

  /** It is over in the very moment its loop ends: a hint after that starts the next one. */
  const refill = async (): Promise<void> => {
    while (isHinted && !signal.aborted && inHand.size < PREFETCH_LIMIT) {
      isHinted = false
      try {
        const limit = PREFETCH_LIMIT - inHand.size
        const found = await deliveries.read(inHand, lanes.waiting(), limit)
        for (const { id } of found) inHand.add(id)
        lanes.add(found)
        if (found.length === limit) isHinted = true
      } catch (error) {
        isHinted = true
        log.warn({ err: error, consumer }, 'deliveries could not be read, trying again')
        await pause(AGAIN_MS, signal)
      }
    }
    refilling = undefined
  }

  const hint = (): void => {
    isHinted = true
    if (signal.aborted || refilling !== undefined || inHand.size >= PREFETCH_LIMIT) return
    refilling = refill()
  }

  /** Deletes what was handled; while one statement runs the next batch gathers. */
  const removeHandled = async (): Promise<void> => {
    while (handled.length > 0) {
      const ids = handled
      handled = []
      try {
        await deliveries.remove(ids)
        for (const id of ids) inHand.delete(id)
      } catch (error) {
        handled.push(...ids)
        log.warn({ err: error, consumer }, 'handled deliveries could not be removed, trying again')
        if (signal.aborted) break
        await pause(AGAIN_MS, signal)
      }
    }
    removing = undefined
    if (isHinted) hint()
  }

  const lanes = startLanes<StoredDelivery>({
    ...options,
    acknowledge({ id }) {
      handled.push(id)
      removing ??= removeHandled()
    },
    async moveToDeadLetters(delivery, error) {
      await deliveries.moveToDeadLetters(delivery, error)
      inHand.delete(delivery.id)
    },
    noteFailure: deliveries.noteFailure,
    onResume: hint,
  })

  hint()
  return {
    hint,
    async stop() {
      stopping.abort()
      await Promise.all([refilling, lanes.stop()])
      await removing
      await removeHandled()
    },
  }
}
