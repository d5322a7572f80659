import type { Page } from '@playwright/test'
import type { Timing, TimingEntry } from '@purple-sector/contracts/admin/live-timing'
import type { PotentialPoints, ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'

/**
 * Number, driver where they are not entered, change, gap, interval, last and best lap, sectors and their colours,
 * stops.
 */
type Line = [number, string | null, number, number, number, number, number, [number, number, number], string, number]

/** The race of the screenshots: 12 of 24 cars, and one that is out. */
const LINES: Line[] = [
  [31, null, 1, 0, 0, 80_384.1, 80_384.1, [26_118, 31_402, 22_864], 'gpg', 1],
  [7, null, -1, 842, 842, 80_512, 80_441.7, [26_094, 31_561, 22_857], 'pyg', 1],
  [18, null, 0, 2310, 1468, 80_700.2, 80_612, [26_240, 31_600, 22_860], 'yyy', 1],
  [54, null, 2, 4007, 1697, 80_651.1, 80_651.1, [26_201, 31_598, 22_852], 'ggp', 1],
  [22, null, 0, 6655, 2648, 80_903.1, 80_880.4, [26_322, 31_711, 22_870], 'yyy', 1],
  [4, null, -2, 7120, 465, 81_331.7, 80_994, [26_530, 31_894, 22_908], 'yyy', 1],
  [97, null, 3, 11_030, 3910, 80_881.6, 80_881.6, [26_288, 31_702, 22_892], 'ggy', 1],
  [11, null, 0, 14_771, 3741, 81_220.4, 81_102.9, [26_441, 31_850, 22_929], 'yyy', 1],
  [63, null, 0, 15_238, 467, 81_174.9, 81_086.6, [26_402, 31_861, 22_912], 'yyg', 1],
  [27, 'Mia Falkner', -3, 31_904, 16_666, 108_026, 80_971.4, [26_344, 31_803, 0], 'yyy', 2],
  [2, null, 1, 33_118, 1214, 81_663, 81_440.2, [26_610, 32_001, 23_052], 'yyy', 1],
  [14, 'Jonah Reyes', 0, 35_770, 2652, 81_551.8, 81_397, [26_571, 31_940, 23_041], 'yyy', 1],
]
const COLOURS = { p: 'purple', g: 'green', y: 'yellow' } as const
const colourOf = (letter: string | undefined) =>
  letter === 'p' || letter === 'g' || letter === 'y' ? COLOURS[letter] : null

const entryOf = (line: Line, index: number, cars: readonly Car[]): TimingEntry => {
  const [number, driver, change, gapMs, intervalMs, lastLapMs, bestLapMs, sectorsMs, letters, pitStops] = line
  const inPit = number === 27
  return {
    carNumber: number,
    plate: String(number),
    carId: cars.find((car) => car.number === number)?.id ?? null,
    driver,
    position: index + 1,
    place: index + 1,
    change,
    laps: 23,
    lastLapMs,
    lastLap: lastLapMs === bestLapMs ? 'green' : 'yellow',
    bestLapMs,
    isFastest: index === 0,
    gapMs: index === 0 ? null : gapMs,
    gapLaps: null,
    intervalMs: index === 0 ? null : intervalMs,
    intervalLaps: null,
    sectorsMs: inPit ? [sectorsMs[0], sectorsMs[1], null] : sectorsMs,
    sectors: [colourOf(letters[0]), colourOf(letters[1]), inPit ? null : colourOf(letters[2])],
    inPit,
    pitStops,
    status: inPit ? 'pit' : 'running',
  }
}

const OUT: Line = [40, null, 0, 0, 0, 82_001, 81_901.2, [0, 0, 0], 'yyy', 1]

const timingOf = (race: Race, cars: readonly Car[]): Timing => {
  const at = new Date().toISOString()
  const otherLines = Array.from({ length: 11 }, (_, index): Line => {
    const gap = 38_000 + index * 1_900
    return [100 + index, `Guest ${index + 1}`, 0, gap, 1_900, 81_900, 81_700, [26_700, 32_100, 23_100], 'yyy', 1]
  })
  const out: TimingEntry = { ...entryOf(OUT, 23, cars), place: null, laps: 14, status: 'out' }
  return {
    raceId: race.id,
    weekendId: race.weekendId,
    generation: 1,
    sequence: 23,
    at,
    capturedAt: at,
    startedAt: new Date(Date.now() - 31 * 60_000).toISOString(),
    flag: 'green',
    lap: 23,
    totalLaps: 39,
    remainingMs: 2_468_400,
    message: 'Clear after sector 2, lap 21',
    hasEnded: false,
    entries: [...[...LINES, ...otherLines].map((line, index) => entryOf(line, index, cars)), out],
  }
}

const potentialPointsOf = (cars: readonly Car[]): PotentialPoints[] => {
  const idOf = (carNumber: number) => cars.find(({ number }) => number === carNumber)?.id ?? 0
  return [
    { groupId: null, groupName: null, carId: idOf(7), pays: { first: 50, second: 25, third: 15 } },
    { groupId: 901, groupName: 'Office Grid', carId: idOf(31), pays: { first: 60, second: 30, third: 10 } },
    { groupId: 902, groupName: 'Apex Predators', carId: idOf(18), pays: null },
  ]
}

const GAINS = [50, 25, 25, 15, 25, 25, 15, 0]
const CHANGES = [3, 0, 0, -3, 1, 3, -2, 1]

/**
 * Simulates a running race of the weekend on this page alone: the product's own race stays as it is for the other
 * screens. Answers the page's requests about it, and sends its frames.
 */
export const simulateRace = async (page: Page): Promise<void> => {
  // The page itself fetches: what it is answered may come from a recording.
  const fetchJson = <T>(path: string): Promise<T> => page.evaluate(async (url) => (await fetch(url)).json(), path)
  const weekends = await fetchJson<Weekend[]>('/api/weekends')
  const weekendId = weekends.find(({ name }) => name === 'Southern Cross 500')?.id
  const races = await fetchJson<Race[]>(`/api/weekends/${weekendId}/races`)
  const race = races.find(({ name, category }) => name === 'Race 2' && /Repco/.test(category))
  if (!race) throw new Error('There is no Race 2 on this stage')
  const cars = await fetchJson<Car[]>(`/api/cars/${race.id}`)
  await page.route(/\/api\/weekends\/\d+\/races$/, async (route) => {
    await route.fulfill({
      json: races.map((candidate) => (candidate === race ? { ...race, status: 'running', locked: true } : candidate)),
    })
  })
  await page.route(/\/api\/live-timing\/races\/\d+$/, (route) => route.fulfill({ json: timingOf(race, cars) }))
  await page.route(/\/api\/tips\/stakes\//, (route) => route.fulfill({ json: potentialPointsOf(cars) }))
  await page.route(/leaderboard\?projected=true/, async (route) => {
    const official = route.request().url().replace('projected=true&', '')
    const { board, total } = await page.evaluate(async (url) => {
      const reply = await fetch(url)
      const rows: ProvisionalEntry[] = await reply.json()
      return { board: rows, total: reply.headers.get('x-total-count') ?? '0' }
    }, official)
    const json = board.map((entry, index) => ({
      ...entry,
      gain: GAINS[index % GAINS.length] ?? 0,
      positionChange: CHANGES[index % CHANGES.length] ?? 0,
    }))
    const headers = { 'x-projected': `${race.id}:23`, 'x-total-count': total }
    await route.fulfill({ json, headers })
  })
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      // The product itself knows no running session.
      if (String(message).includes('"projected_leaderboard"')) return
      socket.send(message)
      if (String(message).includes('"subscribed"'))
        socket.send(JSON.stringify({ type: 'timing_update', epoch: 'picture', data: timingOf(race, cars) }))
    })
  })
  await page.reload()
  await page.getByRole('table', { name: 'Timing tower' }).waitFor()
  await page.getByRole('list', { name: 'Board as it stands' }).waitFor()
}
