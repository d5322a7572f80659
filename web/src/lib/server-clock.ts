import { useEffect, useState } from 'react'

let offsetMs = 0
let isLearned = false
const listeners = new Set<() => void>()

/** The server's clock, in ms: ours, corrected by what the socket's frames told. Deadlines are judged by it alone. */
export const serverNow = (): number => Date.now() + offsetMs

/** Learns the server's time from a frame that was sent `travelMs` ago. */
export const learnServerTime = (serverTime: string, travelMs = 0): void => {
  const learned = Date.parse(serverTime) + travelMs - Date.now()
  if (Number.isNaN(learned)) return
  offsetMs = learned
  isLearned = true
  for (const listener of listeners) listener()
}

/**
 * Learns it from the date of a reply, which is a full second, as long as nothing tells it better: a first reply is not
 * judged by a clock of ours that is wrong.
 */
export const learnReplyDate = (date: string | null): void => {
  if (!isLearned && date !== null) learnServerTime(date)
}

export const onServerTime = (listener: () => void): (() => void) => {
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
    const stop = onServerTime(tick)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [everyMs])
  return now
}
