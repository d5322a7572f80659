import { expect, test, vi } from 'vitest'
import { notFound } from '../errors.ts'
import { awaitingEvents, MAX_WAITING, MAX_WAITING_OF_CALLER, notHereYet } from './not-here-yet.ts'

const missing = () => notHereYet(notFound('WEEKEND_NOT_FOUND', 'There is no such weekend.'))

test('waits for what is not here yet', async () => {
  const work = vi.fn(async () => 'here').mockRejectedValueOnce(missing())
  expect(await awaitingEvents(work)).toBe('here')
  expect(work).toHaveBeenCalledTimes(2)
})

test('refuses at once while as many requests wait as may wait', async () => {
  const gate = Promise.withResolvers<string>()
  const waiting = Array.from({ length: MAX_WAITING }, () => {
    const work = vi.fn(() => gate.promise).mockRejectedValueOnce(missing())
    return { work, reply: awaitingEvents(work) }
  })
  await vi.waitFor(() => {
    for (const { work } of waiting) expect(work).toHaveBeenCalledTimes(2)
  })
  const late = vi.fn(() => Promise.reject(missing()))
  await expect(awaitingEvents(late)).rejects.toMatchObject({ code: 'WEEKEND_NOT_FOUND' })
  expect(late).toHaveBeenCalledTimes(1)
  gate.resolve('here')
  expect(await Promise.all(waiting.map(({ reply }) => reply))).toEqual(waiting.map(() => 'here'))
  const next = vi.fn(async () => 'here').mockRejectedValueOnce(missing())
  expect(await awaitingEvents(next)).toBe('here')
})

test('refuses at once while as many requests of the same caller wait as may, and lets others wait', async () => {
  const gate = Promise.withResolvers<string>()
  const wait = (caller: string) => {
    const work = vi.fn(() => gate.promise).mockRejectedValueOnce(missing())
    return { work, reply: awaitingEvents(work, caller) }
  }
  const own = Array.from({ length: MAX_WAITING_OF_CALLER }, () => wait('ann'))
  await vi.waitFor(() => {
    for (const { work } of own) expect(work).toHaveBeenCalledTimes(2)
  })
  await expect(awaitingEvents(() => Promise.reject(missing()), 'ann')).rejects.toMatchObject({
    code: 'WEEKEND_NOT_FOUND',
  })
  const other = wait('ben')
  gate.resolve('here')
  expect(await Promise.all([...own, other].map(({ reply }) => reply))).toHaveLength(MAX_WAITING_OF_CALLER + 1)
})

test('refuses at once what another reason refuses', async () => {
  const work = vi.fn(() => Promise.reject(notFound('GROUP_NOT_FOUND', 'There is no such group.')))
  await expect(awaitingEvents(work)).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
  expect(work).toHaveBeenCalledTimes(1)
})
