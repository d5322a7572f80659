/** Resolves when it is one's turn: whoever waits for it lets others go first. */
export type YieldToEventLoop = () => Promise<void>

/** So many go on in a turn of the event loop: together they hold up the others no longer than one request does. */
const MAX_PER_TURN = 4

/**
 * Lets a few go on in each turn of the event loop, in the order they came. Many that come at once, or are answered at
 * once, would otherwise be done with in one turn, and whoever else has come meanwhile would wait for all of them, again
 * at each step of their way.
 */
export const createYieldToEventLoop = (): YieldToEventLoop => {
  const waiting: (() => void)[] = []
  const resumeSome = (): void => {
    for (const resume of waiting.splice(0, MAX_PER_TURN)) resume()
    if (waiting.length > 0) setImmediate(resumeSome)
  }
  return () =>
    new Promise((resume) => {
      waiting.push(resume)
      if (waiting.length === 1) setImmediate(resumeSome)
    })
}
