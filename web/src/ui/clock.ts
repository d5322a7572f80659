import { useEffect, useState } from 'react'

/** The time now, in milliseconds, told again at every full second. `now` is a clock of its own: the server's, or a test's. */
export const useNow = (now: () => number = Date.now): number => {
  const [time, setTime] = useState(now)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const at = now()
      setTime(at)
      timer = setTimeout(tick, 1000 - (at % 1000))
    }
    tick()
    return () => clearTimeout(timer)
  }, [now])
  return time
}
