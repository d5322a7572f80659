import { MantineProvider } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { raceReply } from '@purple-sector/testing/replies'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { theme } from '../../../ui/theme/theme.ts'
import { lockedCategoriesKey, type PublicPicks, usePicks } from '../api/picks-query.ts'
import { OPEN_COMPETITION } from '../api/tip-card-state.ts'
import { CarPicks, SecretPicks } from './car-picks.tsx'

const AT = Date.parse('2026-11-21T04:00:00.000Z')
const DEADLINE = '2026-11-21T03:58:00.000Z'
const car = (carId: number, driver: string, count: number) => ({
  carId,
  number: carId,
  plate: String(carId),
  driver,
  count,
  percent: count * 10,
})
const publicPicks: PublicPicks = {
  categoryId: 1,
  category: 'Repco Supercars Championship',
  open: false,
  tips: 10,
  cars: [car(7, 'Jed Harrowell', 5), car(31, 'Tomas Kinnear', 2), car(4, 'Hamish Orr', 2), car(18, 'Mitch D', 1)],
  yours: 18,
}

const secret = (raceId: number, deadline: string | null) => ({
  categoryId: 1,
  category: publicPicks.category,
  open: true,
  waitsFor: { raceId, name: 'Race 2', deadline },
})

const cardOf = (race: Race) => ({
  categoryId: race.categoryId,
  category: race.category,
  counting: [race],
  tip: undefined,
  competition: OPEN_COMPETITION,
})

let requests: string[] = []
let replies: object[] = []
beforeEach(() => {
  requests = []
  replies = [publicPicks]
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return Response.json([replies.length > 1 ? replies.shift() : replies[0]])
  })
})
afterEach(() => vi.unstubAllGlobals())

const Displayed = ({ race, now }: { race: Race | undefined; now: number }) => {
  const picks = usePicks({ weekendId: 1, groupId: null }, race ? [cardOf(race)] : [], now)
  const picksOfCategory = picks.get(1)
  return <p>{picksOfCategory?.open ? `waits for ${picksOfCategory.waitsFor}` : (picksOfCategory?.tips ?? 'nothing')}</p>
}

const renderPicks = (race: Race | undefined, now: number) => {
  const client = createQueryClient()
  const screenOf = (displayed: Race | undefined, at: number) => (
    <QueryClientProvider client={client}>
      <Displayed race={displayed} now={at} />
    </QueryClientProvider>
  )
  const { rerender } = render(screenOf(race, now))
  return (displayed: Race, at: number) => rerender(screenOf(displayed, at))
}

describe('the picks of all fans', () => {
  test('fetches picks once, and only after the category has locked', async () => {
    const race = raceReply({ deadline: DEADLINE })
    const renderAgain = renderPicks(race, AT - 600_000)
    renderAgain(race, AT - 300_000)
    expect(requests).toEqual([])
    renderAgain(race, AT)
    expect(await screen.findByText('10')).toBeTruthy()
    renderAgain(race, AT + 60_000)
    expect(requests).toEqual(['/api/weekends/1/picks'])
  })

  test('fetches picks at once when the races of a locked category load late', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(30)
    const race = raceReply({ deadline: DEADLINE })
    const renderAgain = renderPicks(undefined, AT)
    renderAgain(race, AT)
    expect(await screen.findByText('10')).toBeTruthy()
    vi.restoreAllMocks()
  })

  test('hides picks while the category is reopened and refetches them when it locks again', async () => {
    const renderAgain = renderPicks(raceReply({ locked: true }), AT)
    expect(await screen.findByText('10')).toBeTruthy()
    renderAgain(raceReply({ deadline: DEADLINE }), AT - 600_000)
    expect(screen.getByText('nothing')).toBeTruthy()
    replies = [{ ...publicPicks, tips: 12 }]
    renderAgain(raceReply({ deadline: DEADLINE }), AT)
    expect(await screen.findByText('12')).toBeTruthy()
    expect(requests).toHaveLength(2)
  })

  test('refetches picks when tipping has not closed the category yet', async () => {
    const race = raceReply({ deadline: DEADLINE })
    replies = [secret(race.id, DEADLINE), publicPicks]
    renderPicks(race, AT)
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(screen.getByText('nothing')).toBeTruthy()
    expect(await screen.findByText('10')).toBeTruthy()
  })

  test('names a race that must lock first although it does not count, and shows picks when it locks', async () => {
    const inHalfASecond = () => new Date(Date.now() + 500).toISOString()
    replies = [secret(2_000, inHalfASecond()), secret(2_000, inHalfASecond()), publicPicks]
    renderPicks(raceReply({ deadline: DEADLINE }), AT)
    expect(await screen.findByText('waits for Race 2')).toBeTruthy()
    expect(await screen.findByText('10')).toBeTruthy()
    expect(requests).toHaveLength(3)
  })

  test('keys picks by locked categories and their deadlines', () => {
    const openCard = cardOf(raceReply({ deadline: '2026-11-21T08:00:00.000Z' }))
    expect(lockedCategoriesKey([openCard], AT)).toBe('')
    expect(lockedCategoriesKey([cardOf(raceReply({ deadline: DEADLINE })), openCard], AT)).toBe(`1 ${DEADLINE}`)
  })
})

describe('the pick distribution', () => {
  const renderDistribution = (picks: PublicPicks) =>
    render(
      <MantineProvider theme={theme}>
        <CarPicks picks={picks} title="How all fans picked" />
      </MantineProvider>,
    )

  test('shows the first cars and the own one, and the others on request', () => {
    renderDistribution({ ...publicPicks, cars: [...publicPicks.cars, car(9, 'Finn M', 0), car(3, 'Beau R', 0)] })
    const list = within(screen.getByRole('region', { name: 'How all fans picked' }))
    expect(list.getByText('10 tips')).toBeTruthy()
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      '7Jed Harrowell5 tips, 50%',
      '31Tomas Kinnear2 tips, 20%',
      '4Hamish Orr2 tips, 20%',
      '18Mitch DYOUR TIP1 tip, 10%',
    ])
    fireEvent.click(list.getByRole('button', { name: 'Show 2 more cars' }))
    expect(list.getAllByRole('listitem')).toHaveLength(6)
    fireEvent.click(list.getByRole('button', { name: 'Show fewer cars' }))
    expect(list.getAllByRole('listitem')).toHaveLength(4)
  })

  test('does not collapse a single car', () => {
    renderDistribution({ ...publicPicks, cars: [...publicPicks.cars, car(9, 'Finn M', 0)] })
    expect(screen.getAllByRole('listitem')).toHaveLength(5)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('replaces the distribution by the name of the awaited race', () => {
    render(
      <MantineProvider theme={theme}>
        <SecretPicks title="How the group picked" waitsFor="Race 2" />
      </MantineProvider>,
    )
    expect(screen.getByText(/How the group picked shows once Race 2 has locked/)).toBeTruthy()
  })

  test('shows an empty state without tips', () => {
    renderDistribution({ ...publicPicks, tips: 0, cars: [], yours: null })
    expect(screen.getByText('No one tipped this category.')).toBeTruthy()
  })
})
