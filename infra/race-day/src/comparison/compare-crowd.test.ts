import { expect, test } from 'vitest'
import { emptyCrowdLog } from '../fans/crowd-player.ts'
import { rejectedActivity } from './compare-crowd.ts'

test('reports rejected activity of fans as differences, and nothing else', () => {
  const crowd = emptyCrowdLog()
  expect(rejectedActivity(crowd)).toEqual([])
  crowd.rejections.push({ where: 'vote of kerbsider', reply: '409' })
  expect(rejectedActivity(crowd)).toEqual([
    { where: 'vote of kerbsider', what: 'reply', expected: 'accepted', actual: '409' },
  ])
})
