let last: Element | null = null

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) last = target
})

/**
 * What has the focus; where nothing has, because it went with an entry of a menu that closed and its button has not got it
 * back yet, what had it last. Imported by the entry of the app, so that it has seen everything.
 */
export const focusedLast = (): Element | null =>
  document.activeElement === document.body ? last : document.activeElement
