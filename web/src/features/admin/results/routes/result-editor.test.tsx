import {
  previewSchema,
  type Result,
  type ResultBody,
  resultBody,
  resultSchema,
} from '@purple-sector/contracts/admin/http'
import { type ParsedImport, parsedImportSchema } from '@purple-sector/contracts/admin/imports'
import { boardEntry, raceReply } from '@purple-sector/testing/replies'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InApp } from '../../../../../test/in-app.tsx'
import { createQueryClient } from '../../../../client/api/query-client.ts'
import { toasts } from '../../../../ui/toasts/toast-store.ts'
import { createCars, createEntry, createResult } from '../api/result-fixtures.ts'
import { ResultEditor } from './result-editor.tsx'

const cars = createCars()
const first = createResult([createEntry(1, 1), createEntry(2, 2), createEntry(3, 3), createEntry(4, 4)])
const race = raceReply({ id: 1, status: 'completed', locked: true, resultRevision: 1, resultStatus: 'provisional' })

const sent: { method: string; body: ResultBody }[] = []
let publishError: object | undefined
let preview: object
let parsed: ParsedImport | null
const requests: object[] = []
const locked: object[] = []
let isLockUnreachable = false

const readReply = (body: unknown): Response => {
  const file = body instanceof FormData ? body.get('file') : undefined
  requests.push(file instanceof File ? { file: file.name } : JSON.parse(String(body)))
  if (parsed) return new Response(JSON.stringify(parsed))
  const rejection = { code: 'SHEET_REFUSED', message: 'The file is a PDF, not a spreadsheet.', requestId: 'r' }
  return new Response(JSON.stringify(rejection), { status: 400 })
}

const reply = (raceId: number, { status, reason, classification, baseRevision = 0 }: ResultBody): Result =>
  resultSchema.parse({
    raceId,
    revision: baseRevision + 1,
    status,
    reason: reason ?? null,
    publishedAt: '2026-11-21T06:00:00.000Z',
    classification: classification.map((row) => createEntry(row.position, row.carId, row)),
  })

const otherChangesCount = {
  raceId: 1,
  revision: 2,
  scopes: 2,
  participantsChanged: 412,
  positionsMoved: 1038,
}
const nothingMoves = previewSchema.parse({
  ...otherChangesCount,
  open: false,
  top: { before: [], after: [] },
  movers: [],
})

