import { useEffect, useState, useSyncExternalStore } from 'react'

/** Longest timeout a browser keeps. */
const LONGEST_MS = 2_147_483_647

let offsetMs = 0
const listeners = new Set<() => void>()

/** The server's clock, in ms: ours, corrected by what the socket's frames told. Deadlines are judged by it alone. */
export const serverNow = (): number => Date.now() + offsetMs

/** Learns the server's time from a frame that was sent `travelMs` ago. */
export const learnServerTime = (serverTime: string, travelMs = 0): void => {
  const learned = Date.parse(serverTime) + travelMs - Date.now()
  if (Number.isNaN(learned)) return
  offsetMs = learned
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server's time, renewed every `everyMs`: for countdowns. */
export const useServerNow = (everyMs = 1_000): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const tick = () => setNow(serverNow())
    tick()
    const timer = setInterval(tick, everyMs)
    const stop = subscribe(tick)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [everyMs])
  return now
}

/** Whether an instant has come, by the server's clock; the component renders again at that moment, without ticking. */
export const useIsPast = (instant: string | null | undefined): boolean => {
  const at = instant ? Date.parse(instant) : Number.POSITIVE_INFINITY
  const offset = useSyncExternalStore(subscribe, () => offsetMs)
  const [, renderAgain] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const left = at - (Date.now() + offset)
      if (left <= 0 || left === Number.POSITIVE_INFINITY) return
      timer = setTimeout(
        () => {
          renderAgain((count) => count + 1)
          wait()
        },
        Math.min(left, LONGEST_MS),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [at, offset])
  return at <= Date.now() + offset
}
