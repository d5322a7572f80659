import { useEffect, useRef, useState } from 'react'

const INTERVAL_MS = 250

/** Throttles a value that changes in bursts to a few times per second; null and undefined pass at once. */
export const useThrottled = <Value>(value: Value): Value => {
  const [visible, setVisible] = useState(value)
  const updatedAt = useRef(0)
  useEffect(() => {
    if (value === visible) return
    const waitMs = Math.max(0, updatedAt.current + INTERVAL_MS - Date.now())
    const timer = setTimeout(() => {
      updatedAt.current = Date.now()
      setVisible(value)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [value, visible])
  return value && visible ? visible : value
}