beforeEach(() => {
  sent.length = 0
  requests.length = 0
  locked.length = 0
  isLockUnreachable = false
  publishError = undefined
  preview = nothingMoves
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/results/read')) return readReply(init.body)
    if (path.endsWith('/lock-at')) {
      if (isLockUnreachable) throw new TypeError('Failed to fetch')
      const body = JSON.parse(String(init.body))
      locked.push(body)
      return new Response(JSON.stringify({ raceId: 1, locksAt: body.at, lateTips: 1, revision: 2 }))
    }
    if (path === '/api/admin/weekends') return new Response('[]')
    if (init.method === 'GET') return new Response(JSON.stringify(first))
    const body = resultBody.parse(JSON.parse(String(init.body)))
    sent.push({ method: init.method ?? '', body })
    if (init.method === 'POST') return new Response(JSON.stringify(preview))
    if (publishError) return new Response(JSON.stringify(publishError), { status: 409 })
    return new Response(JSON.stringify(reply(1, body)))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

const renderEditor = (result: Result | null = first, visible = race) => {
  const client = createQueryClient()
  const element = (latest: Result | null, now = visible) => (
    <InApp client={client}>
      <ResultEditor race={now} cars={cars} result={latest} />
    </InApp>
  )
  const view = render(element(result))
  return {
    ...view,
    becomes: (latest: Result) => view.rerender(element(latest)),
    locks: () => view.rerender(element(result, { ...visible, locked: true })),
  }
}

const list = () => within(screen.getByRole('list', { name: 'Classification' }))
const drivers = () =>
  list()
    .getAllByRole('listitem')
    .map((row) => row.querySelector('b')?.textContent?.split(' ')[1])
const grip = (driver: string) => list().getByRole('button', { name: `Move ${driver}` })
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const putBodies = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const publishButton = (name: RegExp) => screen.getAllByRole('button', { name })[0]

describe('editing a result by keyboard', () => {
  test('lifts, moves and drops a row with Space and arrows, with announcements', () => {
    renderEditor()
    grip('Tomas Kinnear').focus()
    key(' ')
    expect(screen.getByText('Kinnear lifted, 3 of 5')).toBeTruthy()
    expect(grip('Tomas Kinnear').getAttribute('aria-pressed')).toBe('true')
    key('ArrowUp')
    expect(screen.getByText('Kinnear, 2 of 5')).toBeTruthy()
    key('ArrowUp')
    key('ArrowUp')
    expect(screen.getByText('Kinnear, 1 of 5')).toBeTruthy()
    key(' ')
    expect(drivers()).toEqual(['Kinnear', 'Harrowell', 'Dellaway', 'Strand', 'Vander'])
    expect(grip('Tomas Kinnear').getAttribute('aria-pressed')).toBe('false')
  })
  test('moves a row back on Escape', () => {
    renderEditor()
    grip('Tomas Kinnear').focus()
    key(' ')
    key('End')
    expect(screen.getByText('Kinnear, 4 of 5')).toBeTruthy()
    key('Escape')
    expect(screen.getByText('Kinnear put back, 3 of 5')).toBeTruthy()
    expect(drivers()).toEqual(['Harrowell', 'Dellaway', 'Kinnear', 'Strand', 'Vander'])
  })
  test('moves to the next car on Enter and formats the input', () => {
    renderEditor()
    const cell = screen.getByRole('textbox', { name: 'Best lap of Jed Harrowell' })
    cell.focus()
    fireEvent.change(cell, { target: { value: '80.4417' } })
    key('Enter')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Best lap of Mitch Dellaway' }))
    expect(screen.getByDisplayValue('1:20.4417')).toBe(cell)
  })
})

describe('publishing a result', () => {
  test('previews the changes, sends the draft with its base revision, and continues from the reply', async () => {
    renderEditor()
    expect(screen.getByText('Nothing: this is revision 1, as it is published.')).toBeTruthy()
    fireEvent.click(list().getByRole('button', { name: 'Move Mitch Dellaway up' }))
    expect(screen.getAllByText('Revision 2 · draft').length).toBeGreaterThan(0)
    expect((await screen.findAllByText('412 fans rescored')).length).toBeGreaterThan(0)
    expect(sent[0]?.body.baseRevision).toBe(1)
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason shown to fans' }), {
      target: { value: 'Car 7: five seconds' },
    })
    fireEvent.click(publishButton(/^Publish amended$/)!)
    expect((await screen.findAllByText('Revision 2 · amended')).length).toBeGreaterThan(0)
    expect(putBodies()).toMatchObject([
      {
        status: 'amended',
        reason: 'Car 7: five seconds',
        baseRevision: 1,
        classification: [{ carId: 2 }, { carId: 1 }, {}, {}],
      },
    ])
    expect(screen.getByRole('textbox', { name: 'Reason shown to fans' })).toHaveProperty('value', '')
    expect(toasts.current()).toMatchObject({ title: 'Result corrected', tone: 'green' })
  })
  test('asks for confirmation when a first result closes tipping or the order is untouched', async () => {
    renderEditor(null)
    fireEvent.click(publishButton(/^Publish provisional$/)!)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('heading', { name: 'Publish the first result of Race 1?' })).toBeTruthy()
    expect(dialog.getByText(/^The cars haven’t been put in order yet/)).toBeTruthy()
    expect(putBodies()).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: 'Publish result' }))
    await vi.waitFor(() => expect(putBodies()).toMatchObject([{ status: 'provisional' }]))
  })
  test('asks for confirmation before a published result is cancelled', async () => {
    renderEditor()
    fireEvent.click(screen.getByRole('radio', { name: 'Cancelled' }))
    fireEvent.click(publishButton(/^Withdraw result$/)!)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('heading', { name: 'Withdraw the result of Race 1?' })).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Withdraw result' }))
    await vi.waitFor(() => expect(putBodies()).toMatchObject([{ status: 'cancelled', classification: [] }]))
    await vi.waitFor(() => expect(toasts.current()?.title).toBe('Result withdrawn'))
    expect(drivers()).toHaveLength(5)
  })
  test('sends a change of status alone with unchanged rows and does not call it a correction', async () => {
    renderEditor()
    fireEvent.click(screen.getByRole('radio', { name: 'Official' }))
    fireEvent.click(publishButton(/^Publish official$/)!)
    const rows = first.classification.map(({ car: _, place: __, ...row }) => row)
    await vi.waitFor(() => expect(putBodies()).toMatchObject([{ status: 'official', classification: rows }]))
    await vi.waitFor(() => expect(toasts.current()?.title).toBe('Result status changed'))
  })
  test('offers no withdrawal for an abandoned session', async () => {
    renderEditor(null)
    fireEvent.click(screen.getByRole('radio', { name: 'Cancelled' }))
    fireEvent.click(publishButton(/^Publish cancelled$/)!)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('heading', { name: 'Publish Race 1 as cancelled?' })).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Publish cancelled' }))
    await vi.waitFor(() => expect(putBodies()).toMatchObject([{ status: 'cancelled', classification: [] }]))
    await vi.waitFor(() => expect(toasts.current()?.title).toBe('Session cancelled'))
  })
  test('reports that publishing, not withdrawing, failed for an abandoned session', async () => {
    publishError = { code: 'UNAVAILABLE', message: 'The service is busy.', requestId: 'r' }
    renderEditor(null)
    fireEvent.click(screen.getByRole('radio', { name: 'Cancelled' }))
    fireEvent.click(publishButton(/^Publish cancelled$/)!)
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish cancelled' }))
    await vi.waitFor(() => expect(toasts.current()?.title).toBe('Failed to publish result'))
  })
  test('disables publishing with invalid input', () => {
    renderEditor()
    fireEvent.change(screen.getByRole('textbox', { name: 'Laps of Jed Harrowell' }), { target: { value: 'all' } })
    expect(screen.getByRole('alert').textContent).toBe('Jed Harrowell, laps: “all” isn’t a number of laps.')
    expect(publishButton(/^Publish amended$/)).toHaveProperty('disabled', true)
  })
  test('shows an error and keeps the draft', async () => {
    publishError = { code: 'RESULT_CHANGED', message: 'Revision 2 was published in the meantime.', requestId: 'r' }
    renderEditor()
    fireEvent.click(list().getByRole('button', { name: 'Move Mitch Dellaway up' }))
    fireEvent.click(publishButton(/^Publish amended$/)!)
    await vi.waitFor(() => expect(toasts.current()).toMatchObject({ title: 'Failed to publish result', tone: 'red' }))
    expect(toasts.current()?.text).toBe('Revision 2 was published in the meantime.')
    expect(drivers()[0]).toBe('Dellaway')
  })
})

