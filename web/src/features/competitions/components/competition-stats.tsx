import { Box, Flex, SimpleGrid } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { type Segment, Segments } from '../../../ui/racing/segments.tsx'
import { formatNumber } from '../../../ui/time/format.ts'
import type { BoardPage } from '../../leaderboard-rows/api/leaderboard-keys.ts'
import { progressOf } from '../../weekend-data/api/race-state.ts'
import classes from './competition-stats.module.css'

/** Total Participants, Total Races, Completed Races and Highest Score; cancelled races are not counted. */
export const CompetitionStats = ({ board, races }: { board: BoardPage; races: readonly Race[] | undefined }) => {
  const progress = races && progressOf(races)
  const count = (value: number | null | undefined) => (value == null ? '–' : formatNumber(value))
  return (
    <StatGrid columns={2} className={classes.stats}>
      <Stat label="Total Participants" value={count(board.total)} />
      <Stat label="Total Races" value={count(progress?.of)} />
      <Stat label="Completed Races" value={count(progress?.done)} />
      <Stat label="Highest Score" value={count(board.entries[0]?.totalPoints)} tone="purple" />
    </StatGrid>
  )
}

const LEGEND: readonly [Segment, string][] = [
  ['purple', 'Winner picked'],
  ['green', 'Second'],
  ['grey', 'Third'],
  ['past', 'No points'],
]

/** Legend of the colours of the picks. */
export const PicksLegend = () => (
  <Box py={12} px={16}>
    <h3 className="ps-label">Reading the picks</h3>
    <SimpleGrid
      component="ul"
      className="ps-muted"
      cols={2}
      spacing={12}
      verticalSpacing={6}
      mt={8}
      fz={12.5}
      lh="16px"
    >
      {LEGEND.map(([segment, meaning]) => (
        <Flex component="li" align="center" gap={8} key={segment}>
          <span aria-hidden="true">
            <Segments values={[segment]} label="" />
          </span>
          {meaning}
        </Flex>
      ))}
    </SimpleGrid>
  </Box>
)
