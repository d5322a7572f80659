/** Longer than that nothing waits for a browser that is never idle. */
const LATEST_MS = 5_000

/** Does this when the browser has nothing else to do: a press comes first. */
export const whenIdle = (work: () => void): void => {
  // Safari does not tell.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LATEST_MS })
  else setTimeout(work)
}
