import { raceReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  entryReply,
  openTab,
  order,
  quiet,
  sourceReply,
  timingReply,
  timingServer,
} from '../../../../../test/render-live-timing-setup.tsx'

const server = timingServer()
const click = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const races = [
  raceReply(),
  raceReply({ id: 2, name: 'Race 2' }),
  raceReply({ id: 3, name: 'Race 0', status: 'completed' }),
]
const NAME = 'Race 1, Repco Supercars Championship'

test('sets a source for a session that is not over', async () => {
  server.serve({ races })
  openTab()
  await click('Choose source')
  const dialog = within(await screen.findByRole('dialog'))
  const session = dialog.getByLabelText<HTMLSelectElement>('Session')
  expect([...session.options].map(({ text }) => text)).toEqual([
    'Choose a session',
    NAME,
    'Race 2, Repco Supercars Championship',
  ])
  fireEvent.click(dialog.getByRole('radio', { name: 'Natsoft' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Set source' }))
  expect((await dialog.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    'Choose the session it delivers',
    'Enter an address',
  ])
  fireEvent.change(session, { target: { value: '2' } })
  fireEvent.change(dialog.getByLabelText('Address'), { target: { value: ' tcp://timing.example:8889 ' } })
  expect(dialog.getByText('Race 2 has no start time yet. The source connects once it has one.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: 'Connect now' }))
  fireEvent.click(dialog.getByRole('switch', { name: 'Publish the provisional result automatically' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Set source' }))
  expect(await screen.findByText('Source set')).toBeTruthy()
  expect(server.sent).toEqual([
    {
      call: 'PUT /api/live-timing/races/2/source',
      body: {
        kind: 'natsoft',
        url: 'tcp://timing.example:8889',
        startAutomatically: false,
        publishAutomatically: true,
      },
    },
  ])
  expect(await screen.findByText('Connecting')).toBeTruthy()
})

test("shows the server's error beside a rejected address", async () => {
  const message = 'leads to a private address'
  server.serve({ sources: [sourceReply({ kind: 'ndjson', url: 'https://timing.example' })] })
  server.rejections.push({ status: 400, code: 'VALIDATION', message: 'Refused', issues: [{ path: 'url', message }] })
  openTab()
  await click(`Change source of ${NAME}`)
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Address'), { target: { value: 'http://10.0.0.1' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Change source' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(await screen.findByText('Failed to set source')).toBeTruthy()
})

test('shows state, error, counts and automatic actions of each source', async () => {
  server.serve({
    races,
    sources: [
      sourceReply({ publishAutomatically: true }),
      sourceReply({
        ...{ raceId: 2, kind: 'natsoft', url: 'tcp://t:1', lastSnapshotAt: null },
        ...{ state: 'failing', error: 'Connection refused.' },
      }),
    ],
  })
  openTab()
  const rows = within(await screen.findByRole('list', { name: 'Sources' })).getAllByRole('listitem')
  expect(rows[0]?.textContent).toMatch(
    /^Race 1, .*Receiving.*Push\. Receiving snapshots\..*312 snapshots received, 2 skipped · publishes automatically/,
  )
  expect(rows[1]?.textContent).toMatch(/^Race 2, .*Failing.*Natsoft, tcp:\/\/t:1\. .*Connection refused\./)
  // The edge of the watched row is green only while its source is received.
  expect(rows.map((row) => row.dataset.watched)).toEqual(['receiving', undefined])
  await click('Watch Race 2, Repco Supercars Championship')
  await waitFor(() => expect(rows.map((row) => row.dataset.watched)).toEqual([undefined, 'failing']))
})

test('removes a source after a confirmation', async () => {
  server.serve({ sources: [sourceReply()] })
  openTab()
  await click(`Remove source of ${NAME}`)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/No more timing for Race 1/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Remove source' }))
  expect(await screen.findByText('Source removed')).toBeTruthy()
  expect(server.sent.map(({ call }) => call)).toEqual(['DELETE /api/live-timing/races/1/source'])
  expect(await screen.findByText('No source is set up')).toBeTruthy()
})

test('shows the feed with flag, lap and first rows, and the push endpoint of a push source', async () => {
  const entries = Array.from({ length: 12 }, (_, index) => entryReply(index + 1))
  server.serve({
    sources: [sourceReply()],
    feed: { timing: timingReply({ flag: 'safety-car', message: 'Car 3 off at turn 4', entries }) },
  })
  openTab()
  const table = await screen.findByRole('table', { name: 'What the source says' })
  expect(within(table).getAllByRole('row')).toHaveLength(9)
  expect(within(table).getAllByRole('row')[2]?.textContent).toBe('22Driver 223+2.4081:20.4417')
  expect(screen.getByText('Safety car')).toBeTruthy()
  expect(screen.getByText('Lap 23 of 39')).toBeTruthy()
  expect(screen.getByText('Car 3 off at turn 4')).toBeTruthy()
  expect(screen.getByText(/\/api\/live-timing\/races\/1\/snapshots$/)).toBeTruthy()
  await click('Show all 12 cars')
  expect(within(table).getAllByRole('row')).toHaveLength(13)
})

test('watches another session by its row', async () => {
  server.serve({ races, sources: [sourceReply(), sourceReply({ raceId: 2, kind: 'natsoft', lastSnapshotAt: null })] })
  openTab()
  const of = async () => (await screen.findByRole('heading', { name: 'Incoming timing' })).parentElement?.textContent
  expect(await of()).toContain('Race 1')
  await click('Watch Race 2, Repco Supercars Championship')
  await waitFor(async () => expect(await of()).toContain('Race 2'))
})

test("selects which of the source's sessions is the race", async () => {
  const sessions = [
    { code: 'R3', description: 'Super2 Series - Race 1', isPicked: false },
    { code: 'R4', description: 'Supercars - Race 1', isPicked: false },
  ]
  server.serve({ sources: [sourceReply({ kind: 'natsoft', url: 'tcp://t:1', sessions })] })
  openTab()
  fireEvent.change(await screen.findByLabelText('Session of the source'), { target: { value: 'R4' } })
  await click('Use this session')
  expect(await screen.findByText('Session picked')).toBeTruthy()
  expect(server.sent).toEqual([{ call: 'PUT /api/live-timing/races/1/source/session', body: { code: 'R4' } }])
})

test('assigns an unknown car to an entered one that the source does not name', async () => {
  const unknown = [
    { number: '61', driver: 'Lou Brandt', position: 4, carId: null },
    { number: '62', driver: null, position: 5, carId: null },
  ]
  server.serve({ sources: [sourceReply()], feed: { timing: timingReply(), unknown } })
  openTab()
  const match = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Which car is 61?' })
  await waitFor(() => expect([...match.options].map(({ text }) => text)).toEqual(['None of our cars', '4 Driver 4']))
  fireEvent.change(match, { target: { value: '4' } })
  expect(await screen.findByText('Cars matched')).toBeTruthy()
  expect(server.sent).toEqual([
    {
      call: 'PUT /api/live-timing/races/1/cars',
      body: {
        matches: [
          { number: '61', carId: 4 },
          { number: '62', carId: null },
        ],
      },
    },
  ])
})

test('publishes the order with one click once the session has ended', async () => {
  const unmatched = [{ line: 4, number: '61', driver: '' }]
  server.serve({
    status: quiet,
    sources: [sourceReply()],
    feed: { timing: timingReply({ flag: 'chequered', hasEnded: true }) },
    parsedImport: { ...order, unmatched },
  })
  openTab()
  const podium = await screen.findByRole('list', { name: 'Podium' })
  const steps = () => within(podium).getAllByRole('listitem')
  await waitFor(() =>
    expect(steps().map(({ textContent }) => textContent)).toEqual(['12Driver 2', '21Driver 1', '33Driver 3']),
  )
  expect(screen.getByText('Not entered and left out: car 61.')).toBeTruthy()
  await click('Publish provisional result')
  expect(await screen.findByText('Result published')).toBeTruthy()
  expect(server.sent).toEqual([
    {
      call: 'PUT /api/admin/races/1/results',
      body: { status: 'provisional', reason: null, classification: order.classification, baseRevision: 0 },
    },
  ])
})

test('offers no order for a session that has a result', async () => {
  server.serve({
    races: [raceReply({ status: 'completed', resultRevision: 1 })],
    sources: [sourceReply()],
    feed: { timing: timingReply({ flag: 'chequered', hasEnded: true }) },
  })
  openTab()
  expect(await screen.findByText('Chequered')).toBeTruthy()
  expect(screen.queryByText('From flag to result')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Change source/ })).toBeNull()
})

test.each([
  ['/api/live-timing/sources', 'Couldn’t load the sources'],
  ['/feed', 'Couldn’t load the incoming timing'],
  ['/api/admin/races', 'Couldn’t load the sessions'],
  ['/results/timing', 'Couldn’t load the order'],
])('shows an error when %s fails to load', async (path, title) => {
  server.serve({
    sources: [sourceReply()],
    feed: { timing: timingReply({ flag: 'chequered', hasEnded: true }) },
    broken: [path],
  })
  openTab()
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})
