import { type RefCallback, useEffect, useState } from 'react'
import { takeFocus } from './take-focus.ts'

/**
 * Buttons that have done their work leave, and the focus with them: whoever uses keys would begin at the top of the page.
 * Within this element it goes on to the first that the selector finds.
 */
export const useKeptFocus = <E extends HTMLElement>(heir: string): RefCallback<E> => {
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
      const next = root.querySelector<HTMLElement>(heir)
      if (next) takeFocus(next)
    })
    root.addEventListener('focusin', remember)
    watcher.observe(root, { childList: true, subtree: true })
    return () => {
      root.removeEventListener('focusin', remember)
      watcher.disconnect()
    }
  }, [root, heir])
  return setRoot
}
