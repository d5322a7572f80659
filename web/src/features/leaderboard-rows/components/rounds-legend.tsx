import { Flex } from '@mantine/core'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import type { ReactNode } from 'react'
import type { SeasonColumns } from '../api/rounds.ts'
import { BAR_COLOURS } from './round-bars.tsx'

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

/** Of a season, or of a group in it. */
type Rules = Pick<Season, 'countBest'> & { missedWeekend: Season['missedWeekend'] | null }

const MISSED: Record<Season['missedWeekend'], string> = {
  zero: 'no points',
  lowest: 'the weekend’s lowest score',
  average: 'the weekend’s average score',
}

const NONE: Mark = {
  meaning: 'Cancelled, before joining or no tip yet',
  column: <span className="ps-data ps-faint">–</span>,
  bar: (
    <svg width={6} height={2} aria-hidden="true">
      <rect width={6} height={2} fill={BAR_COLOURS.none} />
    </svg>
  ),
}

/** How each kind of round looks as a column, and as a bar where there is no room for columns. */
const marksOf = ({ countBest, missedWeekend }: Rules, { rounds }: SeasonColumns): Mark[] => [
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
  ...(countBest === null
    ? []
    : [
        {
          meaning: `Dropped: only the best ${countBest} count`,
          column: (
            <span className="ps-data ps-faint">
              <s>40</s>
            </span>
          ),
          bar: <Bar fill={BAR_COLOURS.dropped} isHollow />,
        },
      ]),
  {
    meaning: missedWeekend === null ? 'Missed' : `Missed: ${MISSED[missedWeekend]}`,
    column: <span className="ps-data ps-slow">40</span>,
    bar: <Bar fill={BAR_COLOURS.missed} />,
  },
  NONE,
  ...rounds
    .filter(({ multiplier }) => multiplier !== 1)
    .map(({ label, name }) => ({ meaning: name, column: label, bar: label })),
]

type Props = { rules: Rules; columns: SeasonColumns }

/** What the marks of the rounds mean, by the rules of the competition. */
export const RoundsLegend = ({ rules, columns }: Props) => (
  <Flex
    component="ul"
    className="ps-xs ps-muted"
    wrap="wrap"
    gap="6px 20px"
    px={16}
    py={12}
    aria-label="Reading the rounds"
  >
    {marksOf(rules, columns).map(({ meaning, column, bar }) => (
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