describe('a newer revision by another administrator', () => {
  const second = createResult([createEntry(1, 3), createEntry(2, 1), createEntry(3, 2), createEntry(4, 4)], {
    revision: 2,
    status: 'official',
    reason: 'Photo finish',
  })
  test('applies a newer revision at once when nothing was entered', () => {
    const { becomes } = renderEditor()
    becomes(second)
    expect(drivers()[0]).toBe('Kinnear')
    expect(screen.getAllByText('Revision 2 · official').length).toBeGreaterThan(0)
  })
  test('blocks publishing until it is applied or the draft is rebased', async () => {
    const { becomes } = renderEditor()
    fireEvent.click(list().getByRole('button', { name: 'Move Mitch Dellaway up' }))
    becomes(second)
    const line = within(screen.getByRole('alert', { name: 'Another revision was published' }))
    expect(line.getByText(/Photo finish/)).toBeTruthy()
    expect(publishButton(/^Publish amended$/)).toHaveProperty('disabled', true)

    fireEvent.click(line.getByRole('button', { name: 'Compare' }))
    const dialog = within(await screen.findByRole('dialog'))
    const rows = dialog.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    expect(rows.slice(1)).toEqual([
      ['P3', 'P1'],
      ['P1', 'P3'],
    ])
    fireEvent.click(dialog.getByRole('button', { name: 'Keep my draft' }))
    expect(screen.queryByRole('alert', { name: 'Another revision was published' })).toBeNull()
    fireEvent.click(publishButton(/^Publish amended$/)!)
    await vi.waitFor(() =>
      expect(putBodies()).toMatchObject([{ baseRevision: 2, classification: [{ carId: 2 }, { carId: 1 }, {}, {}] }]),
    )
  })
  test('discards the draft when applied', () => {
    const { becomes } = renderEditor()
    fireEvent.click(list().getByRole('button', { name: 'Move Mitch Dellaway up' }))
    becomes(second)
    fireEvent.click(screen.getByRole('button', { name: 'Take revision 2' }))
    expect(drivers()[0]).toBe('Kinnear')
    expect(publishButton(/^Publish official$/)).toHaveProperty('disabled', true)
  })
})

