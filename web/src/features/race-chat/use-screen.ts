import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLive } from '../../client/realtime/realtime-context.ts'

const measure = (element: HTMLElement | null): void => {
  if (!element) return
  element.style.setProperty('--top', `${element.getBoundingClientRect().top + window.scrollY}px`)
  if (window.visualViewport) element.style.setProperty('--screen', `${window.visualViewport.height}px`)
}

/**
 * Sets CSS variables on an element: its distance from the top of the page (`--top`) and the height of the visible
 * screen (`--screen`), without a phone's keyboard.
 */
export const useScreen = (element: RefObject<HTMLElement | null>): void => {
  // The offline banner moves the element down.
  useLive()
  useLayoutEffect(() => measure(element.current))
  useEffect(() => {
    const { visualViewport } = window
    const update = () => measure(element.current)
    visualViewport?.addEventListener('resize', update)
    window.addEventListener('resize', update)
    return () => {
      visualViewport?.removeEventListener('resize', update)
      window.removeEventListener('resize', update)
    }
  }, [element])
}
