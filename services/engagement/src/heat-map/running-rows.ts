import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import type { HeatRow } from './heat-map.ts'

/**
 * Converts the latest order of a running session to heat map rows (docs/rules.md, Heat map).
 *
 * A car that is out counts as retired. A car that is not entered gets a negative id: it is part of the field, but not shown.
 */
export const runningRows = ({ entries }: Pick<Timing, 'entries'>): HeatRow[] =>
  entries.map(({ carId, place, position, status, laps, bestLapMs }, index) => ({
    carId: carId ?? -1 - index,
    place,
    position: place === null ? null : position,
    status: place === null || status === 'out' ? 'dnf' : 'classified',
    laps,
    ...(bestLapMs !== null && { bestLapMs }),
  }))
