import type { NotificationPreferences, NotificationType } from '@purple-sector/contracts/engagement/http'

type Labels = { title: string; text: string }

/** Titles and descriptions of the notification types, in the order of the settings. */
const LABELS: Record<NotificationType, Labels> = {
  deadline: { title: 'Deadlines', text: 'A day, two hours and half an hour before, if you haven’t tipped' },
  nudge: { title: 'Nudges', text: 'When a group is waiting for your tips' },
  position: { title: 'Position and points', text: 'After each result that moves you' },
  correction: { title: 'Corrections', text: 'When a result is corrected, and why' },
  season: { title: 'Season', text: 'Your position after each round, jokers that come back, and who wins' },
  session: { title: 'Sessions', text: 'When a session moves or is reopened' },
  'car-out': { title: 'Cars', text: 'When a car you tipped is out' },
  'tips-removed': { title: 'Deleted tips', text: 'When a race you tipped is deleted' },
  'auto-tip': { title: 'Automatic tips', text: 'When we tip for you because you forgot' },
  invitation: { title: 'Invitations', text: 'When you’re invited to a group' },
  'invitation-answer': { title: 'Replies', text: 'When someone replies to your invitation' },
  membership: { title: 'Memberships', text: 'When you’re approved or removed' },
  'group-rules': { title: 'Rules', text: 'When the rules of your group or the season change' },
  achievement: { title: 'Achievements', text: 'When you unlock one' },
}

const isType = (type: string, supported: NotificationPreferences): type is NotificationType =>
  type in supported.push && type in LABELS

/** Returns the notification types that the server supports, with their labels. */
export const labelledTypes = (preferences: NotificationPreferences): (Labels & { type: NotificationType })[] =>
  Object.keys(LABELS).flatMap((type) => (isType(type, preferences) ? [{ type, ...LABELS[type] }] : []))
