import { expect, onTestFinished, test, vi } from 'vitest'
import { keyedCounter } from './keyed-counter.ts'

test('counts each key by itself', () => {
  const counter = keyedCounter()
  counter.increment('ann')
  counter.increment('ann')
  counter.increment('ben')
  counter.decrement('ann')
  expect(['ann', 'ben', 'eve'].map(counter.count)).toEqual([1, 1, 0])
})

test('never counts below zero', () => {
  const counter = keyedCounter()
  counter.decrement('ann')
  counter.increment('ann')
  expect(counter.count('ann')).toBe(1)
})

test('removes a key that is back at zero', () => {
  const remove = vi.spyOn(Map.prototype, 'delete')
  onTestFinished(() => remove.mockRestore())
  const counter = keyedCounter()
  for (const key of ['ann', 'ann', 'ben']) counter.increment(key)
  counter.decrement('ann')
  expect(remove).not.toHaveBeenCalledWith('ann')
  counter.decrement('ann')
  expect(remove).toHaveBeenCalledWith('ann')
})
