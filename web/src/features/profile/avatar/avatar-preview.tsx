import { Box, Flex, Text } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { useQuery } from '@tanstack/react-query'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { Position } from '../../../ui/racing/position.tsx'
import { RacingAvatar } from '../../../ui/racing-avatar/racing-avatar.tsx'
import { formatNumber } from '../../../ui/time/format.ts'
import { myStatsQuery } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { entryName } from '../../leaderboard-rows/components/entry-name.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import type { AvatarDraft } from './avatar-draft.ts'
import { OwnRow } from './own-row.tsx'

const STAGE = { boxShadow: 'inset 0 0 0 1px var(--ps-line)', overflow: 'hidden' }

/** The user's position or points in the active weekend; nothing when there are none. */
const OwnStanding = ({ weekendId, of: figure }: { weekendId: number; of: 'position' | 'points' }) => {
  const { data } = useQuery(myStatsQuery(weekendId))
  if (figure === 'position') return <Position position={data?.position ?? null} medals={false} />
  return <b className="ps-points">{data ? formatNumber(data.totalPoints) : '–'}</b>
}

/** Large preview of the draft, as other users will see it. */
export const AvatarPreview = ({ draft, user }: { draft: AvatarDraft; user: User }) => {
  const { weekend } = useActiveWeekend()
  const name = entryName(user)
  return (
    <Flex
      direction={{ base: 'row', sm: 'column' }}
      align={{ base: 'center', sm: 'stretch' }}
      gap={{ base: 16, sm: 12 }}
      flex="none"
      w={{ base: '100%', sm: 240, md: 288 }}
      px={{ base: 16, sm: 20 }}
      py={{ base: 12, sm: 20 }}
      bg="var(--ps-sunken)"
    >
      <Box
        w={{ base: '52%', sm: '100%' }}
        pt={10}
        px={6}
        bdrs="md"
        bg="var(--ps-av)"
        style={STAGE}
        role="img"
        aria-label="Preview of your racing avatar"
      >
        <RacingAvatar config={draft} crop="bust" />
      </Box>
      <Box flex="1" miw={0}>
        <OwnRow wrap={{ base: 'wrap', sm: 'nowrap' }} py={{ base: 10, sm: 0 }} mb={6}>
          {weekend && <OwnStanding weekendId={weekend.id} of="position" />}
          <Avatar name={name} of={{ avatarConfig: draft }} />
          <Box component="span" className="ps-clip" flex={{ base: '1 1 60%', sm: '1 1 0' }} fw={560} dir="auto">
            {name}
          </Box>
          {weekend && <OwnStanding weekendId={weekend.id} of="points" />}
        </OwnRow>
        <Text size="xs" c="var(--ps-ink-3)">
          How you look on the board
        </Text>
      </Box>
    </Flex>
  )
}
