import type { ExpectedReminder } from '../account/expected-reminders.ts'
import type { NotificationReply } from '../fans/replies.ts'
import { type Difference, differs } from './differences.ts'

/** Reminders of all fans: those received, and the steps by certainty. */
export type ReminderCounts = { reported: number; must: number; mustNot: number; either: number }

/** Tolerance between the clocks of one machine; ms. */
const slack = 50

/** Finds the step of a reminder: the latest with this message whose time had come. */
const stepOf = (
  { message, createdAt }: NotificationReply,
  expected: ExpectedReminder[],
): ExpectedReminder | undefined =>
  expected
    .flatMap((step) => step.messages.map((messages) => ({ step, ...messages })))
    .filter((one) => one.message === message && one.from <= createdAt + slack && createdAt <= one.until + slack)
    .toSorted((a, b) => b.from - a.from)[0]?.step

/** Compares a fan's reminders: each required step once per category, and nothing unexpected. */
export const compareReceivedReminders = (
  where: string,
  reported: NotificationReply[],
  expected: ExpectedReminder[],
): { differences: Difference[]; counts: ReminderCounts } => {
  const reminders = reported.filter(({ type }) => type === 'deadline')
  const steps = reminders.map((reminder) => stepOf(reminder, expected))
  const unexpected = reminders.filter((_, i) => steps[i] === undefined).map(({ message }) => message)
  const count = (certainty: ExpectedReminder['certainty']) =>
    expected.filter((step) => step.certainty === certainty).length
  return {
    differences: [
      ...differs(where, 'unexpected reminders', [], unexpected),
      ...expected.flatMap((step) => {
        const times = steps.filter((one) => one === step).length
        const [least, most] = [step.certainty === 'yes' ? 1 : 0, step.certainty === 'no' ? 0 : 1]
        if (least <= times && times <= most) return []
        return differs(where, `reminders of ${step.category}, ${step.minutes} minutes before`, least, times)
      }),
    ],
    counts: { reported: reminders.length, must: count('yes'), mustNot: count('no'), either: count('perhaps') },
  }
}
