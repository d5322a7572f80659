import { Badge, Box, Button, Flex, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { User } from '@purple-sector/contracts/identity/http'
import type { Entry, GroupStanding } from '@purple-sector/contracts/tipping/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { join } from '../../../ui/base/join.ts'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { DataRow, dataRows } from '../../../ui/racing/data-row.tsx'
import { positionText } from '../../../ui/racing/position.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import { formatNumber, plural } from '../../../ui/time/format.ts'
import { groupsQuery } from '../../groups/api/group-queries.ts'
import { groupStandingsQuery } from '../../groups/api/group-standings-queries.ts'
import { LEADERBOARD_POLL_MS } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { entryName } from '../../leaderboard-rows/components/entry-name.ts'
import { FanName } from '../../leaderboard-rows/components/fan-name.tsx'
import { useUser } from '../../session/user-query.ts'
import classes from './my-group-competitions.module.css'

const GroupLeaderboardDialog = lazy(async () => ({
  default: (await import('../../groups/board/group-leaderboard-dialog.tsx')).GroupLeaderboardDialog,
}))

const WRAPPED = { whiteSpace: 'normal' } as const

/** Number of cards before "show all". */
const MAX_CARDS = 5

type Row = Pick<
  Entry,
  'userId' | 'username' | 'firstName' | 'lastName' | 'profileImageUrl' | 'avatarConfig' | 'position' | 'totalPoints'
> & {
  /** Unknown for users beyond the top three. */
  positionChange?: number
  tieBreak?: Entry['tieBreak']
}

const ROWS = 3

/** Returns the rows of a card: the top three; a user further down replaces the last of them. */
export const rowsOf = ({ top, position, shared, totalPoints }: GroupStanding, user: User | null): Row[] => {
  if (!user || top.length < ROWS || top.some(({ userId }) => userId === user.id)) return top
  const { id: userId, username, firstName, lastName, profileImageUrl, avatarConfig } = user
  const tieBreak = shared ? ('shared' as const) : null
  const ownEntry = {
    userId,
    username,
    firstName,
    lastName,
    profileImageUrl,
    avatarConfig,
    position,
    tieBreak,
    totalPoints,
  }
  return [...top.slice(0, ROWS - 1), ownEntry]
}

const STANDINGS = dataRows('minmax(24px, auto) 28px minmax(0, 1fr) 34px minmax(34px, auto)', 36)

const StandingsRow = ({ row, isMe }: { row: Row; isMe: boolean }) => {
  const isLeader = row.position === 1 && (row.totalPoints ?? 0) > 0
  return (
    <DataRow isMe={isMe}>
      <Box component="span" className="ps-num ps-muted" fz={14}>
        {positionText(row.position, { shared: row.tieBreak === 'shared' })}
      </Box>
      <Avatar name={entryName(row)} size="sm" of={row} />
      <Flex component="span" align="center" gap={6}>
        <FanName entry={row} isMe={isMe} />
      </Flex>
      {row.positionChange === undefined ? <span /> : <PositionChange places={row.positionChange} />}
      <Box component="span" className={join('ps-num', isLeader && 'ps-best')} fz={15}>
        {row.totalPoints === null ? '–' : formatNumber(row.totalPoints)}
      </Box>
    </DataRow>
  )
}

type CardProps = { group: Group; standing: GroupStanding | undefined; user: User | null; onOpen(): void }

const GroupCard = ({ group, standing, user, onOpen }: CardProps) => (
  <Box component="article" className={join('ps-around', classes.card)} pos="relative" pb={6} aria-label={group.name}>
    <Box px={16} pt={10} pb={6}>
      <Flex component="h3" align="baseline" gap={12} miw={0}>
        <Box
          component="button"
          type="button"
          className={join('ps-clip ps-fill', classes.open)}
          ff="var(--ps-font-display)"
          fz={13.5}
          fw={640}
          lh="18px"
          dir="auto"
          title={`Leaderboard of ${group.name}`}
          onClick={onOpen}
        >
          {group.name}
        </Box>
        <Text span size="xs" c="var(--ps-ink-3)" flex="none" fw={400}>
          {plural(standing?.memberCount ?? group.memberCount, 'member')}
        </Text>
      </Flex>
      {group.description !== '' && (
        <Text size="xs" c="dimmed" truncate dir="auto">
          {group.description}
        </Text>
      )}
    </Box>
    {standing ? (
      <Box component="ol" fz={13.5} style={STANDINGS}>
        {rowsOf(standing, user).map((row) => (
          <StandingsRow key={row.userId} row={row} isMe={row.userId === user?.id} />
        ))}
      </Box>
    ) : (
      <Box px={16} py={8}>
        <Skeleton />
      </Box>
    )}
  </Box>
)

const Loading = () => (
  <Stack gap={10} px={16} pt={8} pb={12} role="status" aria-busy aria-label="Loading your groups...">
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={28} />
    ))}
  </Stack>
)

