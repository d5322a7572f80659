import type { SectorColour, Timing, TimingEntry, TimingFlag } from '@purple-sector/contracts/admin/live-timing'
import { formatLap, formatSeconds, plural } from '../../../ui/time/format.ts'

export const FLAG_LABELS: Record<TimingFlag, string> = {
  green: 'Green flag',
  yellow: 'Yellow flag',
  'safety-car': 'Safety car',
  red: 'Red flag',
  chequered: 'Chequered flag',
}

export const COLOUR_LABELS: Record<SectorColour, string> = {
  purple: 'fastest overall',
  green: 'personal best',
  yellow: 'slower',
}

/** Formats a sector time: `26.118`. */
export const formatSector = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : formatSeconds(milliseconds)

export const formatLapTime = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : formatLap(milliseconds)

const distance = (milliseconds: number | null, laps: number | null): string | null => {
  if (laps) return plural(laps, 'lap')
  return milliseconds === null ? null : formatSeconds(milliseconds)
}

/** Formats the gap to the leader: `+0.842`, `+1 lap`; of the leader `Lap 23`. */
export const formatGap = ({ gapMs, gapLaps }: TimingEntry, isLeader: boolean, lap: number): string => {
  if (isLeader) return `Lap ${lap}`
  const behind = distance(gapMs, gapLaps)
  return behind === null ? '–' : `+${behind}`
}

export const formatInterval = ({ intervalMs, intervalLaps }: TimingEntry, isLeader: boolean): string =>
  (isLeader ? null : distance(intervalMs, intervalLaps)) ?? '–'

/** Formats a remaining time: `41:08`, `1:02:40`. */
export const formatClock = (milliseconds: number): string => {
  const total = Math.max(0, Math.floor(milliseconds / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(total / 3_600)
  const minutes = Math.floor((total % 3_600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${two(minutes)}:${two(total % 60)}`
}

/** Time without a snapshot after which the screen reports silence, in ms. */
export const SILENT_MS = 15_000

/** Formats an age: `40 s`, `3 min`. */
const formatSilence = (milliseconds: number): string =>
  milliseconds < 60_000 ? `${Math.floor(milliseconds / 1_000)} s` : `${Math.floor(milliseconds / 60_000)} min`

/** Describes the flag; announced to screen readers when it changes. */
export const describeFlag = (timing: Timing, isPaused: boolean): string => {
  if (isPaused) return 'Paused by race control. This is the last we have.'
  if (timing.hasEnded) return 'The session has ended. Waiting for the result.'
  return timing.message ?? ''
}

/** Formats the silence of a source: `Last heard 40 s ago`; null while it is not silent. */
export const describeSilence = (silentMs: number): string | null =>
  silentMs > SILENT_MS ? `Last heard ${formatSilence(silentMs)} ago` : null
