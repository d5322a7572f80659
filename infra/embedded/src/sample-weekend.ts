import { z } from 'zod'
import { type Client, type LocalServices, RejectedCall, signIn } from './client.ts'
import { SAMPLE_WEEKEND } from './sample-weekend-name.ts'
import type { Administrator } from './secrets.ts'

const row = z.object({ id: z.number() })
type Row = z.infer<typeof row>

/** Name until the weekend is complete; one that still has it is incomplete and is created again. */
const UNFINISHED = `${SAMPLE_WEEKEND} (being set up)`

const SUPERCARS = 'Repco Supercars Championship'
const SUPER2 = 'Dunlop Super2 Series'

/** Number, driver, team, manufacturer: all fictitious. */
const GRIDS: Record<string, [number, string, string, string][]> = {
  [SUPERCARS]: [
    [7, 'Elise Kinnear', 'Coldstream Racing', 'Ford'],
    [12, 'Marcus Dray', 'Harbour City Motorsport', 'Chevrolet'],
    [18, 'Toby Vance', 'Southern Cross Autosport', 'Toyota'],
    [23, 'Priya Nandan', 'Coldstream Racing', 'Ford'],
    [34, 'Jack Orrell', 'Redgum Racing', 'Chevrolet'],
    [41, 'Cameron Stead', 'Ironbark Engineering', 'Toyota'],
    [55, 'Lachie Furst', 'Harbour City Motorsport', 'Chevrolet'],
    [88, 'Nadia Rossetti', 'Redgum Racing', 'Ford'],
  ],
  [SUPER2]: [
    [7, 'Ollie Marsh', 'Gully Junior Team', 'Ford'],
    [15, 'Bella Thorne-Hayes', 'Ironbark Academy', 'Chevrolet'],
    [27, 'Sam Petrakis', 'Lakeside Racing', 'Chevrolet'],
    [62, 'Joel Winter', 'Gully Junior Team', 'Ford'],
  ],
}

const FANS = [
  'apex_annie',
  'pitlane_pete',
  'dusty_diff',
  'kerb_hopper',
  'mia_mountain',
  'slipstream',
  'tom_turn2',
  'vee_eight',
]

