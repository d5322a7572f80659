import { Box } from '@mantine/core'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel, Wall } from '../../ui/wall.tsx'
import { WaitingList } from '../leaderboard/board-row.tsx'
import classes from './leaderboard-page.module.css'

/** The page before anything is known, in its final layout. */
export const BoardSkeleton = () => (
  <div className={classes.layout}>
    <Panel single flush title="All Sector Participants">
      <Box pt={{ base: 0, sm: 32 }}>
        <WaitingList look="open" rows={13} label="Loading the leaderboard..." />
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
  </div>
)
