import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Test files share a process and thereby the loaded libraries, which are two thirds of a file's cost. Our own modules
// and their state are new for each file. The window is the same: it is cleared.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
document.head.replaceChildren()
document.body.replaceChildren()
for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)

/**
 * Error of a failed query. The page is printed only when the message is read, since most waits miss many times before
 * they succeed.
 */
const missed = (what: string | null, where: Element): Error => {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, missed)
  const message = { get: () => [what, prettyDOM(where)].filter(Boolean).join('\n\n'), configurable: true }
  return Object.defineProperty(error, 'message', message)
}

configure({
  // Time that a busy machine may need to render; most components render within milliseconds.
  asyncUtilTimeout: 30_000,
  getElementError: missed,
})

// jsdom has no layout: Mantine needs these two when it mounts.
class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver ??= NoResize

window.matchMedia ??= (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})

Element.prototype.scrollIntoView ??= () => {}

// jsdom's own animation frames stop for all files of the process once one is scheduled with fake timers.
const FRAME_MS = 16
const { setTimeout: later, clearTimeout: forget } = globalThis
window.requestAnimationFrame = (callback) => Number(later(() => callback(performance.now()), FRAME_MS))
window.cancelAnimationFrame = (frame) => forget(frame)

// Long timers of our modules are cleared at the end of their file: they would send requests to the server of the next
// one. Short timers of shared libraries run as scheduled.
const LATER_MS = 500
const planned = new Set<ReturnType<typeof later>>()
const scheduleTimer = (callback: () => void, ms?: number, ...rest: []) => {
  const timer = later(callback, ms, ...rest)
  if (Number(ms) >= LATER_MS) planned.add(timer)
  return timer
}
globalThis.setTimeout = Object.assign(scheduleTimer, later)

afterEach(cleanup)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const timer of planned) forget(timer)
  globalThis.setTimeout = later
})
