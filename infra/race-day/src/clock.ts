/** Maps moments of the recording to the wall clock; `real` and `duration` in ms. */
export type CompressedClock = { real(recorded: number): number; readonly duration: number }

export type Pace = {
  begin: number
  speed: number
  longestQuiet: number
  /** The clock stands still after these instants, for `ms` of real time. */
  pauses?: { at: number; ms: number }[]
}

/**
 * Creates a clock that compresses the recording.
 * Quiet stretches longer than `longestQuiet` (ms of the recording) count as that long, and everything runs `speed`
 * times faster. `begin` is the wall-clock moment of the first instant.
 */
export const compressedClock = (
  instants: number[],
  { begin, speed, longestQuiet, pauses = [] }: Pace,
): CompressedClock => {
  const sorted = [...new Set(instants)].sort((a, b) => a - b)
  const first = sorted[0] ?? 0
  const positions = [0]
  for (let i = 1; i < sorted.length; i++)
    positions.push(positions[i - 1]! + Math.min(sorted[i]! - sorted[i - 1]!, longestQuiet))
  const compressed = (recorded: number): number => {
    const i = lastNotAfter(sorted, recorded)
    if (i < 0) return recorded - first
    const room = i + 1 < positions.length ? positions[i + 1]! - positions[i]! : Number.POSITIVE_INFINITY
    return positions[i]! + Math.min(recorded - sorted[i]!, room)
  }
  const pausedMs = (recorded: number): number =>
    pauses.reduce((sum, pause) => sum + (pause.at < recorded ? pause.ms : 0), 0)
  return {
    real: (recorded) => Math.round(begin + compressed(recorded) / speed + pausedMs(recorded)),
    duration: (positions.at(-1) ?? 0) / speed + pausedMs(Number.POSITIVE_INFINITY),
  }
}

const lastNotAfter = (sorted: number[], value: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
