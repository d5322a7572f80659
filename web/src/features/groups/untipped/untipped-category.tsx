import { Badge, Box, Button, Flex, SimpleGrid, Text, Title } from '@mantine/core'
import type { UntippedCategory as Category } from '@purple-sector/contracts/tipping/untipped'
import { useState } from 'react'
import { formatDeadline, plural, type TimeZoneOption } from '../../../ui/time/format.ts'
import { entryName } from '../../leaderboard-rows/components/entry-name.ts'

/** Number of names rendered at first: a group may have thousands of members. */
const PAGE_SIZE = 60

/** A category with the members who have not tipped it. */
export const UntippedCategory = ({
  category: { category, deadline, members },
  zone,
  now,
}: {
  category: Category
  zone: TimeZoneOption
  now: number
}) => {
  const [visible, setVisible] = useState(PAGE_SIZE)
  const hidden = members.length - visible
  return (
    <Box component="section" className="ps-above" aria-label={category} px={{ base: 16, sm: 20 }} py={14}>
      <Flex align="center" gap={8}>
        <Title order={3} size="h4" className="ps-wrap">
          {category}
        </Title>
        <Badge size="sm" variant={members.length === 0 ? 'green' : undefined}>
          {members.length === 0 ? 'All in' : members.length}
          {members.length > 0 && <span className="ps-hidden"> not tipped</span>}
        </Badge>
      </Flex>
      <Text variant="note">
        {deadline === null ? 'Open' : `Closes ${formatDeadline(deadline, zone, { withDay: true, now })}`}
      </Text>
      {members.length > 0 && (
        <SimpleGrid component="ul" cols={{ base: 2, sm: 3 }} spacing={16} verticalSpacing={4} mt={8}>
          {members.slice(0, visible).map((member) => {
            const name = entryName({ ...member, lastName: null })
            return (
              <li key={member.userId} className="ps-clip" dir="auto" title={name}>
                {name}
              </li>
            )
          })}
        </SimpleGrid>
      )}
      {hidden > 0 && (
        <Button variant="outline" size="sm" mt={12} onClick={() => setVisible(visible + 10 * PAGE_SIZE)}>
          Show {plural(Math.min(hidden, 10 * PAGE_SIZE), 'more member', 'more members')}
        </Button>
      )}
    </Box>
  )
}
