import {
  chancesReply,
  ownRound,
  ownSeasonReply,
  seasonEntry,
  seasonReply,
  weekendReply,
} from '@purple-sector/testing/replies'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { openRace, openSeasonScreen, SEASON, seasonServer, WEEKENDS } from '../../../../test/render-season.tsx'
import { toasts } from '../../../ui/toasts/toast-store.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { SeasonPage } from './season-page.tsx'

const server = seasonServer()

const ROUNDS = [
  ownRound(1, { points: 60, seasonPoints: 60, counted: true, position: 12 }),
  ownRound(2, { points: 20, seasonPoints: 20, missed: true, dropped: true, position: 5 }),
  ownRound(3, { points: 40, seasonPoints: 80, counted: true, joker: true, position: 3 }),
  ownRound(4, { multiplier: 2 }),
]
const OWN = ownSeasonReply({
  position: 2,
  totalPoints: 140,
  jokersLeft: 0,
  maxReachable: 340,
  canWin: true,
  weekends: ROUNDS,
})
const ROWS = [
  seasonEntry('mae', { position: 1, totalPoints: 152 }),
  seasonEntry('me', { position: 2, totalPoints: 140 }),
  seasonEntry('bo', { position: 3, totalPoints: 90 }),
]
const FULL = { own: OWN, rows: ROWS, chances: chancesReply({ maxReachable: 340, canWin: true }) }

const ActiveName = () => <p data-testid="active">{useActiveWeekend().weekend?.name}</p>

const open = (address?: string) => openSeasonScreen(<SeasonPage />, address)
const roundOf = async (name: RegExp) =>
  within(await screen.findByRole('list', { name: 'Round by round' }))
    .getByText(name)
    .closest('li')

