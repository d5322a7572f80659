import { Box, Skeleton } from '@mantine/core'
import { Panel } from '../../../ui/layout/panel.tsx'
import { WaitingList } from '../../leaderboard-rows/components/board-row.tsx'
import { openLayout } from '../../leaderboard-rows/components/open-layout.tsx'

/** Skeleton of the leaderboard in its final layout. */
export const BoardSkeleton = () => (
  <Panel single flush title="All Sector Participants">
    <Box pt={{ base: 0, sm: 32 }}>
      <WaitingList layout={openLayout} rows={13} label="Loading the leaderboard..." />
    </Box>
  </Panel>
)

/** Skeleton of the panels beside the leaderboard. */
export const SideSkeleton = () => (
  <>
    <Panel span={1} title="Top 3">
      <Skeleton height={140} />
    </Panel>
    <Panel span={1} title="Competition Stats">
      <Skeleton height={110} />
    </Panel>
  </>
)
