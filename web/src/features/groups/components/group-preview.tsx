import { Badge, Box, Flex, Text, Title } from '@mantine/core'
import type { GroupPreview } from '@purple-sector/contracts/groups/http'
import { IconCalendarEvent, IconLock, IconTrophy, IconUsersGroup } from '@tabler/icons-react'
import { Icon } from '../../../ui/base/icon.tsx'
import { formatDate, plural } from '../../../ui/time/format.ts'
import { WAITING } from '../api/waiting.ts'

const countLabel = (countBest: number | null): string => {
  if (countBest === null) return 'All rounds count'
  return countBest === 1 ? 'The best round counts' : `Best ${countBest} rounds count`
}

/** The group that the link leads to. */
export const PreviewedGroup = ({ group }: { group: GroupPreview }) => (
  <Box p={{ base: 16, sm: 20 }} className="ps-below">
    <Text variant="label">Group invitation</Text>
    <Flex wrap="wrap" align="center" gap="4px 10px" mt={8}>
      <Title className="ps-wrap" dir="auto">
        {group.name}
      </Title>
      {group.isPrivate ? (
        <Badge leftSection={<Icon icon={IconLock} size={14} />}>Private</Badge>
      ) : (
        <Badge>Public</Badge>
      )}
      {group.allSeason && <Badge>All season</Badge>}
    </Flex>
    {group.description !== '' && (
      <Text inherit c="dimmed" className="ps-prose" dir="auto" mt={6}>
        {group.description}
      </Text>
    )}
    <Flex component="ul" className="ps-sm ps-muted" wrap="wrap" gap="6px 20px" mt={14}>
      <Flex component="li" align="center" gap={6}>
        <Icon icon={IconUsersGroup} size={16} />
        {plural(group.memberCount, 'member')}
      </Flex>
      <Flex component="li" align="center" gap={6}>
        <Icon icon={IconCalendarEvent} size={16} />
        <span className="ps-fill ps-wrap">
          {group.weekend
            ? `${group.weekend.name}, from ${formatDate(group.weekend.startDate, { timeZone: 'UTC' })}`
            : WAITING}
        </span>
      </Flex>
      {group.allSeason && (
        <Flex component="li" align="center" gap={6}>
          <Icon icon={IconTrophy} size={16} />
          {countLabel(group.countBest)}
        </Flex>
      )}
    </Flex>
  </Box>
)
