import { expect, test, vi } from 'vitest'
import { notFound } from '../errors.ts'
import {
  MAX_WAITING,
  MAX_WAITING_PER_CALLER,
  notReplicatedYet,
  retryUntilReplicated,
} from './retry-until-replicated.ts'

const missing = () => notReplicatedYet(notFound('WEEKEND_NOT_FOUND', 'There is no such weekend.'))

test('retries until the entity is replicated', async () => {
  const work = vi.fn(async () => 'here').mockRejectedValueOnce(missing())
  expect(await retryUntilReplicated(work)).toBe('here')
  expect(work).toHaveBeenCalledTimes(2)
})

test('rejects at once while the maximum number of requests wait', async () => {
  const gate = Promise.withResolvers<string>()
  const waiting = Array.from({ length: MAX_WAITING }, () => {
    const work = vi.fn(() => gate.promise).mockRejectedValueOnce(missing())
    return { work, reply: retryUntilReplicated(work) }
  })
  await vi.waitFor(() => {
    for (const { work } of waiting) expect(work).toHaveBeenCalledTimes(2)
  })
  const late = vi.fn(() => Promise.reject(missing()))
  await expect(retryUntilReplicated(late)).rejects.toMatchObject({ code: 'WEEKEND_NOT_FOUND' })
  expect(late).toHaveBeenCalledTimes(1)
  gate.resolve('here')
  expect(await Promise.all(waiting.map(({ reply }) => reply))).toEqual(waiting.map(() => 'here'))
  const next = vi.fn(async () => 'here').mockRejectedValueOnce(missing())
  expect(await retryUntilReplicated(next)).toBe('here')
})

test('rejects at once while the maximum number of the same caller wait, and lets others wait', async () => {
  const gate = Promise.withResolvers<string>()
  const wait = (caller: string) => {
    const work = vi.fn(() => gate.promise).mockRejectedValueOnce(missing())
    return { work, reply: retryUntilReplicated(work, caller) }
  }
  const own = Array.from({ length: MAX_WAITING_PER_CALLER }, () => wait('ann'))
  await vi.waitFor(() => {
    for (const { work } of own) expect(work).toHaveBeenCalledTimes(2)
  })
  await expect(retryUntilReplicated(() => Promise.reject(missing()), 'ann')).rejects.toMatchObject({
    code: 'WEEKEND_NOT_FOUND',
  })
  const other = wait('ben')
  gate.resolve('here')
  expect(await Promise.all([...own, other].map(({ reply }) => reply))).toHaveLength(MAX_WAITING_PER_CALLER + 1)
})

test('rejects other errors at once', async () => {
  const work = vi.fn(() => Promise.reject(notFound('GROUP_NOT_FOUND', 'There is no such group.')))
  await expect(retryUntilReplicated(work)).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
  expect(work).toHaveBeenCalledTimes(1)
})
