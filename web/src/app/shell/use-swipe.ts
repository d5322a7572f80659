import { type RefObject, useEffect, useRef } from 'react'

/** Minimum distance across and maximum distance down, in px: a shorter or steeper move is no swipe. */
const ACROSS_PX = 80
const ASIDE_PX = 100

export type Swipe = 'next' | 'previous'

/** Direction of a swipe: to the left the next page, to the right the previous one; undefined for neither. */
export const swipeOf = (acrossPx: number, downPx: number): Swipe | undefined => {
  const across = Math.abs(acrossPx)
  const down = Math.abs(downPx)
  if (across <= ACROSS_PX || down >= across || down >= ASIDE_PX) return undefined
  return acrossPx < 0 ? 'next' : 'previous'
}

const OWN = 'input, textarea, select, [role=slider], [role=dialog], [contenteditable], [data-own-swipe]'

/** Whether the element handles horizontal movement itself: a slider, a dialog, a row that scrolls sideways. */
const hasOwnSwipe = (target: EventTarget | null, within: HTMLElement): boolean => {
  if (!(target instanceof Element)) return true
  if (target.closest(OWN)) return true
  for (let element: Element | null = target; element && element !== within; element = element.parentElement)
    if (element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX))
      return true
  return false
}

/** Calls `onSwipe` for swipes on an element. */
export const useSwipe = (ref: RefObject<HTMLElement | null>, onSwipe: (swipe: Swipe) => void): void => {
  const latestOnSwipe = useRef(onSwipe)
  latestOnSwipe.current = onSwipe
  useEffect(() => {
    const element = ref.current
    if (!element) return
    let startPoint: { x: number; y: number } | undefined
    const start = ({ touches, target }: TouchEvent) => {
      const [touch, another] = [touches[0], touches[1]]
      startPoint =
        touch && !another && !hasOwnSwipe(target, element) ? { x: touch.clientX, y: touch.clientY } : undefined
    }
    const end = ({ changedTouches: [touch] }: TouchEvent) => {
      const swipe = startPoint && touch && swipeOf(touch.clientX - startPoint.x, touch.clientY - startPoint.y)
      startPoint = undefined
      if (swipe) latestOnSwipe.current(swipe)
    }
    const cancel = () => {
      startPoint = undefined
    }
    element.addEventListener('touchstart', start, { passive: true })
    element.addEventListener('touchend', end, { passive: true })
    element.addEventListener('touchcancel', cancel, { passive: true })
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', cancel)
    }
  }, [ref])
}
