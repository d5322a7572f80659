import type { Entry } from '@purple-sector/contracts/tipping/http'
import { memo } from 'react'
import { SEGMENT_COLOURS, type Segment } from '../../../ui/racing/segments.tsx'
import { describePicks, MAX_SEGMENTS, pickSegments, type RaceCount } from './pick-segments.ts'

/** Geometry of a row of segments: pitch and gap in px, and the slant of a bar of 8 px. */
const PITCH = 9
const GAP = 2
const HEIGHT = 8
const LEAN = 2.6

const bar = (x: number, width: number): string => `M${x + LEAN} 0h${width}l${-LEAN} ${HEIGHT}h${-width}z`

/** Returns one SVG path per colour: a board has thousands of segments, too many for an element each. */
const pathsOf = (segments: readonly Segment[], pitch: number): [Segment, string][] => {
  const paths = new Map<Segment, string>()
  for (const [index, segment] of segments.entries())
    paths.set(segment, `${paths.get(segment) ?? ''}${bar(index * pitch, Math.max(1, pitch - GAP))}`)
  return [...paths]
}

/** A fan's picks race by race, in the style of `Segments`. Segments get narrower when there are too many. */
export const PickBars = memo(({ first, second, third, scored, counting }: Entry['picks'] & RaceCount) => {
  const picks = { first, second, third }
  const segments = pickSegments(picks, { scored, counting })
  if (segments.length === 0) return null
  const pitch = Math.min(PITCH, (MAX_SEGMENTS * PITCH) / segments.length)
  const width = Math.ceil(segments.length * pitch + LEAN)
  return (
    <svg
      role="img"
      aria-label={describePicks(picks, { scored, counting })}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
    >
      {pathsOf(segments, pitch).map(([segment, path]) => (
        <path key={segment} fill={SEGMENT_COLOURS[segment]} d={path} />
      ))}
    </svg>
  )
})
