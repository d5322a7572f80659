import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import type { HeatRow } from './heat-map.ts'

/**
 * A session that runs, as a heat map reads it: its latest order stands for the classification (docs/rules.md, Heat map).
 * A car that is out has what it drove, as one that retired. One that is not entered is part of the field and nobody on
 * the map: its id, below zero, names no car.
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
