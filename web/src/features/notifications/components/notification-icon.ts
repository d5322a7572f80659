import type { NotificationType } from '@purple-sector/contracts/engagement/http'
import {
  IconArrowsUpDown,
  IconAward,
  IconBell,
  IconCalendarEvent,
  IconCarOff,
  IconClock,
  IconHandFinger,
  IconHistory,
  IconMail,
  IconMailCheck,
  IconRobot,
  IconSteeringWheelOff,
  IconTrophy,
  IconUserCheck,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'

const ICONS: Record<NotificationType, TablerIcon> = {
  deadline: IconClock,
  nudge: IconHandFinger,
  position: IconArrowsUpDown,
  correction: IconHistory,
  season: IconTrophy,
  session: IconCalendarEvent,
  'car-out': IconCarOff,
  'tips-removed': IconSteeringWheelOff,
  'auto-tip': IconRobot,
  invitation: IconMail,
  'invitation-answer': IconMailCheck,
  membership: IconUserCheck,
  'group-rules': IconUsersGroup,
  achievement: IconAward,
}

/** The icon of a notification's type; a bell for a type that this version of the app does not know yet. */
export const notificationIcon = (type: NotificationType): TablerIcon =>
  (ICONS as Partial<typeof ICONS>)[type] ?? IconBell
