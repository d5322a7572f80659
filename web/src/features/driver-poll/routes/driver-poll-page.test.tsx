import type { PollResult, Vote } from '@purple-sector/contracts/engagement/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { carReply, categoryReply, raceReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createTestServer, type Rejection, rejectionReply } from '../../../../test/create-test-server.ts'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { DriverPollPage } from './driver-poll-page.tsx'

const supercars = raceReply({ id: 1 })
const super2 = raceReply({ id: 2, category: 'Dunlop Super2 Series' })
const { categoryId: SUPERCARS } = supercars
const cars = {
  1: [
    carReply({ id: 7, plate: '7', driver: 'Jed Harrowell', team: 'Brightline Racing' }),
    carReply({ id: 31, plate: '31', driver: 'Tomas Kinnear' }),
  ],
  2: [
    carReply({ id: 9, plate: '9', driver: 'Finn Marchetti', category: super2.category, categoryId: super2.categoryId }),
  ],
}
const vote = (driverName: string): Vote => ({
  weekendId: 1,
  driverName,
  categoryId: SUPERCARS,
  category: supercars.category,
  votedAt: '2026-11-21T03:44:00.000Z',
})
const result = (driverName: string, votes: number, percentage: number, race = supercars): PollResult => ({
  categoryId: race.categoryId,
  category: race.category,
  driverName,
  votes,
  percentage,
})
const RESULTS = [
  result('Tomas Kinnear', 3, 60),
  result('Jed Harrowell', 1, 20),
  result('Finn Marchetti', 1, 20, super2),
]

type ServerState = { ownVote: Vote | null; results: PollResult[]; broken?: RegExp; rejection?: Rejection | 'offline' }

/** A fake poll service, as a browser sees it. */
const pollServer = (state: ServerState) => {
  const sent: unknown[] = []
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (state.broken?.test(path))
      return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
    if (init.method === 'POST') {
      sent.push(JSON.parse(String(init.body)))
      if (state.rejection === 'offline') throw new TypeError('Failed to fetch')
      if (state.rejection) return rejectionReply(state.rejection)
      state.ownVote = vote(JSON.parse(String(init.body)).driverName)
      return Response.json(state.ownVote)
    }
    const total = state.results.reduce((sum, { votes }) => sum + votes, 0)
    const replies: Record<string, unknown> = {
      '/api/categories': [categoryReply(), categoryReply({ id: super2.categoryId, name: super2.category, order: 3 })],
      '/api/weekends/1/races': [supercars, super2],
      '/api/cars/1': cars[1],
      '/api/cars/2': cars[2],
      '/api/driver-poll/1/user': state.ownVote,
      '/api/driver-poll/1/results': state.results,
      '/api/driver-poll/1/stats': { totalVotes: total, uniqueVoters: total, categoriesVoted: 2 },
    }
    return Response.json(path in replies ? replies[path] : [])
  }
  return { fetch, sent }
}
const EMPTY: ServerState = { ownVote: null, results: [] }
const server = createTestServer(pollServer, EMPTY)

const openPoll = (tab = 'vote', weekends: object[] = [weekendReply()]) =>
  openPage(<DriverPollPage />, `/driver-poll?tab=${tab}`, userReply(), weekends)
const submit = () => screen.getAllByRole('button', { name: 'Submit vote' })[0]!
const radio = (name: RegExp) => screen.findByRole('radio', { name })

