import { Box, Flex, Skeleton, Text } from '@mantine/core'
import type { Vote } from '@purple-sector/contracts/engagement/http'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { formatDayTime, type TimeZoneOption } from '../../../ui/time/format.ts'
import type { Field } from '../api/poll-queries.ts'
import { carOf } from '../api/poll-ranking.ts'

/** `vote` is null when there is none, undefined while unknown. */
type Props = { vote: Vote | null | undefined; fields: readonly Field[]; zone: TimeZoneOption; isClosed: boolean }

/** The driver the fan has voted for, and when. */
export const OwnVote = ({ vote, fields, zone, isClosed }: Props) => {
  const car = vote ? carOf(fields, vote) : undefined
  return (
    <Panel span={1} title="Your vote" actions={vote ? formatDayTime(vote.votedAt, zone) : undefined} flush>
      <Flex align="center" gap={16} mih={{ base: 74, sm: 84 }} px={16} py={{ base: 12, sm: 16 }} fz={13} lh="18px">
        <Plate number={car?.plate} size="lg" />
        {vote ? (
          <div className="ps-fill ps-lines">
            <Box component="b" fz={15} lh="20px">
              {vote.driverName}
            </Box>
            {car && (
              <Text span inherit c="dimmed">
                {car.team}
              </Text>
            )}
            <Text span size="xs" c="var(--ps-ink-3)">
              {vote.category}
            </Text>
          </div>
        ) : vote === null ? (
          <Text inherit c="dimmed">
            {isClosed ? 'You didn’t vote.' : 'You haven’t voted yet.'}
          </Text>
        ) : (
          <Skeleton width="44%" />
        )}
      </Flex>
    </Panel>
  )
}
