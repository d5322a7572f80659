import { setTimeout as delay } from 'node:timers/promises'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { User } from '@purple-sector/contracts/identity/http'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { linkMailedTo } from '@purple-sector/testing/servers/mailbox'
import { ADMINISTRATOR, type ProductProcess } from '../../test/product-process.ts'
import { type Caller, createCaller, type Records } from './caller.ts'
import type { Operation } from './document.ts'

export const PASSWORD = 'the flag is green'
export const CATEGORY = 'Repco Supercars Championship'

/** Timeout for effects of events, on a busy machine. */
const TIMEOUT_MS = 60_000

export type Person = { call: Caller; user: User }

/** A product with a weekend in progress, and the users who call it. */
export type Scene = {
  product: ProductProcess
  operations: readonly Operation[]
  records: Records
  visitor: Caller
  admin: Caller
  ann: Person
  bob: Person
  weekend: Weekend
  /** A completed weekend. */
  pastWeekend: Weekend
  /** Races of CATEGORY: the first has an official result, the second accepts tips. */
  finishedRace: Race
  race: Race
  /** Four cars. */
  cars: readonly Car[]
  /** Ann's group, which Bob has joined. */
  group: Group
  registerUser(): Promise<Person>
  /** Registers a user with a verified mail address. */
  registerVerifiedUser(): Promise<Person>
  /** Waits for the newest mail to an address with a link to this path, and returns that link. */
  findMailedLink(address: string, path: string): Promise<URL>
  /** Creates a client without a session. */
  createVisitor(): Caller
  /** Waits for effects of events. */
  waitUntil<T>(read: () => Promise<T>, isReached: (value: T) => boolean): Promise<T>
}

export const classificationOf = (cars: readonly Car[]) =>
  cars.map(({ id }, index) => ({ carId: id, position: index + 1, status: 'classified', laps: 20 }))

/** Creates the weekend, whose first race is over, and the users. */
export const createScene = async (
  product: ProductProcess,
  operations: readonly Operation[],
  records: Records,
): Promise<Scene> => {
  const createVisitor = () => createCaller({ url: product.url, operations, records })
  let userCount = 0
  const registerUser = async (): Promise<Person> => {
    const call = createVisitor()
    const username = `fan${++userCount}`
    const body = { email: `${username}@example.org`, password: PASSWORD, username }
    return { call, user: await call<User>('POST /api/auth/register', { body }) }
  }
  const waitUntil: Scene['waitUntil'] = async (read, isReached) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    for (let value = await read(); ; value = await read()) {
      if (isReached(value)) return value
      if (timeout.aborted) throw new Error(`Timed out waiting for the effect of an event: ${JSON.stringify(value)}`)
      await delay(25)
    }
  }

  const findMailedLink: Scene['findMailedLink'] = async (address, path) => {
    const read = () => linkMailedTo(product.dataDir, address, path).catch(() => undefined)
    return new URL((await waitUntil(read, (link) => link !== undefined)) ?? '', product.url)
  }
  const registerVerifiedUser = async (): Promise<Person> => {
    const person = await registerUser()
    await person.call('POST /api/auth/verify/send')
    const { searchParams } = await findMailedLink(person.user.email, '/api/auth/verify')
    await person.call('GET /api/auth/verify', { query: { token: searchParams.get('token') ?? '' } })
    return person
  }

  const admin = createVisitor()
  await admin('POST /api/auth/login', { body: ADMINISTRATOR })
  const [ann, bob] = [await registerUser(), await registerUser()]
  await ann.call('GET /api/weekends/current', { status: 404 })
  const today = new Date().toISOString().slice(0, 10)
  const weekend = await admin<Weekend>('POST /api/admin/weekends', {
    body: { name: 'Adelaide Grand Final', venue: 'Adelaide', startDate: today, endDate: today, isActive: true },
  })
  const pastWeekend = await admin<Weekend>('POST /api/admin/weekends', {
    body: { name: 'Gold Coast 500', startDate: today, endDate: today },
  })
  await admin('PATCH /api/admin/weekends/{id}', { params: { id: pastWeekend.id }, body: { status: 'completed' } })
  const addRace = (name: string, sessionType: string) =>
    admin<Race>('POST /api/admin/races', { body: { weekendId: weekend.id, name, category: CATEGORY, sessionType } })
  const finishedRace = await addRace('Qualifying', 'qualifying')
  const race = await addRace('Race 1', 'race1')
  const cars: Car[] = []
  for (const number of [1, 2, 3, 4])
    cars.push(
      await admin<Car>('POST /api/admin/cars', {
        body: { raceId: race.id, number, driver: `Driver ${number}`, team: `Team ${number}` },
      }),
    )
  const group = await ann.call<Group>('POST /api/groups', { body: { name: 'Pit Crew', weekendId: weekend.id } })
  await bob.call('POST /api/groups/join/{inviteCode}', { params: { inviteCode: group.inviteCode } })
  const tip = { weekendId: weekend.id, category: CATEGORY, carId: cars[0]?.id }
  for (const person of [ann, bob]) await person.call('POST /api/tips', { body: tip, status: 201 })
  await admin('PUT /api/admin/races/{id}/results', {
    params: { id: finishedRace.id },
    body: { status: 'official', classification: classificationOf(cars) },
  })
  const scene = {
    product,
    operations,
    records,
    visitor: createVisitor(),
    admin,
    ann,
    bob,
    weekend,
    pastWeekend,
    finishedRace,
    race,
    cars,
    group,
  }
  await waitUntil(
    () => ann.call<Entry[]>('GET /api/weekends/{id}/leaderboard', { params: { id: weekend.id } }),
    ([first]) => (first?.totalPoints ?? 0) > 0,
  )
  return { ...scene, registerUser, registerVerifiedUser, findMailedLink, createVisitor, waitUntil }
}