const NoGroups = () => (
  <EmptyState
    order={3}
    title="No Groups Yet"
    text="Create a group for this weekend, or join one by its link."
    action={
      <Button component={Link} to="/groups" variant="outline" size="sm">
        Group Tipping
      </Button>
    }
  />
)

/**
 * The fan's groups of the weekend, each with its top three and the fan's place; a card opens the group's leaderboard.
 */
export const MyGroupCompetitions = ({ weekend, className }: { weekend: Weekend; className?: string | undefined }) => {
  const user = useUser()
  const groups = useQuery(groupsQuery)
  const ownGroups = groups.data?.filter(({ weekendId }) => weekendId === weekend.id)
  const standings = useQuery({
    ...groupStandingsQuery(weekend.id),
    enabled: ownGroups !== undefined && ownGroups.length > 0,
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS.official),
  })
  const [isExpanded, setIsExpanded] = useState(false)
  const [openedId, setOpenedId] = useState<number>()
  const openedGroup = ownGroups?.find(({ id }) => id === openedId)
  // A deleted group closes its dialog for good.
  if (openedId !== undefined && ownGroups && !openedGroup) setOpenedId(undefined)
  const visible = isExpanded ? ownGroups : ownGroups?.slice(0, MAX_CARDS)
  const failed =
    ownGroups === undefined ? groups : standings.data === undefined && standings.isError ? standings : undefined
  return (
    <>
      <PanelGrid columns={1} className={className}>
        <Flex
          component="section"
          direction="column"
          align="flex-start"
          gap={8}
          px={16}
          pt={13}
          pb={12}
          aria-labelledby="my-group-competitions"
        >
          <Title id="my-group-competitions" order={2} size="h4">
            My Group Competitions
          </Title>
          {ownGroups && (
            <Badge variant="plain" maw="100%" h="auto" mih={20} style={WRAPPED}>
              {plural(ownGroups.length, 'group')} for {weekend.name}
            </Badge>
          )}
        </Flex>
        {failed?.isError ? (
          <QueryError order={3} title="Couldn’t load your groups" query={failed} />
        ) : !ownGroups ? (
          <Loading />
        ) : ownGroups.length === 0 ? (
          <NoGroups />
        ) : (
          visible?.map((group) => (
            <GroupCard
              key={group.id}
              group={group}
              standing={standings.data?.find(({ groupId }) => groupId === group.id)}
              user={user}
              onOpen={() => setOpenedId(group.id)}
            />
          ))
        )}
        {ownGroups && ownGroups.length > MAX_CARDS && !isExpanded && (
          <Panel span={1}>
            <Button variant="outline" size="sm" onClick={() => setIsExpanded(true)}>
              {`Show all ${formatNumber(ownGroups.length)} groups`}
            </Button>
          </Panel>
        )}
      </PanelGrid>
      <Suspense>
        {openedGroup && (
          <GroupLeaderboardDialog key={openedGroup.id} group={openedGroup} onClose={() => setOpenedId(undefined)} />
        )}
      </Suspense>
    </>
  )
}
