import { type UploadReply, uploadReplySchema } from '@purple-sector/contracts/admin/uploads'
import { weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { click, openSetup, setupServer } from '../../../../../test/render-setup.tsx'
import { formatDayTime } from '../../../../ui/time/format.ts'
import { rowSegments } from './upload-rows.ts'

const weekend = weekendReply({ id: 1 })
const state = { weekends: [weekend] }
const server = setupServer(state)

const writtenRow = (row: number, overrides: object = {}) => ({
  sheet: 'Cars',
  row,
  kind: 'car',
  number: '07',
  driver: 'Jürgen Weiß',
  category: 'Dunlop Super2 Series',
  action: 'created',
  ...overrides,
})
const errorRow = (row: number, overrides: object = {}) => ({
  sheet: 'Cars',
  row,
  driver: 'Nils Corbett',
  column: 'Number',
  message: '“4O” is not a number of 1 to 3 digits.',
  ...overrides,
})
const reply = (results: { success?: object[]; errors?: object[]; notes?: string[] } = {}): UploadReply => {
  const {
    success = [writtenRow(2), writtenRow(4, { action: 'unchanged', driver: 'Ada Moss' })],
    errors = [errorRow(3)],
    notes = ['“Cars”: formulas beside the list are left out: B35.'],
  } = results
  return uploadReplySchema.parse({
    message: '1 new, 0 updated, 1 unchanged, 1 row with errors. New category: Formula Vee.',
    results: { processed: success.length + errors.length, success, errors, notes },
  })
}

const choose = async (file = new File(['Number'], 'entry-list.xlsx')) => {
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Spreadsheet'), { target: { files: [file] } })
  return dialog
}

describe('uploading cars from a spreadsheet', () => {
  test('previews each row, uploads, and reports until dismissed', async () => {
    server.answers.push(reply(), reply())
    openSetup('?tab=cars', state)
    await click('Upload spreadsheet')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('link', { name: 'Download the template' }).getAttribute('href')).toBe(
      '/api/admin/upload-cars/template',
    )
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Upload' }).disabled).toBe(true)
    await choose()
    expect(await within(dialog).findByText(/New category: Formula Vee/)).toBeTruthy()
    expect(server.sent[0]?.path).toBe('/api/admin/upload-cars?weekendId=1&preview=true')
    expect(within(dialog).getByText('#07 Jürgen Weiß')).toBeTruthy()
    expect(within(dialog).getByText('“4O” is not a number of 1 to 3 digits.')).toBeTruthy()
    expect(within(dialog).getByText('Unchanged')).toBeTruthy()
    expect(within(within(dialog).getByRole('list', { name: 'Notes' })).getByText(/left out: B35/)).toBeTruthy()
    const started = Date.now()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Upload 1 row' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.sent[1]?.path).toBe('/api/admin/upload-cars?weekendId=1')
    const report = (await screen.findByRole('heading', { name: 'Upload Complete' })).closest('section')
    expect(report?.textContent).toContain('entry-list.xlsx · Cars')
    const times = [started, Date.now()].map((at) => formatDayTime(at, weekend))
    expect(times.some((time) => report?.textContent?.includes(time))).toBe(true)
    expect(report?.textContent).toContain('1 row skipped')
    expect(within(report ?? document.body).getByText('2 rows written')).toBeTruthy()
    await click('Dismiss')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Upload Complete' })).toBeNull())
  })

  test('disables the upload when nothing would change', async () => {
    server.answers.push(reply({ success: [writtenRow(2, { action: 'unchanged' })], errors: [] }))
    openSetup('?tab=cars', state)
    await click('Upload spreadsheet')
    const dialog = await choose()
    expect(await within(dialog).findByText('1 row without errors')).toBeTruthy()
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Upload' }).disabled).toBe(true)
  })

  test("shows the server's error and allows another file", async () => {
    const message = 'The file unpacks to more than 50 MB.'
    server.rejections.push({ status: 400, code: 'SHEET_REFUSED', message })
    openSetup('?tab=cars', state)
    await click('Upload spreadsheet')
    const dialog = await choose()
    expect(await screen.findByText('Upload failed')).toBeTruthy()
    expect(within(dialog).getByRole('alert').textContent).toBe(message)
    server.answers.push(reply())
    await choose(new File(['Number'], 'again.xlsx'))
    expect(await within(dialog).findByRole('button', { name: 'Upload 1 row' })).toBeTruthy()
    expect(within(dialog).queryByRole('alert')).toBeNull()
  })

  test('does not send a file that is too large', async () => {
    openSetup('?tab=cars', state)
    await click('Upload spreadsheet')
    const file = new File(['x'], 'huge.xlsx')
    Object.defineProperty(file, 'size', { value: 5 * 1024 * 1024 + 1 })
    const dialog = await choose(file)
    expect((await within(dialog).findByRole('alert')).textContent).toBe('The file is larger than 5 MB.')
    expect(server.sent).toEqual([])
  })
})

test('downloads the skipped rows as a workbook', async () => {
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download)
  })
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} })
  server.answers.push(reply(), reply(), {})
  openSetup('?tab=cars', state)
  await click('Upload spreadsheet')
  await choose()
  await click('Upload 1 row')
  await click('Errors as .xlsx')
  await waitFor(() => expect(downloads).toEqual(['entry-list-errors.xlsx']))
  expect(server.sent.at(-1)).toMatchObject({ path: '/api/admin/upload-cars/errors', body: { errors: [errorRow(3)] } })
})

describe('segments of an upload', () => {
  test('orders segments as in the file, and shares segments in a long one', () => {
    const { results } = reply()
    expect(rowSegments(results)).toEqual({ segments: ['green', 'red', 'past'], rowsEach: 1 })
    const long = reply({
      success: Array.from({ length: 119 }, (_, row) => writtenRow(row + 2)),
      errors: [errorRow(200), errorRow(200, { column: 'Driver' })],
    })
    const { segments, rowsEach } = rowSegments(long.results)
    expect([rowsEach, segments.length, segments.at(-1)]).toEqual([2, 60, 'red'])
  })
})
