import { type RefCallback, useEffect, useState } from 'react'
import { focusElement } from './focus-element.ts'

/**
 * Moves the focus when a focused button disappears: keyboard users would otherwise start at the top of the page.
 *
 * Within this element, the first match of the selector gets the focus.
 */
export const useFocusFallback = <E extends HTMLElement>(fallback: string): RefCallback<E> => {
  const [root, setRoot] = useState<E | null>(null)
  useEffect(() => {
    if (!root) return
    let last: EventTarget | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target
    }
    const watcher = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected) return
      last = null
      if (document.activeElement !== document.body) return
      const next = root.querySelector<HTMLElement>(fallback)
      if (next) focusElement(next)
    })
    root.addEventListener('focusin', remember)
    watcher.observe(root, { childList: true, subtree: true })
    return () => {
      root.removeEventListener('focusin', remember)
      watcher.disconnect()
    }
  }, [root, fallback])
  return setRoot
}