describe('the season page', () => {
  test('shows the standing, the gap to the next fan and the rounds left', async () => {
    server.serve(FULL)
    open()
    const panel = await screen.findByRole('region', { name: 'Your Season' })
    await waitFor(() => expect(panel.textContent).toContain('to mae'))
    for (const text of ['Position2', 'of 3 fans', 'Points140', 'Gap to next−12', 'Rounds left2'])
      expect(panel.textContent).toContain(text)
    expect(screen.getByText(/2026 Championship.*best 3 count, 1 joker, nothing for a missed weekend/)).toBeTruthy()
  })

  test('shows a leader how far ahead they are', async () => {
    server.serve({ ...FULL, own: { ...OWN, position: 1, totalPoints: 160 }, rows: [ROWS[1]!, ROWS[0]!, ROWS[2]!] })
    open()
    const panel = await screen.findByRole('region', { name: 'Your Season' })
    await waitFor(() => expect(panel.textContent).toContain('Lead+8ahead of mae'))
  })

  test('says of each round what counts, what is dropped and why', async () => {
    server.serve(FULL)
    open()
    expect((await roundOf(/Saltbush/))?.textContent).toMatch(/R1Saltbush 36060 points, 12th60.*Counts/)
    expect((await roundOf(/Red Dust/))?.textContent).toMatch(
      /20 points, no tip, no points\. Only your best 3 count\.20.*Dropped/,
    )
    expect((await roundOf(/Ironbark/))?.textContent).toMatch(/Joker40 points × 2 \(joker\), 3rd80.*Counts/)
    expect((await roundOf(/Southern Cross/))?.textContent).toMatch(/× 220–22 Nov 2099–.*Tip now/)
  })

  test.each([
    ['Cancelled', { void: true }],
    ['Before you joined', { beforeJoining: true }],
    ['Missed', { missed: true, counted: true, points: 20, seasonPoints: 20 }],
  ])('marks a round as %s', async (label, round) => {
    server.serve({ ...FULL, own: { ...OWN, weekends: [ownRound(1, round)] } })
    open()
    expect((await roundOf(/Saltbush/))?.textContent).toContain(label)
  })

  test('says of a missed round what it is given, not where its board of a group ranks it', async () => {
    const missed = { missed: true, counted: true, points: 20, seasonPoints: 20, position: 3 }
    server.serve({ ...FULL, own: { ...OWN, weekends: [ownRound(1, missed)] } })
    open()
    const text = (await roundOf(/Saltbush/))?.textContent
    expect(text).toContain('20 points, no tip, no points')
    expect(text).not.toContain('3rd')
  })

  test('leads from a round that takes tips to tipping, and makes its weekend the one of all pages', async () => {
    server.serve({ ...FULL, races: [openRace(3, { locked: true })] })
    openSeasonScreen(
      <>
        <SeasonPage />
        <ActiveName />
      </>,
    )
    const link = await screen.findByRole('link', { name: /^Tip now/ })
    expect(link.getAttribute('aria-label')).toBe('Tip now in Southern Cross 500')
    expect(link.getAttribute('href')).toBe('/tipping')
    expect(screen.getByTestId('active').textContent).toBe('Ironbark 400')
    fireEvent.click(link)
    expect(screen.getByTestId('active').textContent).toBe('Southern Cross 500')
    sessionStorage.clear()
  })

  test('leads to no tipping in a round that is not announced', async () => {
    const weekends = WEEKENDS.map((weekend) => ({ ...weekend, isActive: false }))
    server.serve({ ...FULL, weekends })
    openSeasonScreen(<SeasonPage />, '/season', weekends)
    expect((await roundOf(/Southern Cross/))?.textContent).toContain('to come')
    expect(screen.queryByRole('link', { name: /^Tip now/ })).toBeNull()
  })

  test('lists the calendar by date with the time to each round', async () => {
    server.serve({ ...FULL, weekends: WEEKENDS })
    open()
    const calendar = await screen.findByRole('list', { name: 'Calendar' })
    const texts = within(calendar)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(texts[0]).toMatch(/Saltbush 360.*Completed/)
    expect(texts[2]).toMatch(/Ironbark 400.*Live/)
    expect(texts[3]).toMatch(/Southern Cross 500.*in \d+ days/)
  })

  test('counts down to the next round, not to one that still awaits its results', async () => {
    const over = { status: 'inactive', startDate: '2026-01-10', endDate: '2026-01-11' }
    const weekends = WEEKENDS.map((weekend) => (weekend.id === 1 ? { ...weekend, ...over } : weekend))
    server.serve({ ...FULL, weekends })
    openSeasonScreen(<SeasonPage />, '/season', weekends)
    const calendar = within(await screen.findByRole('list', { name: 'Calendar' }))
    const badge = 'mantine-Badge-label'
    expect((await calendar.findByText('awaiting results')).className).not.toContain(badge)
    expect(calendar.getByText(/^in \d+ days$/).className).toContain(badge)
  })

  test('offers other seasons, and shows the one in the URL', async () => {
    const before = seasonReply({
      id: 2,
      name: '2025 Championship',
      year: 2025,
      status: 'completed',
      weekends: SEASON.weekends,
    })
    server.serve({ ...FULL, seasons: [SEASON, before] })
    open('/season?season=2')
    expect(await screen.findByText(/2025 Championship.*all rounds count/)).toBeTruthy()
    fireEvent.change(screen.getByRole('combobox', { name: 'Season' }), { target: { value: '1' } })
    expect(await screen.findByText(/2026 Championship.*best 3 count/)).toBeTruthy()
  })

  test('shows the current season where none is active', async () => {
    const upcoming = { ...SEASON, id: 5, name: '2027 Championship', status: 'upcoming' as const }
    server.serve({ ...FULL, seasons: [upcoming], current: upcoming })
    open()
    expect(await screen.findByText(/2027 Championship/)).toBeTruthy()
  })

  test('invites a fan who takes no part', async () => {
    server.serve({})
    open()
    expect(await screen.findByText('You’re not in this season yet')).toBeTruthy()
    expect(screen.getByText('Submit a sector tip in any round and you’re in.')).toBeTruthy()
  })

  test('takes over the own place of a frame', async () => {
    server.serve(FULL)
    const client = open()
    const panel = await screen.findByRole('region', { name: 'Your Season' })
    await waitFor(() => expect(panel.textContent).toContain('Position2'))
    const data = { seasonId: 1, groupId: null, version: 9, position: 1, shared: true, totalPoints: 200 }
    act(() =>
      receiveFrame(client, {
        type: 'my_season',
        data: { ...data, positionChange: 1, canWin: true, clinched: true },
        epoch: 'e',
      }),
    )
    await waitFor(() => expect(panel.textContent).toMatch(/Position=1.*Points200/))
  })
})

