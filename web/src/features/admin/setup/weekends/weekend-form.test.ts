import { weekendReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import {
  copyDraftOf,
  createBody,
  draftOf,
  duplicateBody,
  emptyWeekend,
  patchBody,
  weekendErrors,
  withStartDate,
} from './weekend-form.ts'

const filled = { ...emptyWeekend, name: 'Ironbark 400', startDate: '2026-10-17', endDate: '2026-10-18' }

describe('the weekend form', () => {
  test('requires a name and both dates in order', () => {
    expect(weekendErrors({ ...emptyWeekend, name: '  ' })).toEqual({
      name: 'Name is required',
      startDate: 'Start date is required',
      endDate: 'End date is required',
    })
    const tooLong = { endDate: 'A weekend can have at most 31 days' }
    expect(weekendErrors({ ...filled, endDate: '2026-11-16' })).toEqual({})
    expect(weekendErrors({ ...filled, endDate: '2026-11-17' })).toEqual(tooLong)
    const long = { ...filled, endDate: '2999-12-31' }
    expect(weekendErrors(long)).toEqual(tooLong)
    expect(weekendErrors({ ...long, name: 'Renamed' }, long)).toEqual({})
    expect(weekendErrors({ ...long, startDate: '2026-10-18' }, long)).toEqual(tooLong)
    expect(weekendErrors({ ...filled, endDate: '2026-10-16' })).toEqual({
      endDate: 'The weekend can’t end before it starts',
    })
    expect(weekendErrors(filled)).toEqual({})
  })
  test('never creates a live weekend', () => {
    expect(createBody({ ...filled, status: 'live' })).not.toHaveProperty('status')
  })
  test('keeps the length of the weekend when its start changes', () => {
    expect(withStartDate(filled, '2026-10-31').endDate).toBe('2026-11-01')
    expect(withStartDate(emptyWeekend, '2026-10-31').endDate).toBe('2026-10-31')
    expect(withStartDate(filled, '').endDate).toBe('2026-10-18')
  })
  test('sends only the changes', () => {
    const before = draftOf(weekendReply())
    expect(patchBody(before, before)).toEqual({})
    expect(patchBody(before, { ...before, venue: 'Ironbark Park', isActive: false })).toEqual({
      venue: 'Ironbark Park',
      isActive: false,
    })
  })
  test('proposes a copy with another name that is not announced', () => {
    const copy = copyDraftOf(weekendReply({ status: 'live', name: 'x'.repeat(100) }))
    expect(copy.name).toHaveLength(100)
    expect(copy.name).toMatch(/ \(Copy\)$/)
    expect(duplicateBody(copy)).toEqual({
      name: copy.name,
      description: '',
      venue: 'Kingsway Street Circuit',
      startDate: '2026-11-20',
      endDate: '2026-11-22',
      isActive: false,
    })
  })
})
