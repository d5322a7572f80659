import { expect, test } from 'vitest'
import { checkTips, type TipAttempt } from './expected-tips.ts'
import { lockTipsWindow } from './locked-tips.ts'

const clocks = { least: 0, most: 0 }
const span = (at: number) => ({ sent: at, received: at + 10 })
const running = { starts: [{ start: 130_000, reported: null }], closures: [span(20_000)] }
const later = { starts: [{ start: 200_000, reported: null }], closures: [] }

test('locks tips from the first start of a counting race, by its status or its time', () => {
  const { possible, sure } = lockTipsWindow(
    { since: span(0), until: null },
    { always: [later], ever: [running, later] },
    clocks,
  )
  expect(possible).toEqual([19_900, Number.POSITIVE_INFINITY])
  expect(sure).toEqual([200_100, Number.POSITIVE_INFINITY])
})

test('locks tips only while the rules require it', () => {
  const versions = { since: span(50_000), until: span(90_000) }
  const { possible, sure } = lockTipsWindow(versions, { always: [running], ever: [running] }, clocks)
  expect(possible).toEqual([49_900, 90_110])
  expect(sure).toEqual([50_110, 89_900])
})

test('requires TIPS_LOCKED from the first start on, and reports it before', () => {
  const lock = { deadline: 300_000, gaps: [] }
  const window = lockTipsWindow({ since: span(0), until: null }, { always: [running], ever: [running] }, clocks)
  const closing = { always: [lock], ever: [lock], locked: [window] }
  const checked = (outcome: TipAttempt['outcome'], sent: number) => {
    const attempt = { fan: 'kim in Mates', category: 'main', carId: 7, sent, received: sent + 10, outcome }
    return checkTips([attempt], closing, [], clocks).differences.map(({ expected }) => expected)
  }
  const accepted = (submittedAt: number) =>
    ({ kind: 'accepted', submittedAt, carId: 7, countsFrom: { deadline: null } }) as const
  expect(checked({ kind: 'rejected', code: 'TIPS_LOCKED' }, 30_000)).toEqual([])
  expect(checked({ kind: 'rejected', code: 'TIPS_LOCKED' }, 10_000)).toEqual(['nothing has started yet'])
  expect(checked({ kind: 'rejected', code: 'TIPS_CLOSED' }, 310_000)).toEqual(['TIPS_LOCKED'])
  expect(checked({ kind: 'rejected', code: 'NOT_A_MEMBER' }, 10_000)).toEqual(['a member may tip'])
  expect(checked(accepted(30_000), 30_000)).toEqual(['TIPS_LOCKED from 1970-01-01T00:00:22.110Z on'])
  expect(checked(accepted(10_000), 10_000)).toEqual([])
})
