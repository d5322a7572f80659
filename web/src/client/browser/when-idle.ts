/** The longest wait in a browser that is never idle, in ms. */
const MAX_WAIT_MS = 5_000

/** Runs `work` when the browser is idle, so that a press comes first. */
export const whenIdle = (work: () => void): void => {
  // Safari lacks `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: MAX_WAIT_MS })
  else setTimeout(work)
}
