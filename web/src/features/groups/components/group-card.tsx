import { Badge, Box, Flex, Text, Title } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import { IconCrownFilled, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { formatNumber } from '../../../ui/time/format.ts'
import { useUser } from '../../session/user-query.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { weekendDates } from '../../weekend-data/api/weekend-labels.ts'
import { racesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { pointsLines, selectedCount } from '../api/card-facts.ts'
import { describePending } from '../api/group-messages.ts'
import { WAITING } from '../api/waiting.ts'
import { GroupActions } from './group-actions.tsx'
import classes from './group-card.module.css'
import type { GroupDialogKind } from './group-dialogs.tsx'

/** Returns the races of a group's weekend if it is the active one, whose races are loaded anyway. */
const useKnownRaces = (weekendId: number | null) => {
  const { weekend } = useActiveWeekend()
  return useQuery({ ...racesQuery(weekendId ?? 0), enabled: weekend?.id === weekendId }).data
}

const ACTIVE_DOT = { borderRadius: '50%', boxShadow: '0 0 0 3px var(--ps-green-wash)' }

const Name = ({ group, id }: { group: Group; id: string }) => {
  const user = useUser()
  return (
    <Flex align="center" wrap="wrap" gap="4px 9px">
      <Title order={2} id={id} className="ps-wrap" dir="auto">
        {group.name}
      </Title>
      {group.creatorId === user?.id && (
        <Flex component="span" role="img" aria-label="You created this group" c="var(--ps-gold)">
          <Icon icon={IconCrownFilled} />
        </Flex>
      )}
      {group.isPrivate && <Badge leftSection={<Icon icon={IconLock} size={14} />}>Private</Badge>}
      {group.allSeason && <Badge>All season</Badge>}
      {group.approvalStatus === 'pending' && <Badge variant="yellow">Pending Approval</Badge>}
    </Flex>
  )
}

const Points = ({ group }: { group: Group }) => {
  const lines = pointsLines(group, useKnownRaces(group.weekendId), useCategories())
  if (lines.length === 0) return null
  const isCustom = group.useCustomPointSystem
  return (
    <dl className={join('ps-note', classes.points, !isCustom && 'ps-faint')} data-custom={isCustom || undefined}>
      {lines.map(({ name, points: { first, second, third } }) => (
        <div key={name}>
          <dt className="ps-clip" title={name}>
            {name}
          </dt>
          <dd className="ps-data">
            {first}/{second}/{third}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Name of the group's weekend when it is not the active one, or that it has none. */
const OtherWeekend = ({ weekendId }: { weekendId: number | null }) => {
  const { weekend, weekends } = useActiveWeekend()
  if (weekendId === null)
    return (
      <Text size="sm" c="var(--ps-ink-3)">
        {WAITING}
      </Text>
    )
  const groupWeekend = weekends.find(({ id }) => id === weekendId)
  if (!groupWeekend || groupWeekend.id === weekend?.id) return null
  return (
    <Text size="sm" c="var(--ps-ink-3)" className="ps-wrap">
      {groupWeekend.name} · {weekendDates(groupWeekend)}
    </Text>
  )
}

/** The words of a card, above its buttons. */
export const CardText = ({ children }: { children: ReactNode }) => (
  <Flex
    direction="column"
    flex="1 1 auto"
    px={{ base: 16, sm: 20 }}
    pt={{ base: 14, sm: 16 }}
    pb={{ base: 10, sm: 14 }}
  >
    {children}
  </Flex>
)

/** The figures of a card, side by side. */
export const CardFigures = ({ children }: { children: ReactNode }) => (
  <Flex
    className="ps-sm ps-muted"
    wrap="wrap"
    align="baseline"
    rowGap={4}
    columnGap={{ base: 16, sm: 26 }}
    pt={{ base: 10, sm: 12 }}
    pb={12}
  >
    {children}
  </Flex>
)

const Figure = ({ value, label }: { value: string; label: string }) => (
  <span>
    <Box component="b" className="ps-figure-m" c="var(--ps-ink)" mr={3}>
      {value}
    </Box>{' '}
    {label}
  </span>
)

/** A group: its description, counting races, and actions. */
export const GroupCard = ({ group, onOpen }: { group: Group; onOpen(kind: GroupDialogKind): void }) => {
  const id = useId()
  const races = selectedCount(group, useKnownRaces(group.weekendId))
  return (
    <article className="ps-stack" aria-labelledby={id}>
      <CardText>
        <Name group={group} id={id} />
        <Text size="sm" c="dimmed" className="ps-prose" dir="auto" mih={22} pt={4}>
          {group.description}
        </Text>
        <OtherWeekend weekendId={group.weekendId} />
        {group.approvalStatus === 'pending' && (
          <Text size="sm" className="ps-slow" mt={4}>
            {describePending(group)}
          </Text>
        )}
        <CardFigures>
          <Figure value={String(races)} label={races === 1 ? 'selected race' : 'selected races'} />
          <Figure value={formatNumber(group.memberCount)} label={group.memberCount === 1 ? 'member' : 'members'} />
          <Flex component="span" align="center" gap={8} ml="auto" fw={520} c="var(--ps-green-ink)">
            <Box component="span" w={7} h={7} bg="var(--ps-green)" style={ACTIVE_DOT} />
            Active
          </Flex>
        </CardFigures>
        <Points group={group} />
      </CardText>
      <GroupActions group={group} onOpen={onOpen} />
    </article>
  )
}
