// jsdom has no layout: Mantine asks for these two when it mounts.
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

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
