import { Flex } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/base/icon.tsx'
import classes from './bell.module.css'

const Nothing = (_: { className: string | undefined }) => null
/**
 * If this script fails to load, the bell shows without a count: no error boundary surrounds the header, and a browser
 * does not retry an import.
 */
const UnreadNotifications = lazy(async () => ({
  default: await import('../../features/notifications/components/unread-count.tsx').then(
    (count) => count.UnreadNotifications,
    () => Nothing,
  ),
}))

/** Link to the notifications, with the number of unread ones once the open page has loaded. */
export const Bell = ({ hasLoaded }: { hasLoaded: boolean }) => (
  <Flex
    component={Link}
    to="/leaderboard?tab=notifications"
    title="Notifications"
    className={classes.bell}
    pos="relative"
    justify="center"
    flex="none"
    w={{ base: 40, sm: 36 }}
    bdrs="md"
  >
    <Icon icon={IconBell} size={20} />
    <span className="ps-hidden">Notifications</span>
    {hasLoaded && (
      <Suspense>
        <UnreadNotifications className={classes.count} />
      </Suspense>
    )}
  </Flex>
)
