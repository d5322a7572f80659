import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Test files share a process, and so the libraries that were loaded for the one before, which is two thirds of what a
// file costs. Our own modules, and what they keep, are new for each.
vi.resetModules()

// What a component will show is waited for as long as a busy machine may need; most comes within milliseconds.
configure({ asyncUtilTimeout: 30_000 })

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

afterEach(cleanup)
