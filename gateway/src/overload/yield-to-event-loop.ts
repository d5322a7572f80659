/** Resolves when the caller may continue, after other work of the event loop. */
export type YieldToEventLoop = () => Promise<void>

/** How many callers resume in one turn of the event loop: together they block it no longer than one request does. */
const MAX_PER_TURN = 4

/**
 * Resumes a few callers in each turn of the event loop, in order.
 * Otherwise many simultaneous requests, or replies, would be processed in one turn, and every other request would wait
 * for all of them, again at each step.
 */
export const createYieldToEventLoop = (): YieldToEventLoop => {
  const queue: (() => void)[] = []
  const resumeSome = (): void => {
    for (const resume of queue.splice(0, MAX_PER_TURN)) resume()
    if (queue.length > 0) setImmediate(resumeSome)
  }
  return () =>
    new Promise((resume) => {
      queue.push(resume)
      if (queue.length === 1) setImmediate(resumeSome)
    })
}
