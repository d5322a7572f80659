import { describe, expect, test } from 'vitest'
import { checkTips, clockOffset, type Gap, type Lock, type OutWindow, type TipAttempt } from './expected-tips.ts'

const sure = { least: -20, most: 20 }
const attempt = (carId: number, sent: number, outcome: TipAttempt['outcome']): TipAttempt => {
  return { fan: 'kim', category: 'main', carId, sent, received: sent + 10, outcome }
}
const accepted = (
  carId: number,
  submittedAt: number,
  countsFrom: { deadline: number | null } | null = { deadline: null },
) => attempt(carId, submittedAt - 5, { kind: 'accepted', submittedAt, carId, countsFrom })
const rejected = (carId: number, sent: number, code: string) => attempt(carId, sent, { kind: 'rejected', code })
const check = (attempts: TipAttempt[], deadlines: (number | null)[] = [10_000], out: OutWindow[] = []) => {
  const locks = deadlines.map((deadline): Lock => ({ deadline, gaps: [] }))
  return checkTips(attempts, { always: locks, ever: locks }, out, sure)
}
const expectedValues = (...args: Parameters<typeof check>) => check(...args).differences.map(({ expected }) => expected)

describe('checkTips', () => {
  test('records changes of the tip and counts the same car again as unchanged', () => {
    const repeated = attempt(7, 900, { kind: 'accepted', submittedAt: 500, carId: 7, countsFrom: null })
    const { accepted: tips, unchanged, differences } = check([accepted(7, 500), repeated, accepted(8, 2_000)])
    expect(tips.map(({ carId, submittedAt }) => [carId, submittedAt])).toEqual([
      [7, 500],
      [8, 2_000],
    ])
    expect(unchanged).toBe(1)
    expect(differences).toEqual([])
  })

  test('reports a new time or a rejection for the same car again', () => {
    const moved = attempt(7, 900, { kind: 'accepted', submittedAt: 905, carId: 7, countsFrom: null })
    expect(check([accepted(7, 500), moved]).differences).toHaveLength(1)
    expect(expectedValues([accepted(7, 500), rejected(7, 20_000, 'TIPS_CLOSED')])).toEqual([
      'the same car again is no error',
    ])
  })

  test('accepts TIPS_CLOSED after the last deadline and around it, and reports it before', () => {
    expect(expectedValues([rejected(7, 10_100, 'TIPS_CLOSED')])).toEqual([])
    expect(expectedValues([rejected(7, 9_950, 'TIPS_CLOSED')])).toEqual([])
    expect(expectedValues([rejected(7, 9_000, 'TIPS_CLOSED')])).toHaveLength(1)
    expect(expectedValues([rejected(7, 20_000, 'TIPS_CLOSED')], [10_000, null])).toHaveLength(1)
  })

  test('reports a tip accepted at or after the last deadline', () => {
    expect(expectedValues([accepted(7, 10_000)])).toEqual(['TIPS_CLOSED'])
    expect(expectedValues([accepted(7, 9_999)])).toEqual([])
  })

  test('requires CAR_OUT while the car is out, with two seconds of tolerance', () => {
    const out: OutWindow[] = [{ carId: 7, possible: [1_000, 7_000], sure: [3_010, 5_000] }]
    expect(expectedValues([rejected(7, 500, 'CAR_OUT')], [10_000], out)).toEqual(['car is racing'])
    expect(expectedValues([rejected(7, 1_500, 'CAR_OUT')], [10_000], out)).toEqual([])
    expect(expectedValues([accepted(7, 2_000)], [10_000], out)).toEqual([])
    expect(expectedValues([accepted(7, 4_000)], [10_000], out)).toEqual(['CAR_OUT'])
    expect(expectedValues([rejected(7, 8_000, 'CAR_OUT')], [10_000], out)).toEqual(['car is racing'])
  })

  test('reports a countsFrom without a race that is open at that time', () => {
    expect(expectedValues([accepted(7, 500, { deadline: 400 })])).toEqual(['countsFrom a race that is open'])
    expect(expectedValues([accepted(7, 500, null)])).toEqual(['countsFrom a race that is open'])
  })

  test('accepts a late reply without countsFrom after every race has locked', () => {
    const late = { ...accepted(7, 9_900, null), received: 30_000 }
    expect(expectedValues([late])).toEqual([])
    expect(expectedValues([late], [10_000, null])).toEqual(['countsFrom a race that is open'])
  })

  test('requires TIPS_CLOSED exactly between a lock and the reopening', () => {
    const gap = { possible: [4_900, 6_100], sure: [5_000, 6_000] } satisfies Gap
    const locks: Lock[] = [{ deadline: 10_000, gaps: [gap] }]
    const checked = (attempt: TipAttempt) => checkTips([attempt], { always: locks, ever: locks }, [], sure).differences
    expect(checked(rejected(7, 5_500, 'TIPS_CLOSED'))).toEqual([])
    expect(checked(rejected(7, 7_000, 'TIPS_CLOSED'))).toMatchObject([
      { actual: expect.stringContaining('TIPS_CLOSED') },
    ])
    expect(checked(accepted(7, 5_500))).toMatchObject([{ expected: 'TIPS_CLOSED' }])
    expect(checked(accepted(7, 7_000))).toEqual([])
  })

  test('narrows the clock offset with every new tip', () => {
    expect(clockOffset([accepted(7, 500), { ...accepted(8, 1_000), sent: 990, received: 1_001 }])).toEqual({
      least: -1,
      most: 5,
    })
  })
})
