import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Test files share a process, and so the libraries that were loaded for the one before, which is two thirds of what a
// file costs. Our own modules, and what they keep, are new for each. The window is the same: it is cleared.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
document.head.replaceChildren()
document.body.replaceChildren()
for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)

/** What is waited for is missed many times before it is there: the page is put in words for whoever reads that it was. */
const missed = (what: string | null, where: Element): Error => {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, missed)
  const message = { get: () => [what, prettyDOM(where)].filter(Boolean).join('\n\n'), configurable: true }
  return Object.defineProperty(error, 'message', message)
}

configure({
  // What a component will show is waited for as long as a busy machine may need; most comes within milliseconds.
  asyncUtilTimeout: 30_000,
  getElementError: missed,
})

// jsdom has no layout: Mantine asks for these two when it mounts.
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

// jsdom's own frames end for good, for all files of the process, where it plans one by the clock of a test.
const FRAME_MS = 16
const { setTimeout: later, clearTimeout: forget } = globalThis
window.requestAnimationFrame = (callback) => Number(later(() => callback(performance.now()), FRAME_MS))
window.cancelAnimationFrame = (frame) => forget(frame)

// What our modules have planned for later is nobody's when their file has ended: it would ask the server of the next one.
// What a library shares between files and gathers for a moment comes as planned.
const LATER_MS = 500
const planned = new Set<ReturnType<typeof later>>()
const plan = (callback: () => void, ms?: number, ...given: []) => {
  const timer = later(callback, ms, ...given)
  if (Number(ms) >= LATER_MS) planned.add(timer)
  return timer
}
globalThis.setTimeout = Object.assign(plan, later)

afterEach(cleanup)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const timer of planned) forget(timer)
  globalThis.setTimeout = later
})