describe('the driver poll vote', () => {
  test('submits the selected driver and confirms', async () => {
    server.serve({ ownVote: null, results: [] })
    openPoll()
    await screen.findByText('You haven’t voted yet.')
    await radio(/Tomas Kinnear/)
    expect(submit().matches(':disabled')).toBe(true)
    fireEvent.click(await radio(/Tomas Kinnear/))
    // A double click must vote once.
    for (const detail of [1, 2]) fireEvent.click(submit(), { detail })
    await screen.findByText('Vote Submitted')
    expect(server.sent).toEqual([{ weekendId: 1, driverName: 'Tomas Kinnear', category: SUPERCARS }])
    await screen.findByText('Sat 2:14 pm')
    expect(screen.getByRole('radio', { name: /Tomas Kinnear\s*YOUR VOTE/ }).matches(':checked')).toBe(false)
  })

  test('changes a vote or leaves it unchanged', async () => {
    server.serve({ ownVote: vote('Jed Harrowell'), results: [] })
    openPoll()
    fireEvent.click(await radio(/Tomas Kinnear/))
    screen.getByText(/instead of Jed Harrowell/)
    const cancel = screen.getByRole('button', { name: 'Cancel' })
    cancel.focus()
    fireEvent.click(cancel)
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]))
    screen.getByText('Pick another driver to change your vote.')
    expect(server.sent).toEqual([])
  })

  test('accepts a vote for a driver of any category', async () => {
    openPoll()
    fireEvent.change(await screen.findByLabelText('Category'), { target: { value: String(super2.categoryId) } })
    await radio(/Finn Marchetti/)
    expect(screen.queryByRole('radio', { name: /Tomas Kinnear/ })).toBeNull()
  })

  test.each<[string, ServerState['rejection'], string]>([
    ['is refused', { status: 409, code: 'POLL_CLOSED', message: 'The poll is closed.' }, 'The poll is closed.'],
    ['does not reach the server', 'offline', 'You’re offline. Your vote wasn’t saved.'],
  ])('shows an error when %s', async (_, rejection, detail) => {
    server.serve({ ownVote: null, results: [], ...(rejection && { rejection }) })
    openPoll()
    fireEvent.click(await radio(/Tomas Kinnear/))
    fireEvent.click(submit())
    await screen.findByText('Failed to submit vote. Please try again.')
    screen.getByText(detail)
    expect((await radio(/Tomas Kinnear/)).matches(':checked')).toBe(true)
  })

  test('closes the poll once the weekend is completed', async () => {
    server.serve({ ownVote: vote('Jed Harrowell'), results: RESULTS })
    openPoll('vote', [weekendReply({ status: 'completed' })])
    await screen.findByText('The weekend is over, so the poll is closed.')
    expect((await radio(/Jed Harrowell/)).matches(':disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Submit vote' })).toBeNull()
  })

  test('disables voting while the poll fails to load', async () => {
    server.serve({ ownVote: null, results: [], broken: /user/ })
    openPoll()
    await screen.findByText('Couldn’t load the poll')
    expect(screen.queryByText('You haven’t voted yet.')).toBeNull()
  })
})

describe('the driver poll results', () => {
  test('lists results by category with shares of all votes and marks the own vote', async () => {
    server.serve({ ownVote: vote('Jed Harrowell'), results: RESULTS })
    openPoll('results')
    const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    await waitFor(() => expect(rows()).toHaveLength(6))
    const main = within(screen.getByRole('main')).getAllByRole('listitem')
    await waitFor(() =>
      expect(main.slice(-3).map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(/^131Tomas Kinnear.*3 votes60%$/),
        expect.stringMatching(/^27Jed HarrowellYOUR VOTEBrightline Racing.*1 vote20%$/),
        expect.stringMatching(/^19Finn Marchetti1 vote$/),
      ]),
    )
  })

  test.each([
    [['Tomas Kinnear', 'Jed Harrowell'], 'Tomas Kinnear and Jed Harrowell'],
    [['Tomas Kinnear', 'Jed Harrowell', 'Ada Finch'], '3 drivers'],
  ])('names all leaders of a category, %s', async (names, leaders) => {
    const share = Math.round(1_000 / names.length) / 10
    server.serve({ ownVote: null, results: names.map((name) => result(name, 2, share)) })
    openPoll('statistics')
    await screen.findByText(`100% · led by ${leaders}`)
  })

  test('shows an empty state without votes', async () => {
    openPoll('results')
    await screen.findByText('No Votes Yet')
    expect(screen.getAllByRole('link', { name: 'Vote' })).toHaveLength(2)
  })

  test('retries results that failed to load', async () => {
    server.serve({ ownVote: null, results: RESULTS, broken: /results/ })
    openPoll('results')
    await screen.findByText('Couldn’t load the results')
    server.serve({ ownVote: null, results: RESULTS })
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('Finn Marchetti')
  })

  test('updates results from frames', async () => {
    server.serve({ ownVote: null, results: RESULTS })
    const client = openPoll('statistics')
    await screen.findByText('80% · led by Tomas Kinnear')
    const data = {
      weekendId: 1,
      results: [result('Jed Harrowell', 9, 100)],
      stats: { totalVotes: 9, uniqueVoters: 9, categoriesVoted: 1 },
    }
    act(() => receiveFrame(client, { type: 'poll_update', data, epoch: 'e' } as ServerFrame))
    await screen.findByText('100% · led by Jed Harrowell')
    expect(screen.getByText('Total votes').parentElement?.textContent).toBe('Total votes9')
  })
})

test('shows a message without an active weekend', async () => {
  openPoll('vote', [])
  await screen.findByText('No Active Race Weekend')
})