const TIME_ZONE = 'Australia/Sydney'
/** `YYYY-MM-DD` in the track's time zone. */
const day = (offset: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(Date.now() + offset * 86_400_000)
const inHours = (hours: number): string => {
  const start = new Date(Date.now() + hours * 3_600_000)
  start.setUTCMinutes(Math.ceil(start.getUTCMinutes() / 5) * 5, 0, 0)
  return start.toISOString()
}

const enterGrid = async (admin: Client, weekendId: number, category: string): Promise<Row[]> => {
  const cars: Row[] = []
  for (const [number, driver, team, manufacturer] of GRIDS[category] ?? [])
    cars.push(
      await admin.call(
        {
          service: 'weekends',
          method: 'POST',
          path: `/api/admin/weekends/${weekendId}/drivers`,
          body: { number, driver, team, manufacturer, class: category },
        },
        row,
      ),
    )
  return cars
}

const addRace = (admin: Client, weekendId: number, race: object): Promise<Row> =>
  admin.call(
    {
      service: 'weekends',
      method: 'POST',
      path: '/api/admin/races',
      body: { weekendId, status: 'upcoming', track: 'Wattle Park', distance: 'TBD', ...race },
    },
    row,
  )

type Sample = LocalServices & {
  administrator: Administrator
  /** Password of a fictitious fan: the same at every start, and not guessable. */
  fanPassword(username: string): string
}

/** The account may exist already from an interrupted start. */
const signInFan = async (sample: Sample, username: string): Promise<Client> => {
  const account = { email: `${username}@fans.purple-sector.localhost`, password: sample.fanPassword(username) }
  try {
    return await signIn(sample, '/api/auth/register', { ...account, username })
  } catch (error) {
    if (!(error instanceof RejectedCall && error.status === 409)) throw error
    return signIn(sample, '/api/auth/login', account)
  }
}

const submitTips = async (
  sample: Sample,
  username: string,
  weekendId: number,
  picks: [string, number][],
): Promise<void> => {
  const fan = await signInFan(sample, username)
  for (const [category, carId] of picks)
    await fan.call(
      {
        service: 'tipping',
        method: 'POST',
        path: '/api/tips',
        body: { weekendId, category, carId, tipSource: 'sector' },
      },
      row,
    )
}

/** Returns whether the product has no weekend; deletes an incomplete sample weekend. */
const needsSampleWeekend = async (admin: Client): Promise<boolean> => {
  const namedRow = z.array(row.extend({ name: z.string() }))
  const weekends = await admin.call({ service: 'weekends', method: 'GET', path: '/api/admin/weekends' }, namedRow)
  const unfinished = weekends.filter(({ name }) => name === UNFINISHED)
  for (const { id } of unfinished)
    await admin.callWithoutBody({ service: 'weekends', method: 'DELETE', path: `/api/admin/weekends/${id}` })
  return weekends.length === unfinished.length
}

/**
 * Creates a weekend for new users by the services' public API.
 * It has two categories, fans with tips, a scored qualifying and races ahead; it is active, never live. Returns false,
 * without changes, when a weekend exists. After an interruption at any moment, the next start creates it again.
 */
export const loadSampleWeekend = async (sample: Sample): Promise<boolean> => {
  const admin = await signIn(sample, '/api/auth/login', sample.administrator)
  if (!(await needsSampleWeekend(admin))) return false
  const weekend = await admin.call(
    {
      service: 'weekends',
      method: 'POST',
      path: '/api/admin/weekends',
      body: {
        name: UNFINISHED,
        description: 'A sample weekend with made-up drivers. Tip, then publish a result as the administrator.',
        venue: 'Wattle Park Motor Raceway',
        startDate: day(0),
        endDate: day(2),
        timeZone: TIME_ZONE,
        isActive: true,
      },
    },
    row,
  )
  const supercars = await enterGrid(admin, weekend.id, SUPERCARS)
  const super2 = await enterGrid(admin, weekend.id, SUPER2)
  const points = { pointsAwarded: { first: 25, second: 18, third: 15 } }
  // Without a time, the qualifying stays open for the sample fans until its result closes it.
  const qualifying = await addRace(admin, weekend.id, {
    name: 'Qualifying',
    category: SUPERCARS,
    sessionType: 'qualifying',
    ...points,
  })
  await addRace(admin, weekend.id, {
    name: 'Race 1',
    category: SUPERCARS,
    sessionType: 'race1',
    scheduledTime: inHours(5),
  })
  await addRace(admin, weekend.id, {
    name: 'Race 2',
    category: SUPERCARS,
    sessionType: 'race2',
    scheduledTime: inHours(29),
  })
  await addRace(admin, weekend.id, {
    name: 'Race 1',
    category: SUPER2,
    sessionType: 'race1',
    scheduledTime: inHours(3),
  })
  await addRace(admin, weekend.id, {
    name: 'Race 2',
    category: SUPER2,
    sessionType: 'race2',
    scheduledTime: inHours(27),
  })

  const pick = (cars: Row[], index: number): number => cars[index % cars.length]!.id
  await Promise.all(
    FANS.map((username, index) =>
      submitTips(sample, username, weekend.id, [
        [SUPERCARS, pick(supercars, index * 3)],
        [SUPER2, pick(super2, index)],
      ]),
    ),
  )
  const order = [2, 5, 0, 3, 1, 7, 4, 6].map((index) => pick(supercars, index))
  const classification = order.map((carId, index) => ({
    position: index + 1,
    carId,
    status: 'classified',
    bestLapMs: 80_298 + index * 187,
  }))
  await admin.callWithoutBody({
    service: 'admin',
    method: 'PUT',
    path: `/api/admin/races/${qualifying.id}/results`,
    body: { status: 'official', classification },
  })
  const body = { name: SAMPLE_WEEKEND }
  await admin.callWithoutBody({ service: 'weekends', method: 'PATCH', path: `/api/admin/weekends/${weekend.id}`, body })
  return true
}
