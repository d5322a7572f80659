import { unavailable } from '@purple-sector/service-kit/errors'

/** Runs work when a place is free. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `places` pieces of work run at once and `waiting` more queue in order; whoever comes later gets 503 at once. */
export const createTurnstile = ({ places, waiting }: { places: number; waiting: number }): Turnstile => {
  let busy = 0
  const queue: (() => void)[] = []
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else busy -= 1
  }
  return async (work) => {
    if (busy < places) busy += 1
    else if (queue.length >= waiting)
      throw unavailable('Many people are signing in right now. Please try again in a moment.', 2)
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
