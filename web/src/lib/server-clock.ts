import { useEffect, useState } from 'react'
import { useServerRendered } from '../ui/server-rendered.ts'

/** So many of the times that were told last count: clocks drift apart, and ours may be set. */
const SAMPLES = 8

let offsetMs = 0
let isLearned = false
/** The server's clock against ours when each of its times came: less than the truth by how long that had travelled. */
let samples: number[] = []
const listeners = new Set<() => void>()

/** The server's clock, in ms: ours, corrected by what the socket's frames told. Deadlines are judged by it alone. */
export const serverNow = (): number => Date.now() + offsetMs

/**
 * Learns the server's time, which it told at some moment after `askedAt` of our clock. How long it travelled nobody knows,
 * and a busy page takes it late: so the one that travelled least counts, and ours is never ahead of the server's. What was
 * told before counts no more where it cannot be true: our clock was set. Without `askedAt` it counts no more either.
 */
export const learnServerTime = (serverTime: string, askedAt = Number.POSITIVE_INFINITY): void => {
  const told = Date.parse(serverTime)
  if (Number.isNaN(told)) return
  const atMost = told - askedAt
  samples = [...samples.filter((sample) => sample <= atMost), told - Date.now()].slice(-SAMPLES)
  offsetMs = Math.max(...samples)
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

/** The server's time, renewed every `everyMs`: for countdowns. On a page that came drawn it begins with that instant. */
export const useServerNow = (everyMs = 1_000): number => {
  const drawn = useServerRendered()
  const [now, setNow] = useState(() => drawn?.now ?? serverNow())
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
