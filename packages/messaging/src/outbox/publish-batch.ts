import type { EventBus } from '../event-bus.ts'
import { isPermanent } from '../failures.ts'
import type { Refused, Waiting } from './relay-batch.ts'

/**
 * Publishes in order; answers the events that the bus will never take, and rejects where it may take all of them later.
 * A bus refuses a batch as a whole, so it is halved until the one at fault stands alone; what was taken before that goes
 * again with its half, and consumers know it by its id.
 */
export const publishBatch = async (publish: EventBus['publish'], batch: readonly Waiting[]): Promise<Refused[]> => {
  try {
    await publish(batch.map(({ event }) => event))
    return []
  } catch (error) {
    const [first, ...others] = batch
    if (!isPermanent(error) || first === undefined) throw error
    if (others.length === 0) return [{ ...first, error }]
    const middle = Math.ceil(batch.length / 2)
    const refused = await publishBatch(publish, batch.slice(0, middle))
    return [...refused, ...(await publishBatch(publish, batch.slice(middle)))]
  }
}
