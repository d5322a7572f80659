import { Badge, Flex, Skeleton, Stack, Text } from '@mantine/core'
import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { ReactNode } from 'react'
import { useFollowProjected } from '../leaderboard-rows/api/follow-projected.ts'
import { PROJECTED_ROWS } from '../leaderboard-rows/api/leaderboard-keys.ts'
import { ProjectedRows } from '../leaderboard-rows/components/projected-rows.tsx'
import { Leaderboard } from './leaderboard.tsx'

type Props = {
  race: { id: number; name: string }
  scope: WeekendScope
  rows?: number | undefined
  /** Rendered at the end of the header. */
  beside?: ReactNode
}

const PROVISIONAL = { borderBottom: '1px dashed var(--ps-yellow)' }

const NO_ROWS = (
  <Text variant="note" py={14} px={16}>
    No one has a tip on this session.
  </Text>
)

/** Projected leaderboard, as if the session ended now; never in the same list as the official one. */
export const ProjectedLeaderboard = ({ race: { id, name }, scope, rows = PROJECTED_ROWS, beside }: Props) => {
  useFollowProjected()
  return (
    <>
      <Flex className="ps-head" wrap={{ base: 'wrap', sm: 'nowrap' }} rowGap={0} pt={{ base: 12, sm: 0 }}>
        <h2>Board as it stands</h2>
        <Badge variant="yellow">Provisional</Badge>
        {beside}
      </Flex>
      <Text size="xs" c="dimmed" px={16} pb={10} style={PROVISIONAL}>
        If {name} ended on this lap. Points count once the result is in.
      </Text>
      <Leaderboard
        scope={scope}
        view="projected"
        loading={
          <Stack gap={16} p={16} role="status" aria-label="Loading the board as it stands...">
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} height={26} />
            ))}
          </Stack>
        }
        empty={NO_ROWS}
      >
        {(projected) => (projected.raceId === id ? <ProjectedRows projected={projected} rows={rows} /> : NO_ROWS)}
      </Leaderboard>
    </>
  )
}