describe('the season page without data', () => {
  test('is empty once the season on screen is deleted', async () => {
    server.serve(FULL)
    const client = open()
    await screen.findByRole('region', { name: 'Your Season' })
    await waitFor(() => expect(client.getQueryData(['/api/weekends'])).toHaveLength(4))
    server.serve({ seasons: [] })
    const unchanged = { deleted: false, racesChanged: false, carsChanged: false }
    for (const weekend of WEEKENDS)
      act(() =>
        receiveFrame(client, {
          type: 'weekend_updated',
          data: { weekend: { ...weekend, seasonId: null, round: null }, ...unchanged },
          epoch: 'e',
        }),
      )
    expect(await screen.findByText('No season yet')).toBeTruthy()
  })

  test('is empty without a season', async () => {
    server.serve({ seasons: [] })
    open()
    expect(await screen.findByText('No season yet')).toBeTruthy()
  })

  test('is empty while the season has no rounds', async () => {
    server.serve({ seasons: [seasonReply({ status: 'active' })] })
    open()
    expect(await screen.findByText('No rounds yet')).toBeTruthy()
  })

  test('treats NO_SEASON as no season, in case the last one has just been deleted', async () => {
    server.serve({ seasons: [seasonReply({ status: 'completed' })] })
    open()
    expect(await screen.findByText('No season yet')).toBeTruthy()
  })

  test('says that the seasons could not be loaded, and retries', async () => {
    server.serve({ ...FULL, broken: /^\/api\/seasons$/ })
    open()
    expect(await screen.findByText('Couldn’t load the season')).toBeTruthy()
    server.serve(FULL)
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('region', { name: 'Your Season' })).toBeTruthy()
  })

  test('shows the calendar although the own season could not be loaded', async () => {
    server.serve({ ...FULL, broken: /\/me$/ })
    open()
    expect(await screen.findByText('Couldn’t load your season')).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Calendar' })).toBeTruthy()
  })
})

