import { raceReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { click, openSetup, setupServer } from '../../../../../test/render-setup.tsx'

const ironbark = weekendReply({ id: 1, name: 'Ironbark 400' })
const cross = weekendReply({ id: 2, name: 'Southern Cross 500', status: 'live' })
const contents = { races: 16, cars: 131, tips: 9482, racers: 1206, groups: null, messages: null }
const state = { weekends: [ironbark, cross], races: [raceReply({ id: 5, weekendId: 1 })], contents }
const server = setupServer(state)

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('stores the tab in the URL', async () => {
  openSetup('?tab=cars', state)
  expect(await screen.findByRole('heading', { name: 'Cars' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Weekends' }))
  expect(await screen.findByRole('heading', { name: 'Weekends' })).toBeTruthy()
})

describe('the weekends of Setup', () => {
  test('lists weekends latest first and marks the live one', async () => {
    openSetup('', state)
    const list = await screen.findByRole('list', { name: 'Weekends' })
    const rows = within(list).getAllByRole('listitem')
    expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['Southern Cross 500', 'Ironbark 400'])
    expect(screen.getByText(/Deactivate Southern Cross 500 to activate another/)).toBeTruthy()
  })

  test('says of a weekend that is not live whether it is announced', async () => {
    const notLive = { status: 'inactive' as const }
    const announced = weekendReply({ id: 3, name: 'Sandown 500', ...notLive, isActive: true })
    state.weekends.push(announced, weekendReply({ id: 4, name: 'Winton 300', ...notLive, isActive: false }))
    onTestFinished(() => void state.weekends.splice(2))
    openSetup('', state)
    const list = await screen.findByRole('list', { name: 'Weekends' })
    const textOf = (name: string) => within(list).getByRole('link', { name }).closest('li')?.textContent
    expect(textOf('Sandown 500')).toContain('Announced')
    expect(textOf('Winton 300')).toContain('Inactive')
  })

  test("shows the server's error for a second live weekend", async () => {
    server.rejections.push({ status: 409, code: 'ANOTHER_WEEKEND_LIVE', message: 'Southern Cross 500 is live.' })
    openSetup('', state)
    await click('Activate Ironbark 400')
    expect(await screen.findByText('Failed to update weekend')).toBeTruthy()
    expect(screen.getByText('Southern Cross 500 is live.')).toBeTruthy()
    expect(server.sent[0]).toMatchObject({ method: 'PATCH', body: { isActive: true, status: 'live' } })
  })

  test('shows the error of a second live weekend beside the status field as well', async () => {
    server.rejections.push({ status: 409, code: 'ANOTHER_WEEKEND_LIVE', message: 'Southern Cross 500 is live.' })
    openSetup('', state)
    await click('Edit Ironbark 400')
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Status'), { target: { value: 'live' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Southern Cross 500 is live.')
    expect(within(dialog).getByLabelText('Status').getAttribute('aria-invalid')).toBe('true')
  })

  test('makes a weekend neither live nor announced on deactivation', async () => {
    server.answers.push({ ...cross, status: 'inactive', isActive: false })
    openSetup('', state)
    await click('Deactivate Southern Cross 500')
    expect(await screen.findByText('Southern Cross 500 is no longer live')).toBeTruthy()
    expect(server.sent[0]).toMatchObject({ body: { isActive: false, status: 'inactive' } })
  })

  test('creates a weekend once, even when the request is retried after a failure', async () => {
    server.rejections.push({ status: 503, code: 'UNAVAILABLE', message: 'Try again later.' })
    openSetup('', state)
    await click('Create weekend')
    const dialog = await screen.findByRole('dialog')
    const send = within(dialog).getByRole('button', { name: 'Create weekend' })
    fireEvent.click(send)
    expect(within(dialog).getByText('Name is required')).toBeTruthy()
    expect(server.sent).toEqual([])
    type('Name', 'Snowgum Twin 200')
    type('Start date', '2026-07-18')
    fireEvent.click(send)
    expect(await screen.findByText('Failed to create weekend')).toBeTruthy()
    server.answers.push(weekendReply({ id: 3, name: 'Snowgum Twin 200' }))
    fireEvent.click(send)
    expect(await screen.findByText('Weekend created')).toBeTruthy()
    const [first, second] = server.sent
    expect(first).toMatchObject({
      body: { name: 'Snowgum Twin 200', endDate: '2026-07-18', timeZone: 'Australia/Sydney' },
    })
    expect(second?.key).toBe(first?.key)
  })

  test('deletes a weekend only after typing the name, with a list of its contents', async () => {
    openSetup('', state)
    await click('Delete Ironbark 400')
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('9,482')).toBeTruthy()
    expect(within(dialog).queryByText('Groups')).toBeNull()
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete weekend' })
    type('Type the name to delete it', 'Ironbark')
    expect(confirm.disabled).toBe(true)
    type('Type the name to delete it', 'Ironbark 400')
    expect(confirm.disabled).toBe(false)
    fireEvent.click(confirm)
    expect(await screen.findByText('Weekend deleted')).toBeTruthy()
    expect(server.sent[0]).toMatchObject({ method: 'DELETE', path: '/api/admin/weekends/1' })
  })
})

test('shows an error when the weekends fail to load, and retries', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('{"code":"X","message":"The pits are closed.","requestId":"r"}', { status: 503 }),
  )
  openSetup('', state)
  expect(await screen.findByText('Couldn’t load the weekends')).toBeTruthy()
  expect(screen.getByText('The pits are closed.')).toBeTruthy()
  server.serve(state)
  await click('Try Again')
  expect(await screen.findByRole('list', { name: 'Weekends' })).toBeTruthy()
})
