import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { memo } from 'react'
import { describeRound, type RowRound, roundOf, type SeasonColumns } from '../api/rounds.ts'

/** Geometry of the bars in px: pitch, width, and the height of the best round. */
const PITCH = 8
const WIDTH = 6
const HEIGHT = 14
/** Height of a round without points. */
const FLAT = 2

/** The colours of the bars: a joker differs from other rounds by its cap, too. */
export const BAR_COLOURS = {
  counted: 'var(--ps-green)',
  joker: 'var(--ps-purple)',
  missed: 'var(--ps-yellow)',
  dropped: 'var(--ps-ink-3)',
  none: 'var(--ps-line-2)',
} as const
type BarKind = keyof typeof BAR_COLOURS

const kindOf = ({ seasonPoints, state, hasJoker }: RowRound): BarKind => {
  if (seasonPoints === null) return 'none'
  if (hasJoker && state === 'counted') return 'joker'
  return state === 'missed' || state === 'dropped' ? state : 'counted'
}

/** A dropped round is hollow, others are filled. */
const barPath = (x: number, height: number, isHollow: boolean): string => {
  const outer = `M${x} ${HEIGHT - height}h${WIDTH}v${height}h${-WIDTH}z`
  return isHollow && height > FLAT
    ? `${outer}M${x + 1} ${HEIGHT - height + 1}v${height - 2}h${WIDTH - 2}v${2 - height}z`
    : outer
}

type Props = { entry: Pick<SeasonEntry, 'rounds' | 'jokers'>; columns: SeasonColumns }

/** A row's season as a sparkline: a bar for each round that counts already. */
export const RoundBars = memo(({ entry, columns: { rounds, best } }: Props) => {
  if (rounds.length === 0) return null
  const own = rounds.map(({ weekendId, label }) => ({ label, round: roundOf(entry, weekendId) }))
  const words = own.flatMap(({ label, round }) => (round ? [`${label} ${describeRound(round)}`] : []))
  const paths = new Map<BarKind, string>()
  for (const [index, { round }] of own.entries()) {
    const kind = round ? kindOf(round) : 'none'
    const height = Math.max(FLAT, Math.round(((round?.seasonPoints ?? 0) / best) * HEIGHT))
    paths.set(kind, (paths.get(kind) ?? '') + barPath(index * PITCH, Math.min(HEIGHT, height), kind === 'dropped'))
  }
  const width = rounds.length * PITCH
  return (
    <svg role="img" aria-label={words.join(', ')} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
      {[...paths].map(([kind, path]) => (
        <path key={kind} fill={BAR_COLOURS[kind]} fillRule="evenodd" d={path} />
      ))}
    </svg>
  )
})
