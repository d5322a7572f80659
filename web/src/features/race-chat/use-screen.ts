import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLive } from '../../lib/live.ts'

const measure = (element: HTMLElement | null): void => {
  if (!element) return
  element.style.setProperty('--top', `${element.getBoundingClientRect().top + window.scrollY}px`)
  if (window.visualViewport) element.style.setProperty('--screen', `${window.visualViewport.height}px`)
}

/**
 * Tells an element's styles how far down the page it begins (`--top`) and how much of the screen there is to see
 * (`--screen`): a phone's keyboard takes its part.
 */
export const useScreen = (element: RefObject<HTMLElement | null>): void => {
  // The line that is shown while OFFLINE stands above.
  useLive()
  useLayoutEffect(() => measure(element.current))
  useEffect(() => {
    const { visualViewport } = window
    const look = () => measure(element.current)
    visualViewport?.addEventListener('resize', look)
    window.addEventListener('resize', look)
    return () => {
      visualViewport?.removeEventListener('resize', look)
      window.removeEventListener('resize', look)
    }
  }, [element])
}
