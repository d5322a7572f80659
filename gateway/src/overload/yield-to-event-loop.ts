/** Resolves when it is one's turn: whoever waits for it lets others go first. */
export type GiveWay = () => Promise<void>

/** So many go on in a turn of the event loop: together they hold up the others no longer than one request does. */
const IN_A_TURN = 4

/**
 * Lets a few go on in each turn of the event loop, in the order they came. Many that come at once, or are answered at
 * once, would otherwise be done with in one turn, and whoever else has come meanwhile would wait for all of them, again
 * at each step of their way.
 */
export const givingWay = (): GiveWay => {
  const waiting: (() => void)[] = []
  const turn = (): void => {
    for (const goOn of waiting.splice(0, IN_A_TURN)) goOn()
    if (waiting.length > 0) setImmediate(turn)
  }
  return () =>
    new Promise((goOn) => {
      waiting.push(goOn)
      if (waiting.length === 1) setImmediate(turn)
    })
}
