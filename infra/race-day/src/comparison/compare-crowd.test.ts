import { expect, test } from 'vitest'
import { emptyCrowdLog } from '../fans/crowd-player.ts'
import { refusedOf } from './compare-crowd.ts'

test('reports refused activity of fans as differences, and nothing else', () => {
  const crowd = emptyCrowdLog()
  expect(refusedOf(crowd)).toEqual([])
  crowd.refusals.push({ where: 'vote of kerbsider', answer: '409' })
  expect(refusedOf(crowd)).toEqual([
    { where: 'vote of kerbsider', what: 'answer', expected: 'accepted', actual: '409' },
  ])
})
