import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Returns a ref and its element's distance from the top of the page, updated when content above changes. */
export const usePageTop = (): [RefObject<HTMLTableSectionElement | null>, number] => {
  const ref = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return [ref, top]
}
