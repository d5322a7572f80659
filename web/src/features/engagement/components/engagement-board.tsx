import { Badge, Box, Skeleton } from '@mantine/core'
import type { EngagementEntry } from '@purple-sector/contracts/engagement/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { join } from '../../../ui/base/join.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { Points } from '../../../ui/racing/points.tsx'
import { Position } from '../../../ui/racing/position.tsx'
import { formatNumber, plural } from '../../../ui/time/format.ts'
import { entryName } from '../../leaderboard-rows/components/entry-name.ts'
import { useUser } from '../../session/user-query.ts'
import { type EngagementPage, PAGE_SIZE } from '../api/engagement-keys.ts'
import { ENGAGEMENT_POLL_MS, engagementPageQuery } from '../api/engagement-queries.ts'
import classes from './engagement-board.module.css'

type RowProps = { entry: EngagementEntry; isShared: boolean; isMe: boolean }

const Row = ({ entry, isShared, isMe }: RowProps) => {
  const isLeader = entry.position === 1
  return (
    <li className={join(classes.row, (isLeader || isMe) && 'ps-edge', isLeader && classes.leader, isMe && classes.me)}>
      <Position position={entry.position} shared={isShared} />
      <Avatar name={entryName(entry)} of={entry} />
      <span className={join('ps-row', classes.name)}>
        <span className="ps-clip" dir="auto">
          {entryName(entry)}
        </span>
        {isMe && (
          <Badge size="xs" variant="ink">
            YOU
          </Badge>
        )}
      </span>
      <span className={join('ps-data ps-muted', classes.figure)}>
        {formatNumber(entry.totalActivities)}
        <span className={classes.unit}> {entry.totalActivities === 1 ? 'activity' : 'activities'}</span>
      </span>
      <span className={classes.figure}>
        <Points points={entry.totalPoints} leader={isLeader} />
        <span className="ps-hidden"> points</span>
      </span>
    </li>
  )
}

const Rows = ({
  pages,
  ownEntry,
  userId,
}: {
  pages: readonly EngagementPage[]
  ownEntry: EngagementEntry | null
  userId: string
}) => {
  const entries = pages.flatMap((page) => page.entries)
  const sharing = Map.groupBy(entries, ({ position }) => position)
  return (
    <ol className="ps-lined">
      {entries.map((entry) => (
        <Row
          key={entry.userId}
          entry={entry}
          isShared={(sharing.get(entry.position)?.length ?? 0) > 1}
          isMe={entry.userId === userId}
        />
      ))}
      {ownEntry && <Row entry={ownEntry} isShared={false} isMe />}
    </ol>
  )
}

const Waiting = () => (
  <LoadingState order={3} title="Loading the leaderboard...">
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <Skeleton key={row} height={32} />
    ))}
  </LoadingState>
)

/** Engagement standings of a weekend: the first hundred, more on request, and the user's own row. */
export const EngagementBoard = ({ weekend }: { weekend: Weekend }) => {
  const userId = useUser()?.id ?? ''
  const refetchInterval = usePollWhileOffline(ENGAGEMENT_POLL_MS)
  const [more, showMore] = useState(0)
  const first = useQuery({ ...engagementPageQuery(weekend.id), refetchInterval })
  const further = useQueries({
    queries: Array.from({ length: more }, (_, index) => ({
      ...engagementPageQuery(weekend.id, (index + 1) * PAGE_SIZE),
      refetchInterval,
    })),
  })
  const pages = [first, ...further].flatMap(({ data }) => data ?? [])
  const visible = pages.reduce((sum, { entries }) => sum + entries.length, 0)
  const isOwnVisible = pages.some(({ entries }) => entries.some((entry) => entry.userId === userId))

  const content = () => {
    if (first.isPending) return <Waiting />
    if (!first.data) return <QueryError order={3} title="Couldn’t load the engagement leaderboard" query={first} />
    if (first.data.total === 0)
      return (
        <EmptyState
          order={3}
          title="No Engagement Yet"
          text={`No one has tipped, voted, reacted or shared for ${weekend.name} yet.`}
        />
      )
    const failed = further.find(({ isError, data }) => isError && !data)
    return (
      <>
        <Rows pages={pages} ownEntry={isOwnVisible ? null : first.data.ownEntry} userId={userId} />
        {failed && <QueryError order={3} title="Couldn’t load more fans" query={failed} />}
        {visible < first.data.total && (
          <Box className="ps-above" px={16} py={12}>
            <AsyncButton
              variant="outline"
              loading={further.some(({ isPending }) => isPending)}
              onClick={() => showMore(more + 1)}
            >
              {`Show ${formatNumber(Math.min(PAGE_SIZE, first.data.total - visible))} more`}
            </AsyncButton>
          </Box>
        )}
      </>
    )
  }
  return (
    <Panel
      single
      title="Fan Engagement Leaderboard"
      adornment={first.data && first.data.total > 0 && <Badge variant="plain">{plural(first.data.total, 'fan')}</Badge>}
      flush
    >
      {content()}
    </Panel>
  )
}
