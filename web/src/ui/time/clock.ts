import { useEffect, useRef, useState } from 'react'
import { useServerRendered } from '../base/server-rendered.ts'

/** The current time in ms, updated at every full second. `now` may be another clock: the server's, or a test's. */
export const useNow = (now: () => number = Date.now): number => {
  const clock = useRef(now)
  clock.current = now
  const serverRendered = useServerRendered()
  const [time, setTime] = useState(() => serverRendered?.now ?? now())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const at = clock.current()
      setTime(at)
      timer = setTimeout(tick, 1000 - (at % 1000))
    }
    tick()
    return () => clearTimeout(timer)
  }, [])
  return time
}
