import type { UntippedCategory } from '@purple-sector/contracts/tipping/untipped'
import { groupReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dialogServer, MAIN, renderDialog } from '../../../../test/render-dialog.tsx'
import { UntippedDialog } from './untipped-dialog.tsx'

const server = dialogServer()
const PATH = '/api/groups/7/untipped/1'
const member = (username: string) => ({ userId: username, username, firstName: null })
const supercars: UntippedCategory = {
  categoryId: 1,
  category: MAIN,
  deadline: '2096-11-24T03:58:00.000Z',
  members: [member('ann'), { userId: 'bob', username: null, firstName: 'Bob' }],
}
const super2: UntippedCategory = { categoryId: 3, category: 'Dunlop Super2 Series', deadline: null, members: [] }
const reply = (categories: readonly UntippedCategory[], nudgedAt?: string): Response =>
  new Response(JSON.stringify(categories), { headers: nudgedAt === undefined ? {} : { 'x-nudged-at': nudgedAt } })

const open = async (overrides = {}) => {
  renderDialog(<UntippedDialog group={groupReply({ id: 7, isAdmin: true, ...overrides })} onClose={() => {}} />)
  return screen.findByRole('dialog', { name: 'Who hasn’t tipped' })
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const confirm = async () => {
  await press('Send a nudge')
  const question = await screen.findByRole('dialog', { name: 'Send a nudge?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Send a nudge' }))
}

test('lists by open category the members without a tip, and when it closes', async () => {
  server.replies = { [PATH]: reply([supercars, super2]) }
  await open()
  const main = within(await screen.findByRole('region', { name: MAIN }))
  expect(main.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['ann', 'Bob'])
  expect(main.getByText('2').textContent).toBe('2 not tipped')
  expect(main.getByText(/^Closes Sat 24 Nov, 2:28 pm ACDT$/)).toBeTruthy()
  const support = within(screen.getByRole('region', { name: 'Dunlop Super2 Series' }))
  expect(support.getByText('All in')).toBeTruthy()
  expect(support.getByText('Open')).toBeTruthy()
})

test('renders a large group page by page', async () => {
  const members = Array.from({ length: 100 }, (_, index) => member(`fan_${index}`))
  server.replies = { [PATH]: reply([{ ...supercars, members }]) }
  await open()
  expect(await screen.findByText('fan_59')).toBeTruthy()
  expect(screen.queryByText('fan_60')).toBeNull()
  await press('Show 40 more members')
  expect(screen.getByText('fan_99')).toBeTruthy()
})

test('sends a nudge after a confirmation, and then shows it as sent', async () => {
  server.replies = { [PATH]: reply([supercars]), [`POST ${PATH}/nudge`]: { count: 2 } }
  await open()
  await press('Send a nudge')
  await screen.findByRole('dialog', { name: 'Send a nudge?' })
  await press('Cancel')
  expect(server.sent).toEqual([])
  server.replies[PATH] = reply([supercars], new Date().toISOString())
  await press('Send a nudge')
  const question = within(await screen.findByRole('dialog', { name: 'Send a nudge?' }))
  fireEvent.click(question.getByRole('button', { name: 'Send a nudge' }))
  expect(await screen.findByText('2 members notified.')).toBeTruthy()
  expect(server.sent).toEqual([{ method: 'POST', path: `${PATH}/nudge`, body: {} }])
  expect(await screen.findByText(/^Nudge sent \d{1,2}:\d\d [ap]m$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a nudge' })).toBeNull()
})

test('says why no member was notified', async () => {
  server.replies = { [PATH]: reply([supercars]), [`POST ${PATH}/nudge`]: { count: 0 } }
  await open()
  await confirm()
  expect(await screen.findByText('No nudge sent')).toBeTruthy()
  expect(screen.getByText('Members without a tip have nudges switched off, or have tipped by now.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Send a nudge' })).toBeTruthy()
})

test('shows a nudge that was sent elsewhere as sent', async () => {
  const refused = Response.json(
    { code: 'ALREADY_NUDGED', message: 'Your group has already been nudged.', requestId: 'r' },
    { status: 409 },
  )
  server.replies = { [PATH]: reply([supercars]), [`POST ${PATH}/nudge`]: refused }
  await open()
  await screen.findByRole('region', { name: MAIN })
  server.replies[PATH] = reply([supercars], new Date().toISOString())
  await confirm()
  expect(await screen.findByText(/^Nudge sent/)).toBeTruthy()
  expect(screen.queryByText('Couldn’t send the nudge')).toBeNull()
})

test('says why a nudge could not be sent, and offers it again', async () => {
  server.replies = { [PATH]: reply([supercars]), [`POST ${PATH}/nudge`]: 503 }
  await open()
  await confirm()
  expect(await screen.findByText('Couldn’t send the nudge')).toBeTruthy()
  expect(screen.getByText('The service is busy.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Send a nudge' })).toBeTruthy()
})

test('says that all have tipped, and offers no nudge', async () => {
  server.replies = { [PATH]: reply([super2]) }
  await open()
  expect(await screen.findByText('Everyone’s in.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a nudge' })).toBeNull()
})

test('says that no category is open', async () => {
  server.replies = { [PATH]: reply([]) }
  await open()
  expect(await screen.findByText('Nothing to tip right now')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a nudge' })).toBeNull()
})

test('says that the list is loading', async () => {
  await open()
  expect(await screen.findByText('Loading members...')).toBeTruthy()
})

test('offers to load the list again after an error', async () => {
  server.replies = { [PATH]: 503 }
  await open()
  expect(await screen.findByText('Couldn’t load who hasn’t tipped')).toBeTruthy()
  server.replies[PATH] = reply([supercars])
  await press('Try Again')
  expect(await screen.findByText('ann')).toBeTruthy()
})

test('shows each round of a season group that is not completed', async () => {
  server.replies = {
    '/api/weekends': [
      weekendReply({ id: 1, name: 'Sandown 500', startDate: '2026-09-12' }),
      weekendReply({ id: 2, name: 'Bathurst 1000', startDate: '2026-10-08', status: 'inactive' }),
    ],
    [PATH]: reply([supercars]),
    '/api/groups/7/untipped/2': reply([super2]),
  }
  await open({ weekends: [1, 2].map((weekendId) => ({ weekendId, selectedRaceIds: [] })) })
  await screen.findByText('ann')
  fireEvent.change(await screen.findByRole('combobox', { name: 'Weekend' }), { target: { value: '2' } })
  await waitFor(() => expect(screen.getByText('Everyone’s in.')).toBeTruthy())
})

test('waits with a season group for its next round', async () => {
  renderDialog(<UntippedDialog group={groupReply({ id: 7, weekendId: null, weekends: [] })} onClose={() => {}} />)
  expect(await screen.findByText('Waiting for the next round')).toBeTruthy()
})
