import { type CalendarImportReply, calendarImportReplySchema } from '@purple-sector/contracts/weekends/calendar-import'
import { seasonReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { click, openSetup, setupServer } from '../../../../../test/render-setup.tsx'

const state = { weekends: [], seasons: [seasonReply({ id: 7, version: 4, weekends: [] })] }
const server = setupServer(state)

const row = (round: number, overrides: object = {}) => ({
  sheet: 'Text',
  row: round + 1,
  round,
  weekendId: null,
  name: `Weekend ${round}`,
  venue: 'Sandown',
  startDate: '2026-02-20',
  endDate: '2026-02-22',
  timeZone: 'Australia/Melbourne',
  action: 'created',
  ...overrides,
})
const reply = (results: object = {}): CalendarImportReply =>
  calendarImportReplySchema.parse({
    message: '1 new, 0 updated, 1 unchanged, 0 rows with errors. Nothing is written yet.',
    results: { processed: 2, success: [row(1), row(2, { action: 'unchanged' })], errors: [], notes: [], ...results },
  })
const STARTED = {
  status: 409,
  code: 'SEASON_STARTED',
  message: 'This season has started. Say why you are changing it.',
}

/** Opens the dialog from the rounds, and chooses a file. */
const choose = async (file = new File(['Round,Name'], 'calendar.csv')) => {
  openSetup('?tab=weekends&view=seasons', state)
  await click('Rounds of 2026 Championship')
  await click('Import calendar')
  await screen.findByText('Import the calendar of 2026 Championship')
  fireEvent.change(screen.getByLabelText('Calendar'), { target: { files: [file] } })
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('importing a calendar', () => {
  test('previews each round, then imports with the version that was read', async () => {
    server.answers.push(reply({ notes: ['“Weekend 1” and “Weekend 2” overlap.'] }), reply())
    await choose()
    expect(screen.getByRole('link', { name: 'Download the template' }).getAttribute('href')).toBe(
      '/api/admin/seasons/import/template',
    )
    const rounds = await screen.findByRole('list', { name: 'Rounds of the file' })
    expect(within(rounds).getAllByText('20–22 Feb 2026 · Sandown · Australia/Melbourne')).toHaveLength(2)
    expect(within(rounds).getByText('New')).toBeTruthy()
    expect(within(rounds).getByText('Unchanged')).toBeTruthy()
    expect(screen.getByText('“Weekend 1” and “Weekend 2” overlap.')).toBeTruthy()
    expect(server.sent[0]?.path).toBe('/api/admin/seasons/7/import?preview=true')
    fireEvent.click(button('Import 1 round'))
    expect(await screen.findByText('Calendar imported')).toBeTruthy()
    expect(server.sent[1]).toMatchObject({ path: '/api/admin/seasons/7/import', version: '"4"' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  test('cannot be confirmed while a row has an error, or when nothing changes', async () => {
    const error = { sheet: 'Text', row: 3, name: 'Sandown 500', column: 'Time zone', message: '“Sydney” isn’t one.' }
    server.answers.push(reply({ errors: [error] }), reply({ success: [row(1, { action: 'unchanged' })] }))
    await choose()
    expect(within(await screen.findByRole('list', { name: 'Errors' })).getByText('“Sydney” isn’t one.')).toBeTruthy()
    expect(button('Import').disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('Calendar'), { target: { files: [new File(['x'], 'again.csv')] } })
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Errors' })).toBeNull())
    await screen.findByRole('list', { name: 'Rounds of the file' })
    expect(button('Import').disabled).toBe(true)
  })
  test('names the row of an error, and shows rows without a round last', async () => {
    const errors = [{ sheet: 'Text', row: 3, name: 'Sandown 500', column: 'Start', message: '“soon” isn’t a day.' }]
    server.answers.push(reply({ errors, success: [row(0), row(1)] }))
    await choose()
    expect((await screen.findByRole('list', { name: 'Errors' })).textContent).toContain('Row 3, Sandown 500, Start')
    const rounds = within(screen.getByRole('list', { name: 'Rounds of the file' })).getAllByRole('listitem')
    expect(rounds.map(({ textContent }) => textContent?.slice(0, 10))).toEqual(['1Weekend 1', '–Weekend 0'])
  })
  test('shows why a file is refused, and refuses one that is too large itself', async () => {
    const message = 'The file is a picture (PNG), not a spreadsheet.'
    server.rejections.push({ status: 400, code: 'SHEET_REFUSED', message })
    await choose()
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    const large = new File(['x'], 'large.csv')
    Object.defineProperty(large, 'size', { value: 5 * 1024 * 1024 + 1 })
    fireEvent.change(screen.getByLabelText('Calendar'), { target: { files: [large] } })
    expect(await screen.findByText('The file is larger than 5 MB.')).toBeTruthy()
    expect(server.sent).toHaveLength(1)
  })
  test('asks for a reason once the season has started', async () => {
    server.answers.push(reply())
    await choose()
    await screen.findByRole('list', { name: 'Rounds of the file' })
    server.rejections.push(STARTED)
    fireEvent.click(button('Import 1 round'))
    expect(await screen.findByText(STARTED.message)).toBeTruthy()
    expect(button('Import 1 round').disabled).toBe(true)
    fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'New calendar' } })
    server.answers.push(reply())
    fireEvent.click(button('Import 1 round'))
    expect(await screen.findByText('Calendar imported')).toBeTruthy()
    expect(server.sent[2]?.path).toBe('/api/admin/seasons/7/import?reason=New+calendar')
  })
})
