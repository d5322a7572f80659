/** Latencies in ms from sending a result until sockets have the board that follows it. */
export type BoardLatency = {
  /** Results after which every open socket received a newer board. */
  results: number
  lastSocket: { p50: number; p99: number } | null
  eachSocket: { p50: number; p99: number } | null
}

type Measure = { above: number; sent: number; arrivals: Map<number, number> }

/**
 * Measures how long each socket takes after a result that should move the board.
 * A measurement ends where the next one begins.
 */
export const boardLatencyWatch = (sockets: () => number) => {
  const finished: Measure[] = []
  let highest = 0
  let current: Measure | null = null
  const finish = () => {
    if (current && current.arrivals.size >= sockets()) finished.push(current)
    current = null
  }
  return {
    begin(sent: number) {
      finish()
      current = { above: highest, sent, arrivals: new Map() }
    },
    finish,
    board(socket: number, version: number, receivedAt: number) {
      highest = Math.max(highest, version)
      if (current && version > current.above && !current.arrivals.has(socket)) {
        current.arrivals.set(socket, receivedAt - current.sent)
        if (current.arrivals.size >= sockets()) finish()
      }
    },
    summary(): BoardLatency {
      finish()
      const each = finished.flatMap(({ arrivals }) => [...arrivals.values()])
      const last = finished.flatMap(({ arrivals }) => (arrivals.size > 0 ? [Math.max(...arrivals.values())] : []))
      return { results: finished.length, lastSocket: percentiles(last), eachSocket: percentiles(each) }
    },
  }
}

const percentiles = (values: number[]): { p50: number; p99: number } | null => {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!
  return { p50: at(0.5), p99: at(0.99) }
}
