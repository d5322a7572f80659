import {
  NOTIFICATION_TYPES,
  type NotificationPreferences,
  type NotificationType,
  type QuietHours,
} from '@purple-sector/contracts/engagement/http'

/** Stored preferences: only differences from the default, which is every push and no mail. */
export type Choice = { pushOff: readonly string[]; mailOn: readonly string[]; quietHours: QuietHours | null }

export const DEFAULT_CHOICE: Choice = { pushOff: [], mailOn: [], quietHours: null }

const byType = (isOn: (type: NotificationType) => boolean): Record<NotificationType, boolean> =>
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, isOn(type)])) as Record<NotificationType, boolean>

export const preferencesOf = ({ pushOff, mailOn, quietHours }: Choice): NotificationPreferences => ({
  push: byType((type) => !pushOff.includes(type)),
  mail: byType((type) => mailOn.includes(type)),
  quietHours,
})

export const choiceOf = ({ push, mail, quietHours }: NotificationPreferences): Choice => ({
  pushOff: NOTIFICATION_TYPES.filter((type) => !push[type]),
  mailOn: NOTIFICATION_TYPES.filter((type) => mail[type]),
  quietHours,
})

/** Returns the preferences without mails of one type, or of all. */
export const withoutMails = (choice: Choice, disabledType: string | 'all'): Choice => ({
  ...choice,
  mailOn: disabledType === 'all' ? [] : choice.mailOn.filter((type) => type !== disabledType),
})
