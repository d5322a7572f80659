import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { categoryReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createTestServer, rejectionReply } from '../../../test/create-test-server.ts'
import { receiveFrame } from '../../../test/receive-frame.ts'
import { openPage } from '../../../test/render-page.tsx'
import { HeatMapPage } from './heat-map-page.tsx'

const supercars = categoryReply()
const super2 = categoryReply({ id: 3, name: 'Dunlop Super2 Series', order: 3 })
const entry = (overrides: Partial<HeatMapEntry> = {}): HeatMapEntry => ({
  driverName: 'Tomas Kinnear',
  carId: 31,
  number: 31,
  plate: '31',
  team: 'Southgate Racing',
  categoryId: supercars.id,
  category: supercars.name,
  raceName: 'Race 1',
  sessions: 2,
  performanceScore: '94.2',
  heatMapZone: 'hot',
  status: 'classified',
  position: 1,
  points: 75,
  averageSpeed: 152.4,
  bestLapTime: 80_298.3,
  lapsCompleted: 39,
  ...overrides,
})
const MAP = [
  entry(),
  entry({
    ...{ driverName: 'Finn Marchetti', carId: 9, plate: '9', categoryId: super2.id, category: super2.name },
    ...{ performanceScore: '60.8', heatMapZone: 'warm' as const, position: 3 },
  }),
  entry({
    ...{ driverName: 'Corey Vander', carId: 40, plate: '40', performanceScore: '22.0', heatMapZone: 'cool' as const },
    ...{ status: 'dnf' as const, position: null, averageSpeed: null, bestLapTime: null, lapsCompleted: null },
  }),
]

type ServerState = { map: HeatMapEntry[] | 'broken' }
const FULL: ServerState = { map: MAP }
const server = createTestServer(
  ({ map }: ServerState) => ({
    async fetch(path: string): Promise<Response> {
      if (path === '/api/categories') return Response.json([supercars, super2])
      if (path !== '/api/weekends/1/heat-map') return Response.json([])
      return map === 'broken'
        ? rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
        : Response.json(map)
    },
  }),
  FULL,
)

const openHeatMap = (address = '/heat-map', weekends: object[] = [weekendReply()]) =>
  openPage(<HeatMapPage />, address, userReply(), weekends)
const textOf = (name: string) => screen.getByRole('article', { name }).textContent
const figure = (label: string) => screen.getByText(label).parentElement?.textContent

describe('the heat map', () => {
  test('counts drivers and zones and averages the scores', async () => {
    openHeatMap()
    await screen.findByText('Tomas Kinnear')
    expect(['Total drivers', 'Hot zone', 'Warm zone', 'Average score'].map(figure)).toEqual([
      'Total drivers3',
      'Hot zone1',
      'Warm zone1',
      'Average score59.0',
    ])
    expect(within(screen.getByRole('list', { name: 'Zones' })).getAllByRole('listitem')).toHaveLength(5)
  })

  test('shows a card per driver, by category, with the figures of the latest session', async () => {
    openHeatMap()
    await screen.findByText('Tomas Kinnear')
    expect(textOf('Tomas Kinnear')).toBe('Hot94.231Tomas KinnearP1 · Race 1Best lap1:20.2983Laps39Avg km/h152.4')
    expect(textOf('Corey Vander')).toBe('Cool22.040Corey VanderDNF · Race 1Best lap–Laps–Avg km/h–')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      supercars.name,
      super2.name,
    ])
    screen.getByRole('img', { name: '1 hot, 0 warm, 0 neutral, 1 cool, 0 cold' })
  })

  test('filters by category', async () => {
    openHeatMap()
    fireEvent.change(await screen.findByLabelText('Category'), { target: { value: String(super2.id) } })
    await waitFor(() => expect(screen.queryByText('Tomas Kinnear')).toBeNull())
    expect(figure('Total drivers')).toBe('Total drivers1')
  })

  test('shows an empty state for a category without results', async () => {
    openHeatMap('/heat-map?category=8')
    await screen.findByText('No results in this category yet.')
  })

  test('shows an empty state for a weekend without results', async () => {
    server.serve({ map: [] })
    openHeatMap()
    await screen.findByText('No performance data available for this weekend')
  })

  test('retries after a failed load', async () => {
    server.serve({ map: 'broken' })
    openHeatMap()
    await screen.findByText('Failed to fetch heat map data')
    server.serve({ map: MAP })
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('Tomas Kinnear')
  })

  test('refetches when a frame reports a change', async () => {
    const client = openHeatMap()
    await screen.findByText('Tomas Kinnear')
    server.serve({ map: [entry({ driverName: 'Ellie Strand' })] })
    const data = { weekendId: 1 }
    act(() => receiveFrame(client, { type: 'heat_map_updated', data, epoch: 'e' } as ServerFrame))
    await screen.findByText('Ellie Strand')
  })

  test('shows a message without an active weekend', async () => {
    openHeatMap('/heat-map', [])
    await screen.findByText('No Active Weekend')
  })
})