describe('Can I still win?', () => {
  const chancesPanel = () => screen.findByRole('region', { name: 'Can I Still Win?' })

  test.each([
    ['can win', { canWin: true, maxReachable: 340 }, /You can still win.*You can reach 340 points/],
    ['has clinched', { canWin: true, clinched: true, maxReachable: 340 }, /Clinched.*No one can catch you/],
    ['is out of reach', { maxReachable: 140 }, /Out of reach.*140 points is the most you can reach/],
    [
      'has one race left',
      {
        canWin: true,
        maxReachable: 340,
        podiums: { total: 15_600, win: 600, top3: 2_400 },
        sentences: ['You win if #88 wins and #97 is not on the podium.'],
      },
      /You win if #88 wins.*600 of 15,600 possible podiums win.*2,400 put you in the top 3/,
    ],
  ])('says that a fan %s', async (_, chances, text) => {
    server.serve({ ...FULL, chances: chancesReply(chances) })
    open()
    const panel = await chancesPanel()
    await waitFor(() => expect(panel.textContent).toMatch(text))
  })

  test('says when every podium brings a place in the top 3', async () => {
    const podiums = { total: 15_600, win: 480, top3: 15_600 }
    server.serve({ ...FULL, chances: chancesReply({ canWin: true, maxReachable: 340, podiums }) })
    open()
    const panel = await chancesPanel()
    await waitFor(() => expect(panel.textContent).toContain('win the season for you, all put you in the top 3.'))
  })

  test.each([
    [{ position: 1 }, /^Final ResultSeason wonCongratulations!$/],
    [{ position: 1, shared: true }, /Congratulations! You share first place\./],
    [{ position: 1, totalPoints: 0 }, /Finished 1stThe season is over\./],
    [{ position: 2 }, /Finished 2ndThe season is over\./],
  ])('gives way to the final result of a completed season: %o', async (own, text) => {
    server.serve({ ...FULL, seasons: [{ ...SEASON, status: 'completed' }], own: { ...OWN, ...own } })
    open('/season?season=1')
    const panel = await screen.findByRole('region', { name: 'Final Result' })
    expect(panel.textContent).toMatch(text)
  })

  test('says which jokers its points include', async () => {
    const without = { ...OWN, weekends: ROUNDS.map((round) => ({ ...round, joker: false })) }
    server.serve({ ...FULL, own: { ...without, jokersLeft: 1 } })
    open()
    const panel = await chancesPanel()
    await waitFor(() => expect(panel.textContent).toContain('from here, with your joker where it counts most.'))
    // It is locked in the round on now, and the season ends with one more.
    cleanup()
    server.serve({ ...FULL, own: { ...without, jokersLeft: 2 }, races: [openRace(3, { locked: true })] })
    open()
    await waitFor(async () => expect((await chancesPanel()).textContent).toContain('from here, with your joker where'))
  })

  test('does not say twice how many podiums win', async () => {
    const podiums = { total: 15_600, win: 480, top3: 2_400 }
    const sentences = ['You win with 480 of 15,600 possible podiums.']
    server.serve({ ...FULL, chances: chancesReply({ canWin: true, maxReachable: 340, podiums, sentences }) })
    open()
    const panel = await chancesPanel()
    await waitFor(() => expect(panel.textContent).toMatch(/15,600 possible podiums\..*2,400 put you in the top 3/))
    expect(panel.textContent).not.toContain('win the season for you')
  })

  test('counts the rounds that are still to be scheduled', async () => {
    const chances = chancesReply({ canWin: true })
    server.serve({ ...FULL, own: { ...OWN, maxReachable: null }, chances, races: [openRace(3)] })
    open()
    const panel = await chancesPanel()
    await waitFor(() => expect(panel.textContent).toContain('1 round still to be scheduled.'))
  })

  test('says that the chances could not be loaded', async () => {
    server.serve({ ...FULL, broken: /\/chances$/ })
    open()
    expect(await screen.findByText('Couldn’t work out your chances')).toBeTruthy()
  })
})

