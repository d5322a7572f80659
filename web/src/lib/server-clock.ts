import { useEffect, useState } from 'react'

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
