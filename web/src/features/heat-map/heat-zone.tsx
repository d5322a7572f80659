import { Badge } from '@mantine/core'
import type { HeatZone } from '@purple-sector/contracts/engagement/http'
import type { Segment } from '../../ui/racing/segments.tsx'
import type { BadgeVariant } from '../../ui/theme/surfaces.ts'

type Zone = {
  zone: HeatZone
  word: string
  scores: string
  segment: Segment
  tone: BadgeVariant
  /** The word that colours the score. */
  ink?: string
}

/** Zones from best to worst, each with a label, so that colour is not the only cue. */
export const ZONES: readonly Zone[] = [
  { zone: 'hot', word: 'Hot', scores: '80–100', segment: 'purple', tone: 'purple', ink: 'ps-best' },
  { zone: 'warm', word: 'Warm', scores: '60–79', segment: 'green', tone: 'green', ink: 'ps-good' },
  { zone: 'neutral', word: 'Neutral', scores: '40–59', segment: 'grey', tone: 'plain' },
  { zone: 'cool', word: 'Cool', scores: '20–39', segment: 'yellow', tone: 'yellow', ink: 'ps-muted' },
  { zone: 'cold', word: 'Cold', scores: '0–19', segment: 'past', tone: 'neutral', ink: 'ps-muted' },
]

export const zoneNamed = (name: HeatZone): Zone => ZONES.find(({ zone }) => zone === name) ?? ZONES[ZONES.length - 1]!

/** Badge with the zone's label in its colour; nothing without a zone. */
export const HeatZoneBadge = ({ zone }: { zone: HeatZone | undefined }) => {
  if (!zone) return null
  const { tone, word } = zoneNamed(zone)
  return <Badge variant={tone}>{word}</Badge>
}
