import { describe, expect, test } from 'vitest'
import { auditQueryOf, filtersOf, NO_FILTERS } from './audit-filters.ts'
import { actionLabel, changedFields, subjectLabel } from './audit-labels.ts'

describe('audit log labels', () => {
  test('names an action, and shows the raw name of an unknown one', () => {
    expect(actionLabel('result.corrected')).toBe('Result corrected')
    expect(actionLabel('report.shredded')).toBe('report.shredded')
    expect(subjectLabel({ type: 'race', id: '7' })).toBe('Session 7')
    expect(subjectLabel({ type: 'weekend-chat', id: '2' })).toBe('Race Chat of weekend 2')
    expect(subjectLabel({ type: 'balloon', id: '7' })).toBe('balloon 7')
  })
  test('describes only changed fields of an update', () => {
    expect(changedFields({ name: 'A', startDate: '2026-11-20' }, { name: 'A', startDate: null })).toEqual([
      { field: 'Start date', before: '2026-11-20', after: '–' },
    ])
  })
  test('describes all fields of a creation or deletion', () => {
    expect(changedFields(null, { isActive: true, ids: [1, 2] })).toEqual([
      { field: 'Is active', before: null, after: 'yes' },
      { field: 'Ids', before: null, after: '1, 2' },
    ])
    expect(changedFields({ name: 'A' }, null)).toEqual([{ field: 'Name', before: 'A', after: null }])
    expect(changedFields(null, null)).toEqual([])
    expect(changedFields(null, 'Spoiler')).toEqual([{ field: 'Value', before: null, after: 'Spoiler' }])
  })
  test('formats instants in the time zone of the log', () => {
    const [until] = changedFields(null, { until: '2026-11-23T02:57:17.692Z' }, { timeZone: 'Australia/Sydney' })
    expect(until?.after).toBe('23 Nov 2026, 1:57:17 pm')
  })
  test('summarises a classification by its podium and long lists by their length', () => {
    const row = (plate: string, place: number | null) => ({ place, car: { plate } })
    const [field] = changedFields(null, { classification: [row('18', 2), row('7', 1), row('88', null)] })
    expect(field?.after).toBe('#7, #18 of 3 cars')
    expect(changedFields(null, { ids: [1, 2, 3, 4, 5, 6] })[0]?.after).toBe('6 entries')
    expect(changedFields(null, { points: { first: 50, second: 25 } })[0]?.after).toBe('First 50, Second 25')
  })
})

describe('audit log filters', () => {
  test('restores filters from the URL, from the first midnight to the end of the last day', () => {
    const filters = filtersOf(new URLSearchParams('view=log&action=race.changed&from=2026-11-21&to=2026-11-22'))
    expect(filters).toEqual({ ...NO_FILTERS, action: 'race.changed', from: '2026-11-21', to: '2026-11-22' })
    const query = auditQueryOf(filters, (day, days) => `${day}+${days}`)
    expect([...query]).toEqual([
      ['action', 'race.changed'],
      ['from', '2026-11-21+0'],
      ['to', '2026-11-22+1'],
    ])
  })
  test('ignores invalid filter values in the URL', () => {
    expect(filtersOf(new URLSearchParams('from=yesterday'))).toEqual(NO_FILTERS)
  })
})
