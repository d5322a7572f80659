import { browserState } from './browser-state.ts'

const focused = browserState((): { last: Element | null } => ({ last: null }))

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) focused().last = target
})

/**
 * Returns the focused element; while none is, because a menu closed with its focused entry, the last one.
 *
 * Imported by the entry of the app, so that it follows the focus from the start.
 */
export const lastFocused = (): Element | null =>
  document.activeElement === document.body ? focused().last : document.activeElement
