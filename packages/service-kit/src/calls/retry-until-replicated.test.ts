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
  const work = vi.fn(async () => 'found').mockRejectedValueOnce(missing())
  expect(await retryUntilReplicated(work)).toBe('found')
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
  gate.resolve('found')
  expect(await Promise.all(waiting.map(({ reply }) => reply))).toEqual(waiting.map(() => 'found'))
  const next = vi.fn(async () => 'found').mockRejectedValueOnce(missing())
  expect(await retryUntilReplicated(next)).toBe('found')
})

test('rejects at once while the maximum number of requests of the same caller wait, but no other caller', async () => {
  const gate = Promise.withResolvers<string>()
  const wait = (caller: string) => {
    const work = vi.fn(() => gate.promise).mockRejectedValueOnce(missing())
    return { work, reply: retryUntilReplicated(work, caller) }
  }
  const waitingOfAnn = Array.from({ length: MAX_WAITING_PER_CALLER }, () => wait('ann'))
  await vi.waitFor(() => {
    for (const { work } of waitingOfAnn) expect(work).toHaveBeenCalledTimes(2)
  })
  await expect(retryUntilReplicated(() => Promise.reject(missing()), 'ann')).rejects.toMatchObject({
    code: 'WEEKEND_NOT_FOUND',
  })
  const other = wait('ben')
  gate.resolve('found')
  expect(await Promise.all([...waitingOfAnn, other].map(({ reply }) => reply))).toHaveLength(MAX_WAITING_PER_CALLER + 1)
})

test('rejects other errors at once', async () => {
  const work = vi.fn(() => Promise.reject(notFound('GROUP_NOT_FOUND', 'There is no such group.')))
  await expect(retryUntilReplicated(work)).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
  expect(work).toHaveBeenCalledTimes(1)
})
