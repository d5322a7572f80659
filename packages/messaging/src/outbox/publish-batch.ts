import type { EventBus } from '../event-bus.ts'
import { isPermanent } from '../failures.ts'
import type { PendingEvent, RejectedEvent } from './relay-batch.ts'

/**
 * Publishes events in order. Returns the events that the bus never accepts; rejects if it may accept all of them later.
 *
 * A bus rejects a batch as a whole, so it is halved until only the rejected event remains. Events accepted before are
 * published again with their half; consumers recognize them by id.
 */
export const publishBatch = async (
  publish: EventBus['publish'],
  batch: readonly PendingEvent[],
): Promise<RejectedEvent[]> => {
  try {
    await publish(batch.map(({ event }) => event))
    return []
  } catch (error) {
    const [first, ...rest] = batch
    if (!isPermanent(error) || first === undefined) throw error
    if (rest.length === 0) return [{ ...first, error }]
    const middle = Math.ceil(batch.length / 2)
    const rejected = await publishBatch(publish, batch.slice(0, middle))
    return [...rejected, ...(await publishBatch(publish, batch.slice(middle)))]
  }
}
