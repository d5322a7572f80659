import { useEffect, useRef, useState } from 'react'

const CALM_MS = 250

/** Throttles a value that changes in bursts to a few times per second; null and undefined pass at once. */
export const useCalm = <Value>(value: Value): Value => {
  const [shown, show] = useState(value)
  const shownAt = useRef(0)
  useEffect(() => {
    if (value === shown) return
    const waitMs = Math.max(0, shownAt.current + CALM_MS - Date.now())
    const timer = setTimeout(() => {
      shownAt.current = Date.now()
      show(value)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [value, shown])
  return value && shown ? shown : value
}
