import type { NotificationType } from '@purple-sector/contracts/engagement/http'
import {
  IconArrowsUpDown,
  IconAward,
  IconCalendarEvent,
  IconCarOff,
  IconClock,
  IconHistory,
  IconMail,
  IconMailCheck,
  IconSteeringWheelOff,
  IconUserCheck,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'

/** Icons by type of notification. */
export const NOTIFICATION_ICONS: Record<NotificationType, TablerIcon> = {
  deadline: IconClock,
  position: IconArrowsUpDown,
  correction: IconHistory,
  session: IconCalendarEvent,
  'car-out': IconCarOff,
  'tips-removed': IconSteeringWheelOff,
  invitation: IconMail,
  'invitation-answer': IconMailCheck,
  membership: IconUserCheck,
  'group-rules': IconUsersGroup,
  achievement: IconAward,
}
