import { Box } from '@mantine/core'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel, Wall } from '../../ui/wall.tsx'
import row from '../leaderboard/board-row.module.css'
import { WaitingCells } from '../leaderboard/board-row.tsx'
import classes from './leaderboard-page.module.css'

const ROWS = Array.from({ length: 13 }, (_, index) => index)

/** The page before anything is known, in its final layout. */
export const BoardSkeleton = () => (
  <div className={classes.layout} role="status" aria-busy aria-label="Loading the leaderboard...">
    <Panel single flush title="All Sector Participants">
      <Box pt={{ base: 0, sm: 32 }}>
        {ROWS.map((index) => (
          <div key={index} className={row.row}>
            <WaitingCells as="span" />
          </div>
        ))}
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
