import { Box } from '@mantine/core'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel, Wall } from '../../ui/wall.tsx'
import { WaitingList } from '../leaderboard/rows/board-row.tsx'
import classes from './leaderboard-tab.module.css'

/** Skeleton of the leaderboard page in its final layout. */
export const BoardSkeleton = () => (
  <>
    <Panel single flush title="All Sector Participants" className={classes.main}>
      <Box pt={{ base: 0, sm: 32 }}>
        <WaitingList layout="open" rows={13} label="Loading the leaderboard..." />
      </Box>
    </Panel>
    <Wall columns={1} className={classes.side}>
      <Panel span={1} title="Top 3">
        <Skeleton height={140} />
      </Panel>
      <Panel span={1} title="Competition Stats">
        <Skeleton height={110} />
      </Panel>
    </Wall>
  </>
)
