import { Badge, Flex, Text } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import { IconCrownFilled, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
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
import { GroupActions } from './group-actions.tsx'
import classes from './group-card.module.css'
import type { GroupDialogKind } from './group-dialogs.tsx'

/** Returns the races of a group's weekend if it is the active one, whose races are loaded anyway. */
const useKnownRaces = (weekendId: number) => {
  const { weekend } = useActiveWeekend()
  return useQuery({ ...racesQuery(weekendId), enabled: weekend?.id === weekendId }).data
}

const Title = ({ group, id }: { group: Group; id: string }) => {
  const user = useUser()
  return (
    <Flex align="center" wrap="wrap" gap="4px 9px">
      <h2 id={id} className={join('ps-wrap', classes.name)} dir="auto">
        {group.name}
      </h2>
      {group.creatorId === user?.id && (
        <span role="img" aria-label="You created this group" className={classes.crown}>
          <Icon icon={IconCrownFilled} />
        </span>
      )}
      {group.isPrivate && <Badge leftSection={<Icon icon={IconLock} size={14} />}>Private</Badge>}
      {group.approvalStatus === 'pending' && <Badge variant="yellow">Pending Approval</Badge>}
    </Flex>
  )
}

const Points = ({ group }: { group: Group }) => {
  const lines = pointsLines(group, useKnownRaces(group.weekendId), useCategories())
  if (lines.length === 0) return null
  return (
    <dl className={join(classes.points, !group.useCustomPointSystem && classes.standard)}>
      {lines.map(({ name, points: { first, second, third } }) => (
        <div key={name}>
          <dt className="ps-clip" title={name}>
            {name}
          </dt>
          <dd>
            {first}/{second}/{third}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Name of the group's weekend when it is not the active one. */
const OtherWeekend = ({ weekendId }: { weekendId: number }) => {
  const { weekend, weekends } = useActiveWeekend()
  const groupWeekend = weekends.find(({ id }) => id === weekendId)
  if (!groupWeekend || groupWeekend.id === weekend?.id) return null
  return (
    <Text size="sm" c="var(--ps-ink-3)" className="ps-wrap">
      {groupWeekend.name} · {weekendDates(groupWeekend)}
    </Text>
  )
}

/** A group: its description, counting races, and actions. */
export const GroupCard = ({ group, onOpen }: { group: Group; onOpen(kind: GroupDialogKind): void }) => {
  const id = useId()
  const races = selectedCount(group, useKnownRaces(group.weekendId))
  return (
    <article className={classes.card} aria-labelledby={id}>
      <div className={classes.about}>
        <Title group={group} id={id} />
        <p className={join('ps-prose', classes.description)} dir="auto">
          {group.description}
        </p>
        <OtherWeekend weekendId={group.weekendId} />
        {group.approvalStatus === 'pending' && (
          <Text size="sm" className="ps-slow" mt={4}>
            {describePending(group)}
          </Text>
        )}
        <div className={classes.figures}>
          <span>
            <b>{races}</b> selected {races === 1 ? 'race' : 'races'}
          </span>
          <span>
            <b>{formatNumber(group.memberCount)}</b> {group.memberCount === 1 ? 'member' : 'members'}
          </span>
          <span className={classes.active}>Active</span>
        </div>
        <Points group={group} />
      </div>
      <GroupActions group={group} onOpen={onOpen} />
    </article>
  )
}