describe('the joker', () => {
  const WITHOUT = { ...OWN, jokersLeft: 1, weekends: ROUNDS.map((round) => ({ ...round, joker: false })) }
  const played = (weekendId: number) => ({
    ...OWN,
    jokersLeft: 0,
    weekends: WITHOUT.weekends.map((round) => ({ ...round, joker: round.weekendId === weekendId })),
  })
  const choose = async (round: string) => {
    const field = await screen.findByLabelText('Round')
    fireEvent.change(field, { target: { value: round } })
  }
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

  test('is played in a round that is open', async () => {
    server.serve({ ...FULL, own: WITHOUT, races: [openRace(3, { locked: true })] })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Play a joker' }))
    const options = within(await screen.findByLabelText('Round')).getAllByRole('option')
    // The round on now has a locked race.
    expect(options.map(({ textContent }) => textContent)).toEqual(['Choose a round', 'R4 × 2 · Southern Cross 500'])
    await choose('4')
    expect(screen.getByLabelText('Round').getAttribute('aria-describedby')).toBe(
      screen.getByText('20–22 Nov 2099, counts × 2').id,
    )
    server.season.own = played(4)
    press('Play joker')
    await waitFor(() => expect(toasts.current()).toMatchObject({ title: 'Joker played', text: 'Southern Cross 500' }))
    expect(server.sent).toEqual([{ method: 'PUT', path: '/api/seasons/1/joker', body: { weekendId: 4 } }])
    expect(await screen.findByText('0 of 1 joker left')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Take back the joker from Southern Cross 500' })).toBeTruthy()
  })

  test('asks for the round', async () => {
    server.serve({ ...FULL, own: WITHOUT })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Play a joker' }))
    await screen.findByLabelText('Round')
    press('Play joker')
    expect(await screen.findByText('Choose a round', { selector: 'p' })).toBeTruthy()
    expect(server.sent).toEqual([])
  })

  test.each([
    ['JOKER_LOCKED', 'Southern Cross 500 has started. Jokers for it are locked.'],
    ['NO_JOKER_LEFT', 'You have played all your jokers.'],
  ])('says why it is refused: %s', async (code, message) => {
    server.serve({ ...FULL, own: WITHOUT })
    server.rejections.push({ status: 409, code, message })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Play a joker' }))
    await choose('4')
    press('Play joker')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  test('is moved to another round', async () => {
    server.serve({ ...FULL, own: played(4) })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Move the joker from Southern Cross 500' }))
    await choose('3')
    server.season.own = played(3)
    press('Move joker')
    await waitFor(() => expect(server.sent).toHaveLength(1))
    expect(server.sent[0]).toMatchObject({ body: { weekendId: 3, insteadOf: 4 } })
    expect(await screen.findByRole('button', { name: 'Take back the joker from Ironbark 400' })).toBeTruthy()
  })

  test('is taken back after a question', async () => {
    server.serve({ ...FULL, own: played(4) })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Take back the joker from Southern Cross 500' }))
    expect(await screen.findByText('Take back your joker?')).toBeTruthy()
    server.season.own = WITHOUT
    press('Take back joker')
    await waitFor(() => expect(toasts.current()).toMatchObject({ title: 'Joker taken back' }))
    expect(server.sent).toMatchObject([{ method: 'DELETE', path: '/api/seasons/1/joker?weekendId=4' }])
    expect(await screen.findByText('1 of 1 joker left')).toBeTruthy()
  })

  test('says why it cannot be taken back', async () => {
    server.serve({ ...FULL, own: played(4) })
    server.rejections.push({ status: 409, code: 'JOKER_LOCKED', message: 'It is locked.' })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Take back the joker from Southern Cross 500' }))
    await screen.findByText('Take back your joker?')
    press('Take back joker')
    await waitFor(() =>
      expect(toasts.current()).toMatchObject({ title: 'Failed to take your joker back', text: 'It is locked.' }),
    )
  })

  test('is locked once a race of its round is', async () => {
    server.serve({ ...FULL, own: played(3), races: [openRace(3, { locked: true })] })
    open()
    expect(await screen.findByText('Locked')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /joker from Ironbark/ })).toBeNull()
    expect(screen.getByText('You have no jokers left to play.')).toBeTruthy()
  })

  test('has no panel in a season without jokers', async () => {
    server.serve({ ...FULL, seasons: [{ ...SEASON, jokers: 0 }] })
    open()
    await screen.findByRole('region', { name: 'Can I Still Win?' })
    expect(screen.queryByRole('region', { name: /Joker/ })).toBeNull()
  })
})

test('offers the season’s picture and its calendar', async () => {
  server.serve({ own: OWN })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Quick Share' }))
  const select = await screen.findByLabelText<HTMLSelectElement>('What to share')
  expect(select.value).toBe('season_position')
  expect(screen.getByText('The season in your calendar')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe(
    `webcal://${window.location.host}/api/open/seasons/1/calendar.ics`,
  )
})

test('offers neither before a round is announced or run', async () => {
  const weekends = [weekendReply({ id: 4, isActive: false, status: 'inactive', seasonId: 1, round: 1 })]
  server.serve({ weekends, own: ownSeasonReply() })
  openSeasonScreen(<SeasonPage />, '/season', weekends)
  expect(await screen.findByRole('list', { name: 'Calendar' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Quick Share' })).toBeNull()
})

test('leads to the standings of the season on screen, also of a past one', async () => {
  const past = seasonReply({ id: 2, name: '2025 Championship', status: 'completed', weekends: SEASON.weekends })
  server.serve({ ...FULL, seasons: [SEASON, past] })
  open('/season?season=2')
  const link = await screen.findByRole('link', { name: /Season standings/ })
  expect(link.getAttribute('href')).toBe('/leaderboard?view=season&season=2')
})
