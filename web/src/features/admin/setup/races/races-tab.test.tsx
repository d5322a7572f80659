import { raceReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { receiveFrame } from '../../../../../test/receive-frame.ts'
import { click, openSetup, setupServer } from '../../../../../test/render-setup.tsx'

const weekend = weekendReply({ id: 1 })
const race = raceReply({ id: 5, scheduledStart: '2026-11-21T22:45:00.000Z' })
const qualifying = raceReply({
  id: 6,
  name: 'Qualifying',
  sessionType: 'qualifying',
  status: 'completed',
  locked: true,
})
const state = { weekends: [weekend], races: [race, qualifying] }
const server = setupServer(state)

const SUPERCARS = 'Repco Supercars Championship'
const form = async (name: string) => screen.findByRole('region', { name })

describe('the races of a weekend', () => {
  test("shows time in the weekend's zone and available actions", async () => {
    openSetup('?tab=races', state)
    const group = await screen.findByRole('region', { name: SUPERCARS })
    expect(within(group).getByText('Sun 9:15 am')).toBeTruthy()
    expect(screen.getByText('2 sessions of Southern Cross 500, times in Australia/Adelaide.')).toBeTruthy()
    const results = within(group).getByRole('link', { name: `Results of Qualifying, ${SUPERCARS}` })
    expect(results.getAttribute('href')).toBe('/admin?tab=results&race=6')
    const ahead = within(group).getByRole('link', { name: `Results of Race 1, ${SUPERCARS}` })
    expect(ahead.getAttribute('href')).toBe('/admin?tab=results&race=5')
  })

  test('shows cancelled and finished races as other screens do', async () => {
    const cancelled = raceReply({ id: 7, status: 'completed', resultRevision: 1, resultStatus: 'cancelled' })
    const forgotten = raceReply({ id: 8, scheduledStart: '2001-11-21T22:45:00.000Z' })
    const races = [cancelled, forgotten]
    server.serve({ weekends: [weekend], races })
    openSetup('?tab=races', { weekends: [weekend], races })
    expect(await screen.findByText('Cancelled')).toBeTruthy()
    expect(screen.getByText('Finished')).toBeTruthy()
  })

  test('shows an empty state without races', async () => {
    server.serve({ weekends: [weekend] })
    openSetup('?tab=races', { weekends: [weekend] })
    expect(await screen.findByText('No races found')).toBeTruthy()
  })

  test("creates a race from a name and a category, with the category's points after one click", async () => {
    server.answers.push(raceReply({ id: 7, name: 'Top Ten Shootout' }))
    openSetup('?tab=races', state)
    await click('Create Session')
    const panel = await form('Create Session')
    const send = within(panel).getByRole<HTMLButtonElement>('button', { name: 'Create Session' })
    expect(send.disabled).toBe(true)
    fireEvent.change(within(panel).getByLabelText('Name'), { target: { value: 'Top Ten Shootout' } })
    const supercars = await within(panel).findByRole<HTMLOptionElement>('option', { name: SUPERCARS })
    fireEvent.change(within(panel).getByLabelText('Category'), { target: { value: supercars.value } })
    expect(within(panel).getByLabelText<HTMLInputElement>('1st').value).toBe('25')
    fireEvent.click(within(panel).getByRole('button', { name: 'Use the category’s 50 / 25 / 15' }))
    expect(within(panel).getByLabelText<HTMLInputElement>('1st').value).toBe('50')
    fireEvent.click(send)
    expect(await screen.findByText('Session created')).toBeTruthy()
    expect(server.sent[0]?.body).toMatchObject({
      name: 'Top Ten Shootout',
      category: 1,
      pointsAwarded: null,
      sessionType: 'qualifying',
    })
  })

  test('keeps category and points of a race that locks during editing, and shows why', async () => {
    const client = openSetup('?tab=races', state)
    await click(`Edit Race 1, ${SUPERCARS}`)
    const panel = await form('Edit race')
    fireEvent.change(within(panel).getByLabelText('1st'), { target: { value: '99' } })
    fireEvent.change(within(panel).getByLabelText('Name'), { target: { value: 'Race One' } })
    receiveFrame(client, { type: 'race_status', data: { ...race, locked: true }, epoch: 'e' })
    expect(await within(panel).findByText(/tips are locked/)).toBeTruthy()
    expect(within(panel).getByLabelText<HTMLSelectElement>('Category').disabled).toBe(true)
    server.answers.push(race)
    fireEvent.click(within(panel).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Race updated')).toBeTruthy()
    expect(server.sent[0]?.body).toEqual({ name: 'Race One' })
  })

  test("shows the server's error beside its field", async () => {
    const issues = [
      { path: 'scheduledTime', message: 'Scheduled time must lie in the years 1900 to 2999' },
      { path: 'distance', message: 'Distance must be at most 100 characters' },
    ]
    server.rejections.push({ status: 400, code: 'BAD_REQUEST', message: 'Two fields are wrong.', issues })
    openSetup('?tab=races', state)
    await click('Create Session')
    const panel = await form('Create Session')
    fireEvent.change(within(panel).getByLabelText('Name'), { target: { value: 'Top Ten Shootout' } })
    await within(panel).findByRole('option', { name: SUPERCARS })
    fireEvent.change(within(panel).getByLabelText('Category'), { target: { value: '1' } })
    fireEvent.click(within(panel).getByRole('button', { name: 'Create Session' }))
    for (const { message } of issues) expect(await within(panel).findByText(message)).toBeTruthy()
    expect(within(panel).getByLabelText('Starts').getAttribute('aria-invalid')).toBe('true')
  })

  test('saves a race whose image is rejected and keeps its form open for another image', async () => {
    const createdRace = raceReply({ id: 7, name: 'Race 3' })
    server.answers.push(createdRace)
    openSetup('?tab=races', state)
    await click('Create race')
    const panel = await form('Create race')
    fireEvent.change(within(panel).getByLabelText('Name'), { target: { value: createdRace.name } })
    const supercars = await within(panel).findByRole<HTMLOptionElement>('option', { name: SUPERCARS })
    fireEvent.change(within(panel).getByLabelText('Category'), { target: { value: supercars.value } })
    const choose = (where: HTMLElement, name: string) => {
      const files = [new File(['x'], name, { type: 'image/png' })]
      fireEvent.change(within(where).getByLabelText('Category image'), { target: { files } })
    }
    choose(panel, 'cut-off.png')
    const message = 'Image is damaged: it cannot be shown'
    const issues = [{ path: 'image', message }]
    server.rejections.push(undefined, { status: 400, code: 'BAD_REQUEST', message, issues })
    fireEvent.click(within(panel).getByRole('button', { name: 'Create race' }))
    const openForm = await form('Edit race')
    expect(await within(openForm).findByText(message)).toBeTruthy()
    expect(screen.getByText('Failed to upload race category image')).toBeTruthy()
    choose(openForm, 'whole.png')
    expect(within(openForm).queryByText(message)).toBeNull()
    server.answers.push(createdRace)
    fireEvent.click(within(openForm).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Image uploaded')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Edit race' })).toBeNull())
    const upload = '/api/admin/upload-race-image'
    expect(server.sent.map(({ path }) => path)).toEqual(['/api/admin/races', upload, upload])
  })

  test('deletes the last race of a category with its tips only after a confirmation', async () => {
    const message = 'Race 1 is the last session of its category: 12 tips go with it.'
    server.rejections.push({ status: 409, code: 'CONFIRM_NEEDED', message })
    openSetup('?tab=races', state)
    await click(`Delete Race 1, ${SUPERCARS}`)
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete race' }))
    expect(await within(dialog).findByText(message)).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete race and tips' }))
    expect(await screen.findByText('Race deleted')).toBeTruthy()
    expect(server.sent.map(({ path }) => path)).toEqual(['/api/admin/races/5', '/api/admin/races/5?confirm=true'])
  })

  test('rejects deleting a session with a result, naming its kind', async () => {
    server.rejections.push({ status: 409, code: 'HAS_RESULT', message: 'Withdraw the result first.' })
    openSetup('?tab=races', state)
    await click(`Delete Qualifying, ${SUPERCARS}`)
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete session' }))
    expect(await screen.findByText('Failed to delete session')).toBeTruthy()
    expect(screen.getByText('Withdraw the result first.')).toBeTruthy()
  })
})