test('shows no names while tips are open and refetches the preview once the race has locked', async () => {
  preview = previewSchema.parse({ ...otherChangesCount, open: true, top: null, movers: [] })
  const { locks } = renderEditor(null, raceReply({ id: 1 }))
  fireEvent.click(list().getByRole('button', { name: 'Move Mitch Dellaway up' }))
  expect(await screen.findByText('Tips are still open. Names show once the session locks.')).toBeTruthy()
  expect(screen.getByText('1,038')).toBeTruthy()

  const after = [boardEntry('turn2terry', { totalPoints: 50 })]
  preview = previewSchema.parse({ ...otherChangesCount, open: false, top: { before: [], after }, movers: [] })
  locks()
  expect(await screen.findByText('turn2terry')).toBeTruthy()
  expect(screen.queryByText(/Tips are still open/)).toBeNull()
})

test('keeps a draft after leaving the page until it is discarded', async () => {
  const { unmount } = renderEditor()
  fireEvent.click(list().getByRole('button', { name: 'Move Mitch Dellaway up' }))
  unmount()
  renderEditor()
  expect(drivers()[0]).toBe('Dellaway')
  fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard draft' }))
  expect(drivers()[0]).toBe('Harrowell')
  expect(sessionStorage).toHaveLength(0)
})

