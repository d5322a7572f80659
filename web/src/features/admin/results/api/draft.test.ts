import { describe, expect, test } from 'vitest'
import { type Draft, type DraftAction, draftReducer, hasNewerRevision, newDraft, readDraft } from './draft.ts'
import { createCars, createEntry, createResult } from './result-fixtures.ts'

const cars = createCars()
const provisional = createResult([createEntry(1, 1), createEntry(2, 2), createEntry(3, 3)])
const reduceActions = (draft: Draft, ...actions: DraftAction[]): Draft => actions.reduce(draftReducer, draft)
const readState = (draft: Draft) => readDraft(draft, cars)

describe('the result draft', () => {
  test('starts the first revision as provisional and publishable unchanged', () => {
    const state = readState(newDraft(cars, null))
    expect(state).toMatchObject({ revision: 1, status: 'provisional', isDirty: false, canPublish: true })
    expect(state.body).toMatchObject({ baseRevision: 0, reason: null })
    expect(state.changed.size).toBe(0)
  })
  test('creates no revision when the draft equals the published result', () => {
    expect(readState(newDraft(cars, provisional))).toMatchObject({
      revision: 1,
      createsRevision: false,
      canPublish: false,
    })
  })
  test('sets the status to amended when a place changes, unless a status was selected', () => {
    const moved = reduceActions(newDraft(cars, provisional), { type: 'moved', carId: 3, to: 0 })
    expect(readState(moved)).toMatchObject({ revision: 2, status: 'amended', canPublish: true, isDirty: true })
    expect(readState(moved).changed).toEqual(new Set([1, 2, 3]))
    expect(readState(reduceActions(moved, { type: 'result status set', status: 'official' })).status).toBe('official')
    expect(readState(reduceActions(moved, { type: 'moved', carId: 3, to: 2 }))).toMatchObject({
      status: 'provisional',
      createsRevision: false,
    })
  })
  test('accepts a change of the status or the reason alone', () => {
    const draft = newDraft(cars, provisional)
    expect(readState(reduceActions(draft, { type: 'result status set', status: 'official' })).canPublish).toBe(true)
    expect(readState(reduceActions(draft, { type: 'reason typed', reason: ' ' })).createsRevision).toBe(false)
    const withReason = readState(reduceActions(draft, { type: 'reason typed', reason: ' A protest is heard. ' }))
    expect(withReason).toMatchObject({ canPublish: true, body: { reason: 'A protest is heard.', baseRevision: 1 } })
  })
  test('sends the published rows unchanged when only the status changes', () => {
    const base = createResult([
      createEntry(2, 1, { bestLapMs: 80_298.3 }),
      createEntry(1, 2, { status: 'dsq' }),
      createEntry(9, 3),
    ])
    const { body } = readState(reduceActions(newDraft(cars, base), { type: 'result status set', status: 'official' }))
    expect(body.classification).toEqual([
      { position: 2, carId: 1, status: 'classified', bestLapMs: 80_298.3 },
      { position: 1, carId: 2, status: 'dsq' },
      { position: 9, carId: 3, status: 'classified' },
    ])
  })
  test('sends an unclassified car that was running without a position', () => {
    const { body } = readState(
      reduceActions(newDraft(cars, provisional), { type: 'car status set', carId: 3, status: 'nc' }),
    )
    expect(body.classification.at(-1)).toEqual({ position: null, carId: 3, status: 'nc' })
  })
  test('rejects publishing a draft with invalid input', () => {
    const typed = reduceActions(newDraft(cars, provisional), { type: 'typed', carId: 1, field: 'laps', text: 'many' })
    expect(readState(typed)).toMatchObject({ canPublish: false, problems: [{ carId: 1, field: 'laps' }] })
    expect(readState(reduceActions(typed, { type: 'result status set', status: 'cancelled' })).canPublish).toBe(true)
  })
  test('rejects publishing a draft with all cars left out', () => {
    const allOut = cars.map(({ id }): DraftAction => ({ type: 'car status set', carId: id, status: 'out' }))
    expect(readState(reduceActions(newDraft(cars, provisional), ...allOut)).canPublish).toBe(false)
  })
  test('converts a gap in laps to laps when its field is left', () => {
    const draft = reduceActions(
      newDraft(cars, null),
      { type: 'typed', carId: 1, field: 'laps', text: '39' },
      { type: 'typed', carId: 2, field: 'gap', text: '+2 laps' },
      { type: 'field blurred', carId: 2 },
    )
    expect(draft.rows[1]).toMatchObject({ laps: '37', gap: '' })
  })
})

describe('cancelling a result', () => {
  const cancelling = reduceActions(newDraft(cars, provisional), { type: 'result status set', status: 'cancelled' })
  test('sends no cars and creates one revision only', () => {
    expect(readState(cancelling)).toMatchObject({ revision: 2, canPublish: true, body: { classification: [] } })
    const result = createResult([], { revision: 2, status: 'cancelled' })
    const cancelledAgain = reduceActions(newDraft(cars, result), { type: 'result status set', status: 'cancelled' })
    expect(readState(cancelledAgain)).toMatchObject({ createsRevision: false, canPublish: false })
  })
  test('keeps the rows for a later publication', () => {
    const moved = reduceActions(cancelling, { type: 'moved', carId: 3, to: 0 })
    const result = createResult([], { revision: 2, status: 'cancelled' })
    const next = reduceActions(moved, { type: 'published', cars, result })
    expect(next.rows.map(({ carId }) => carId)).toEqual([3, 1, 2, 4, 5])
    expect(readState(next)).toMatchObject({ revision: 3, status: 'amended', canPublish: true })
    expect(readState(next).changed.size).toBe(0)
  })
})

describe('a newer revision by another administrator', () => {
  const second = createResult([createEntry(1, 2), createEntry(2, 1), createEntry(3, 3)], {
    revision: 2,
    status: 'amended',
  })
  const draft = reduceActions(newDraft(cars, provisional), { type: 'moved', carId: 3, to: 0 })
  test('detects a revision published during editing', () => {
    expect([
      hasNewerRevision(draft, second),
      hasNewerRevision(draft, provisional),
      hasNewerRevision(draft, null),
    ]).toEqual([true, false, false])
  })
  test('lets the draft be rebased or discarded', () => {
    const rebased = reduceActions(draft, { type: 'rebased', base: second })
    expect(readState(rebased)).toMatchObject({ revision: 3, body: { baseRevision: 2 } })
    expect(rebased.rows).toEqual(draft.rows)
    expect(reduceActions(draft, { type: 'discarded', cars, base: second })).toEqual(newDraft(cars, second))
  })
  test('bases the next draft on a published revision', () => {
    expect(reduceActions(draft, { type: 'published', cars, result: second })).toEqual(newDraft(cars, second))
  })
})
