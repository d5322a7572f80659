import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { Segment } from '../../../ui/racing/segments.tsx'
import { plural } from '../../../ui/time/format.ts'

/** Maximum number of segments beside a name; beyond it upcoming races are omitted and segments get narrower. */
export const MAX_SEGMENTS = 12

export type RaceCount = { scored: number; counting: number }

/** Counts the races of a competition that award points, and those already scored; cancelled ones are not upcoming. */
export const countRaces = (races: readonly Race[]): RaceCount => {
  const counting = races.filter(
    ({ sessionType, resultStatus }) => sessionType !== 'practice' && resultStatus !== 'cancelled',
  )
  const scored = counting.filter(({ resultStatus }) => resultStatus !== null)
  return { scored: scored.length, counting: counting.length }
}

/** Returns one segment per scored race: winners, seconds, thirds, none; then upcoming races while there is room. */
export const pickSegments = (
  { first, second, third }: Entry['picks'],
  { scored, counting }: RaceCount,
  room = MAX_SEGMENTS,
): Segment[] => {
  const hits = first + second + third
  const toCome = Math.min(counting, room) - Math.max(scored, hits)
  return [
    ...Array<Segment>(first).fill('purple'),
    ...Array<Segment>(second).fill('green'),
    ...Array<Segment>(third).fill('grey'),
    ...Array<Segment>(Math.max(0, scored - hits)).fill('past'),
    ...Array<Segment>(Math.max(0, toCome)).fill('open'),
  ]
}

/** Describes the picks: "6 winners, 2 seconds, 1 third of 11 sessions". */
export const describePicks = ({ first, second, third }: Entry['picks'], { scored }: RaceCount): string =>
  `${plural(first, 'winner')}, ${plural(second, 'second')}, ${plural(third, 'third')} of ${plural(scored, 'session')}`
