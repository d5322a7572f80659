import { expect, test } from 'vitest'
import type { ExpectedReminder } from '../account/expected-reminders.ts'
import { compareReceivedReminders } from './received-reminders.ts'

const step = (certainty: ExpectedReminder['certainty'], minutes = 30): ExpectedReminder => ({
  ...{ category: 'Utes', minutes, certainty },
  messages: certainty === 'no' ? [] : [{ message: `closes in ${minutes}`, from: 1_000, until: 100_000 }],
})
const reported = (message = 'closes in 30', createdAt = 2_000, type = 'deadline') => ({
  ...{ id: createdAt, type, title: 'No tip for Utes yet', message, isRead: false, createdAt },
})
const words = (...given: Parameters<typeof compareReceivedReminders> extends [string, ...infer Rest] ? Rest : never) =>
  compareReceivedReminders('ann', ...given).differences.map(
    ({ what, expected, actual }) => `${what}: ${expected}, ${actual}`,
  )

test('accepts required reminders, and uncertain ones either way', () => {
  expect(words([reported(), reported('Race 1', 2_000, 'position')], [step('yes')])).toEqual([])
  expect(words([reported()], [step('perhaps')])).toEqual([])
  expect(words([], [step('perhaps')])).toEqual([])
  expect(words([], [step('no')])).toEqual([])
})

test('reports missing reminders', () => {
  expect(words([], [step('yes'), step('yes', 120)])).toEqual([
    'reminders of Utes, 30 minutes before: 1, 0',
    'reminders of Utes, 120 minutes before: 1, 0',
  ])
})

test('reports unexpected reminders', () => {
  expect(words([reported()], [step('no')])).toEqual(['unexpected reminders: [], ["closes in 30"]'])
  expect(words([reported()], [])).toHaveLength(1)
})

test('reports reminders that are repeated, too early or after the deadline', () => {
  expect(words([reported(), reported()], [step('yes')])).toEqual(['reminders of Utes, 30 minutes before: 1, 2'])
  expect(words([reported(), reported()], [step('perhaps')])).toHaveLength(1)
  expect(words([reported('closes in 30', 500)], [step('perhaps')])).toHaveLength(1)
  expect(words([reported('closes in 30', 100_500)], [step('perhaps')])).toHaveLength(1)
})

test('distinguishes steps with the same message by their time', () => {
  const day = { ...step('yes', 1_440), messages: [{ message: 'closes', from: 1_000, until: 100_000 }] }
  const hours = { ...step('yes', 120), messages: [{ message: 'closes', from: 50_000, until: 100_000 }] }
  expect(words([reported('closes', 1_500), reported('closes', 50_500)], [day, hours])).toEqual([])
  expect(words([reported('closes', 1_500), reported('closes', 2_500)], [day, hours])).toHaveLength(2)
})

test('counts received reminders and steps by certainty', () => {
  const { counts } = compareReceivedReminders(
    'ann',
    [reported()],
    [step('yes'), step('no', 120), step('perhaps', 1_440)],
  )
  expect(counts).toEqual({ reported: 1, must: 1, mustNot: 1, either: 1 })
})
