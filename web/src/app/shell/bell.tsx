import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import classes from './bell.module.css'

const Nothing = (_: { className: string | undefined }) => null
/** Where it does not arrive the bell goes on without: no boundary holds the header, and a browser asks once only. */
const UnreadNotifications = lazy(async () => ({
  default: await import('../../features/notifications/unread-count.tsx').then(
    (count) => count.UnreadNotifications,
    () => Nothing,
  ),
}))

/** Leads to what the fan was told, and says how much of it is unread, once the page that is shown has all it waits for. */
export const Bell = ({ hasTime }: { hasTime: boolean }) => (
  <Link to="/leaderboard?tab=notifications" title="Notifications" className={classes.bell}>
    <Icon icon={IconBell} size={20} />
    <span className="ps-hidden">Notifications</span>
    {hasTime && (
      <Suspense>
        <UnreadNotifications className={classes.count} />
      </Suspense>
    )}
  </Link>
)
