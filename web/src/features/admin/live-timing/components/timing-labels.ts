import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { Timing, TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { BadgeVariant } from '../../../../ui/theme/surfaces.ts'
import { formatAway, formatGap, formatSeconds, plural } from '../../../../ui/time/format.ts'

type Source = NonNullable<LiveTimingStatus['source']>

export const KINDS: Record<TimingSource['kind'], { title: string; note: string }> = {
  push: { title: 'Push', note: 'The timing company sends each snapshot to us.' },
  ndjson: { title: 'JSON lines', note: 'A file or an address with one snapshot a line; the last line counts.' },
  natsoft: { title: 'Natsoft', note: 'Live messages of Natsoft over TCP or WebSocket.' },
}

const STATES: Record<Source['state'], string> = {
  idle: 'Waiting for the session.',
  connecting: 'Connecting to the source.',
  receiving: 'Receiving snapshots.',
  failing: 'The source isn’t answering.',
}

export const STATE_BADGES: Record<Source['state'], { title: string; tone: BadgeVariant }> = {
  idle: { title: 'Idle', tone: 'neutral' },
  connecting: { title: 'Connecting', tone: 'yellow' },
  receiving: { title: 'Receiving', tone: 'green' },
  failing: { title: 'Failing', tone: 'red' },
}

export const FLAGS: Record<Timing['flag'], { title: string; tone: BadgeVariant }> = {
  green: { title: 'Green', tone: 'green' },
  yellow: { title: 'Yellow', tone: 'yellow' },
  'safety-car': { title: 'Safety car', tone: 'yellow' },
  red: { title: 'Red flag', tone: 'red' },
  chequered: { title: 'Chequered', tone: 'ink' },
}

const MINUTE_MS = 60_000

/** Formats an age: `3 s ago` within a minute. */
export const formatAge = (at: string, now: number): string => {
  const age = Math.max(0, now - Date.parse(at))
  return age < MINUTE_MS ? `${Math.round(age / 1_000)} s ago` : formatAway(Date.parse(at), now)
}

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

/** Describes what the source sends; omits what is unknown. */
export const describeSource = (source: LiveTimingStatus['source'], now: number): string => {
  if (source === null) return 'No source is set up.'
  const last = source.lastSnapshotAt
  return [
    STATES[source.state],
    source.error && sentence(source.error),
    last && `Last snapshot ${formatAge(last, now)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Formats the numbers of snapshots received and skipped since the source was set. */
export const formatCounts = ({ received, skipped }: Pick<TimingSource, 'received' | 'skipped'>): string =>
  `${plural(received, 'snapshot')} received, ${skipped} skipped`

type Behind = Pick<Timing['entries'][number], 'gapMs' | 'gapLaps' | 'status'>

/** Formats the gap to the leader as fans read it. */
export const formatGapToLeader = ({ gapMs, gapLaps, status }: Behind): string => {
  if (status === 'out') return 'Out'
  if (gapLaps) return plural(gapLaps, 'lap')
  return gapMs ? `+${formatSeconds(gapMs)}` : formatGap(null)
}

/**
 * Formats the delay between the source's clock and reception in seconds: `0.8`; null when the source's clock is ahead.
 */
export const delayOf = ({ at, capturedAt }: Pick<Timing, 'at' | 'capturedAt'>): string | null => {
  const delay = Date.parse(at) - Date.parse(capturedAt)
  return delay < 0 ? null : (delay / 1_000).toFixed(1)
}