describe('importing results', () => {
  const page = parsedImportSchema.parse({
    status: 'official',
    issue: 2,
    startedAt: null,
    lateTips: null,
    classification: [
      { position: 1, carId: 3, status: 'classified', laps: 39, bestLapMs: 80_298.3 },
      { position: 2, carId: 5, status: 'classified', laps: 39, gapMs: 1_204 },
      { position: null, carId: 1, status: 'dnf', laps: 12 },
    ],
    matched: [
      { line: 16, carId: 3, number: '31', driver: 'T.Kinnear', differs: false },
      { line: 17, carId: 5, number: '88', driver: 'Ada Quinn', differs: true },
      { line: 19, carId: 1, number: '7', driver: '', differs: false },
    ],
    unmatched: [{ line: 18, number: '99', driver: 'Nils Corbett' }],
    errors: [],
    notes: ['Entered, but not on the page: 18, 54.'],
  })
  const openImport = async () => {
    renderEditor()
    fireEvent.click(screen.getByRole('button', { name: 'Read results' }))
    return within(await screen.findByRole('dialog', { name: 'Read results' }))
  }
  const paste = (dialog: Awaited<ReturnType<typeof openImport>>, text: string) =>
    fireEvent.change(dialog.getByRole('textbox', { name: 'Page, sheet or text' }), { target: { value: text } })

  test('shows parsed rows and errors and applies them with status and issue', async () => {
    parsed = page
    const dialog = await openImport()
    expect(dialog.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
    paste(dialog, 'all of a page')
    expect(await dialog.findByText('3 cars understood, 1 line not')).toBeTruthy()
    expect(requests).toEqual([{ text: 'all of a page' }])
    const rows = within(dialog.getByRole('table')).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      '131Tomas KinnearClassified391:20.2983',
      '288Corey VanderOn the page: Ada QuinnClassified39–',
      '–7Jed HarrowellDNF12–',
    ])
    const beside = within(dialog.getByRole('region', { name: 'Not understood' }))
    expect(beside.getByText('Car 99, Nils Corbett: not entered in this session’s category.')).toBeTruthy()
    expect(dialog.getByText('Entered, but not on the page: 18, 54.')).toBeTruthy()
    expect([dialog.getByText('Official'), dialog.getByText('Issue 2')]).toHaveLength(2)

    fireEvent.click(dialog.getByRole('button', { name: 'Import 3 cars' }))
    expect(drivers()).toEqual(['Kinnear', 'Vander', 'Harrowell', 'Dellaway', 'Strand'])
    expect(screen.getByRole('radio', { name: 'Official' })).toHaveProperty('checked', true)
    expect(screen.getByRole('textbox', { name: 'Reason shown to fans' })).toHaveProperty('value', 'Issue 2')
    expect(putBodies()).toEqual([])
  })
  test('locks a session that started early at its start, after a confirmation', async () => {
    const note = 'It started at 3:20 pm; 1 tip came in after that.'
    parsed = { ...page, startedAt: '2025-06-29T05:20:00.000Z', lateTips: 1, notes: [note] }
    const dialog = await openImport()
    paste(dialog, 'all of a page')
    expect(await dialog.findByText(note)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: /^Lock at / }))
    const question = within(await screen.findByRole('dialog', { name: /^Lock Race 1 at / }))
    expect(question.getByText(/1 tip came in after that\..*later changes count from the next session on/)).toBeTruthy()
    expect(locked).toEqual([])
    parsed = { ...page, startedAt: '2025-06-29T05:20:00.000Z', lateTips: null, notes: [] }
    fireEvent.click(question.getByRole('button', { name: /^Lock at / }))
    await waitFor(() => expect(locked).toEqual([{ at: '2025-06-29T05:20:00.000Z' }]))
    await waitFor(() => expect(dialog.queryByText(note)).toBeNull())
    expect(screen.queryByRole('button', { name: /^Lock at / })).toBeNull()
  })
  test('reports that nothing changed when the lock request does not reach the server', async () => {
    isLockUnreachable = true
    parsed = { ...page, startedAt: '2025-06-29T05:20:00.000Z', lateTips: 1 }
    const dialog = await openImport()
    paste(dialog, 'all of a page')
    fireEvent.click(await dialog.findByRole('button', { name: /^Lock at / }))
    const question = within(await screen.findByRole('dialog', { name: /^Lock Race 1 at / }))
    fireEvent.click(question.getByRole('button', { name: /^Lock at / }))
    await vi.waitFor(() =>
      expect(toasts.current()).toMatchObject({
        title: 'Failed to lock the session',
        text: 'We can’t reach the server. Nothing changed.',
      }),
    )
  })
  test('applies nothing while a place is uncertain', async () => {
    parsed = { ...page, errors: [{ line: 4, message: 'Car 7 stands in line 1 already.' }] }
    const dialog = await openImport()
    paste(dialog, '1\t7')
    expect(await dialog.findByText('Car 7 stands in line 1 already.')).toBeTruthy()
    expect(dialog.getByText('1 error. Nothing is imported until it is gone.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
  })
  test('sends a selected or dropped file and shows why it was rejected until another is parsed', async () => {
    parsed = null
    const dialog = await openImport()
    const file = new File(['%PDF'], 'result.pdf')
    fireEvent.change(dialog.getByLabelText('Or a file'), { target: { files: [file] } })
    expect(await dialog.findByText('The file is a PDF, not a spreadsheet.')).toBeTruthy()
    expect(dialog.getByText('result.pdf')).toBeTruthy()
    parsed = page
    fireEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
    expect(await dialog.findByRole('button', { name: 'Import 3 cars' })).toBeTruthy()
    expect(requests).toEqual([{ file: 'result.pdf' }, { file: 'result.pdf' }])
  })
})
