import { compressedClock, type Pace } from './clock.ts'
import { PreflightError } from './preflight-error.ts'
import { clockInstants, lapPauses } from './race-control/race-control-steps.ts'
import type { Recording } from './recording/recording.ts'

/** Whether laps are played, each with a pause, and the longest quiet stretch in ms of the recording. */
type PaceOptions = { hasTiming?: boolean; longestQuiet?: number | undefined }

const MAX_QUIET = 45 * 60_000

/** Returns the pauses of a recording's clock and the longest quiet stretch that counts. */
export const paceOf = (
  recording: Recording,
  { hasTiming = true, longestQuiet = MAX_QUIET }: PaceOptions = {},
): Pick<Pace, 'longestQuiet' | 'pauses'> => ({
  longestQuiet,
  pauses: [
    ...recording.pauses.map(({ at, seconds }) => ({ at: Date.parse(at), ms: seconds * 1_000 })),
    ...(hasTiming ? lapPauses(recording) : []),
  ],
})

/**
 * Returns the speed at which a recording takes the given minutes.
 * @throws PreflightError if its pauses alone take as long
 */
export const speedFor = (recording: Recording, minutes: number, options: PaceOptions = {}): number => {
  const pace = paceOf(recording, options)
  const lasts = (speed: number) => compressedClock(clockInstants(recording), { begin: 0, speed, ...pace }).duration
  const still = lasts(Number.POSITIVE_INFINITY)
  const moving = minutes * 60_000 - still
  if (moving <= 0) {
    const least = Math.floor(still / 60_000) + 1
    throw new PreflightError(
      `In so few minutes it cannot be played, since its pauses alone take more: give at least ${least}.`,
    )
  }
  return (lasts(1) - still) / moving
}
