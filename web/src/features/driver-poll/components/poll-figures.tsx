import { Box } from '@mantine/core'
import type { PollStats } from '@purple-sector/contracts/engagement/http'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { formatNumber } from '../../../ui/time/format.ts'
import classes from './poll-figures.module.css'

type Props = {
  stats: PollStats | undefined
  /** Number of the weekend's categories; 0 while unknown. */
  categories: number
  size?: 'md' | 'lg'
  words?: { votes: string; voters: string; categories: string }
}

const SHORT = { votes: 'Total votes', voters: 'Voters', categories: 'Categories' }

/** Number of votes, fans and categories. */
export const PollFigures = ({ stats, categories, size = 'md', words = SHORT }: Props) => (
  <StatGrid columns={3} phoneColumns={3} className={classes.figures}>
    <Stat size={size} label={words.votes} value={stats ? formatNumber(stats.totalVotes) : '–'} />
    <Stat size={size} label={words.voters} value={stats ? formatNumber(stats.uniqueVoters) : '–'} />
    <Stat
      size={size}
      label={words.categories}
      value={
        <>
          {stats ? stats.categoriesVoted : '–'}
          {categories > 0 && (
            <Box component="small" className="ps-faint" fz="0.55em" fw={560}>
              {' '}
              / {categories}
            </Box>
          )}
        </>
      }
    />
  </StatGrid>
)
