import { Box, Flex, Skeleton, Text } from '@mantine/core'
import type { Notification } from '@purple-sector/contracts/engagement/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { useFocusFallback } from '../../../ui/base/use-focus-fallback.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { formatDayTime, formatTime, type TimeZoneOption } from '../../../ui/time/format.ts'
import { useZone } from '../../session/use-zone.ts'
import { COUNT_POLL_MS, notificationsQuery } from '../api/notification-queries.ts'
import { useMarkAllRead, useMarkRead } from '../api/read-mutations.ts'
import { notificationIcon } from '../components/notification-icon.ts'
import { NotificationSettingsButton } from '../settings/settings-button.tsx'
import classes from './notifications-tab.module.css'

const DAY_MS = 86_400_000

/** Formats the time of a notification, with its weekday once it is a day old. */
const timeOf = (at: string, zone: TimeZoneOption): string =>
  Date.now() - Date.parse(at) < DAY_MS ? formatTime(at, zone) : formatDayTime(at, zone, Date.now())

const Item = ({ notification, weekend }: { notification: Notification; weekend: Weekend }) => {
  const { id, type, title, message, link, isRead, createdAt } = notification
  const markRead = useMarkRead(weekend.id)
  const zone = useZone(weekend.timeZone)
  return (
    <li className={join('ps-muted', classes.item, !isRead && join('ps-edge', classes.unread))}>
      <Icon icon={notificationIcon(type)} size={20} className={isRead ? 'ps-faint' : undefined} />
      <div className="ps-wrap">
        <Flex
          align="baseline"
          justify="space-between"
          rowGap={2}
          columnGap={12}
          direction={{ base: 'column', sm: 'row' }}
        >
          <Text component="h3" fw={560} c={isRead ? undefined : 'bright'}>
            {link === null ? (
              title
            ) : (
              <Link to={link} onClick={() => !isRead && markRead.mutate(id)}>
                {title}
              </Link>
            )}
            {!isRead && <span className="ps-hidden">, unread</span>}
          </Text>
          <Text component="time" size="xs" c="var(--ps-ink-3)" dateTime={createdAt}>
            {timeOf(createdAt, zone)}
          </Text>
        </Flex>
        <Text size="sm">{message}</Text>
      </div>
      {!isRead && (
        <div className={classes.action}>
          <AsyncButton
            variant="outline"
            size="sm"
            loading={markRead.isPending}
            aria-label={`Mark as read: ${title}`}
            onClick={() => markRead.mutate(id)}
          >
            {markRead.isPending ? 'Marking...' : 'Mark as read'}
          </AsyncButton>
        </div>
      )}
    </li>
  )
}

const List = ({ weekend }: { weekend: Weekend }) => {
  const query = useQuery({ ...notificationsQuery(weekend.id), refetchInterval: usePollWhileOffline(COUNT_POLL_MS) })
  if (query.isPending)
    return (
      <LoadingState order={3} title="Loading your notifications...">
        <Skeleton width="60%" />
        <Skeleton width="80%" />
      </LoadingState>
    )
  if (!query.data) return <QueryError order={3} title="Couldn’t load your notifications" query={query} />
  if (query.data.length === 0)
    return (
      <EmptyState
        order={3}
        title="No Notifications"
        text="You'll receive notifications about position changes and achievements here."
      />
    )
  return (
    <ul className="ps-lined">
      {query.data.map((notification) => (
        <Item key={notification.id} notification={notification} weekend={weekend} />
      ))}
    </ul>
  )
}

const ReadAll = ({ weekend }: { weekend: Weekend }) => {
  const { data } = useQuery(notificationsQuery(weekend.id))
  const readAll = useMarkAllRead(weekend.id)
  if (!data?.some(({ isRead }) => !isRead)) return null
  return (
    <AsyncButton variant="outline" size="sm" loading={readAll.isPending} onClick={() => readAll.mutate()}>
      {readAll.isPending ? 'Marking...' : 'Mark all as read'}
    </AsyncButton>
  )
}

const Actions = ({ weekend }: { weekend: Weekend }) => (
  <span className="ps-row">
    <ReadAll weekend={weekend} />
    <NotificationSettingsButton />
  </span>
)

/** The fan's notifications, newest first. */
export const NotificationsTab = ({ weekend }: { weekend: Weekend }) => {
  const panel = useFocusFallback<HTMLDivElement>('h3')
  return (
    <Box ref={panel} maw={720}>
      <Panel single flush title="Your Notifications" actions={<Actions weekend={weekend} />}>
        <List weekend={weekend} />
      </Panel>
    </Box>
  )
}
