import { useCallback, useRef, useState } from 'react'

type Margins = { top: number; bottom: number }

const isWithin = (element: HTMLElement, { top, bottom }: Margins): boolean => {
  const box = element.getBoundingClientRect()
  const middle = (box.top + box.bottom) / 2
  return middle >= top && middle <= window.innerHeight - bottom
}

/** Returns a ref and whether its element is visible between the bars that cover the margins. */
export const useInView = ({ top, bottom }: Margins): [(element: HTMLElement | null) => void, boolean] => {
  const [isInView, setIsInView] = useState(false)
  const observer = useRef<IntersectionObserver | null>(null)
  const follow = useCallback(
    (element: HTMLElement | null) => {
      observer.current?.disconnect()
      setIsInView(element !== null && isWithin(element, { top, bottom }))
      if (!element) return
      observer.current = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting ?? false), {
        rootMargin: `-${top}px 0px -${bottom}px 0px`,
        threshold: 0.5,
      })
      observer.current.observe(element)
    },
    [top, bottom],
  )
  return [follow, isInView]
}
