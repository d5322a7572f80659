import { describe, expect, test } from 'vitest'
import { auditQueryOf, filtersOf, NO_FILTERS } from './audit-filters.ts'
import { actionWords, changedFields, subjectWords } from './audit-words.ts'

describe('a line of the audit log in words', () => {
  test('names its act, and shows the name of one that is new here', () => {
    expect(actionWords('result.corrected')).toBe('Result corrected')
    expect(actionWords('report.shredded')).toBe('report.shredded')
    expect(subjectWords({ type: 'race', id: '7' })).toBe('Session 7')
    expect(subjectWords({ type: 'weekend-chat', id: '2' })).toBe('Race Chat of weekend 2')
    expect(subjectWords({ type: 'balloon', id: '7' })).toBe('balloon 7')
  })
  test('says of a change what changed alone', () => {
    expect(changedFields({ name: 'A', startDate: '2026-11-20' }, { name: 'A', startDate: null })).toEqual([
      { field: 'Start date', before: '2026-11-20', after: '–' },
    ])
  })
  test('says all of what came or went', () => {
    expect(changedFields(null, { isActive: true, ids: [1, 2] })).toEqual([
      { field: 'Is active', before: null, after: 'yes' },
      { field: 'Ids', before: null, after: '1, 2' },
    ])
    expect(changedFields({ name: 'A' }, null)).toEqual([{ field: 'Name', before: 'A', after: null }])
    expect(changedFields(null, null)).toEqual([])
    expect(changedFields(null, 'Spoiler')).toEqual([{ field: 'Value', before: null, after: 'Spoiler' }])
  })
  test('says when something is in the zone of the log', () => {
    const [until] = changedFields(null, { until: '2026-11-23T02:57:17.692Z' }, { timeZone: 'Australia/Sydney' })
    expect(until?.after).toBe('23 Nov 2026, 1:57:17 pm')
  })
  test('says of a classification who was first, and of long lists how long they are', () => {
    const row = (plate: string, place: number | null) => ({ place, car: { plate } })
    const [field] = changedFields(null, { classification: [row('18', 2), row('7', 1), row('88', null)] })
    expect(field?.after).toBe('#7, #18 of 3 cars')
    expect(changedFields(null, { ids: [1, 2, 3, 4, 5, 6] })[0]?.after).toBe('6 entries')
    expect(changedFields(null, { points: { first: 50, second: 25 } })[0]?.after).toBe('First 50, Second 25')
  })
})

describe('the filters of the log', () => {
  test('stand in the address, and days reach from the first midnight to the last', () => {
    const filters = filtersOf(new URLSearchParams('view=log&action=race.changed&from=2026-11-21&to=2026-11-22'))
    expect(filters).toEqual({ ...NO_FILTERS, action: 'race.changed', from: '2026-11-21', to: '2026-11-22' })
    const query = auditQueryOf(filters, (day, days) => `${day}+${days}`)
    expect([...query]).toEqual([
      ['action', 'race.changed'],
      ['from', '2026-11-21+0'],
      ['to', '2026-11-22+1'],
    ])
  })
  test('are nothing where the address makes no sense', () => {
    expect(filtersOf(new URLSearchParams('from=yesterday'))).toEqual(NO_FILTERS)
  })
})
