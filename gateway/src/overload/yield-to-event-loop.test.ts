import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createYieldToEventLoop } from './yield-to-event-loop.ts'

test('resumes many callers a few at a time, in order, with other work in between', async () => {
  const yieldToEventLoop = createYieldToEventLoop()
  const done: string[] = []
  const all = Array.from({ length: 10 }, (_, position) =>
    yieldToEventLoop().then(() => void done.push(`message ${position}`)),
  )
  const other = async () => {
    await nextTurn()
    await nextTurn()
    done.push('a tip')
  }
  await Promise.all([...all, other()])
  const messages = done.filter((each) => each !== 'a tip')
  expect(messages).toEqual(Array.from({ length: 10 }, (_, position) => `message ${position}`))
  expect(done.indexOf('a tip')).toBeLessThan(done.length - 1)
})

test('resumes later callers after those that wait, or alone', async () => {
  const yieldToEventLoop = createYieldToEventLoop()
  const done: string[] = []
  const come = (name: string) => yieldToEventLoop().then(() => void done.push(name))
  const five = ['a', 'b', 'c', 'd', 'e'].map(come)
  await nextTurn()
  await Promise.all([...five, come('f')])
  await come('g')
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})
