import { Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import { BAR_COLOURS } from '../../leaderboard-rows/components/round-bars.tsx'

const Bar = ({ fill, isHollow = false }: { fill: string; isHollow?: boolean }) => (
  <svg width={6} height={12} aria-hidden="true">
    <rect
      x={isHollow ? 0.5 : 0}
      y={isHollow ? 0.5 : 0}
      width={isHollow ? 5 : 6}
      height={isHollow ? 11 : 12}
      fill={isHollow ? 'none' : fill}
      stroke={isHollow ? fill : 'none'}
    />
  </svg>
)

type Mark = { meaning: string; column: ReactNode; bar: ReactNode }

/** How each kind of round looks as a column, and as a bar where there is no room for columns. */
const MARKS: readonly Mark[] = [
  { meaning: 'Counts', column: <span className="ps-data">40</span>, bar: <Bar fill={BAR_COLOURS.counted} /> },
  {
    meaning: 'Joker, counts double',
    column: (
      <span className="ps-data">
        80<sup className="ps-best">J</sup>
      </span>
    ),
    bar: <Bar fill={BAR_COLOURS.joker} />,
  },
  {
    meaning: 'Dropped',
    column: (
      <span className="ps-data ps-faint">
        <s>40</s>
      </span>
    ),
    bar: <Bar fill={BAR_COLOURS.dropped} isHollow />,
  },
  {
    meaning: 'Missed',
    column: <span className="ps-data ps-slow">40</span>,
    bar: <Bar fill={BAR_COLOURS.missed} />,
  },
  {
    meaning: 'Cancelled, before joining or no tip yet',
    column: <span className="ps-data ps-faint">–</span>,
    bar: (
      <svg width={6} height={2} aria-hidden="true">
        <rect width={6} height={2} fill={BAR_COLOURS.none} />
      </svg>
    ),
  },
]

/** What the marks of the rounds mean. */
export const RoundsLegend = () => (
  <Flex
    component="ul"
    className="ps-xs ps-muted"
    wrap="wrap"
    gap="6px 20px"
    px={16}
    py={12}
    aria-label="Reading the rounds"
  >
    {MARKS.map(({ meaning, column, bar }) => (
      <Flex component="li" key={meaning} align="center" gap={8}>
        <span className="mantine-visible-from-lg" aria-hidden="true">
          {column}
        </span>
        <span className="ps-row mantine-hidden-from-lg" aria-hidden="true">
          {bar}
        </span>
        {meaning}
      </Flex>
    ))}
  </Flex>
)
