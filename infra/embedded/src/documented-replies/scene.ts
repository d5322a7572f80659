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

/** A product with a weekend in progress, and the users that the stories call it as. */
export type Scene = {
  product: ProductProcess
  operations: readonly Operation[]
  records: Records
  visitor: Caller
  admin: Caller
  ann: Person
  bob: Person
  weekend: Weekend
  /** A weekend that is over. */
  other: Weekend
  /** Races of CATEGORY: the first has an official result, the second accepts tips. */
  raced: Race
  race: Race
  /** Four cars. */
  cars: readonly Car[]
  /** Ann's group, which Bob has joined. */
  group: Group
  newcomer(): Promise<Person>
  /** Registers a user with a verified mail address. */
  verified(): Promise<Person>
  /** Waits for the newest mail to an address with a link to this path, and returns that link. */
  mailed(address: string, path: string): Promise<URL>
  /** Creates a client without a session. */
  anybody(): Caller
  /** Waits for effects of events. */
  until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T>
}

export const classificationOf = (cars: readonly Car[]) =>
  cars.map(({ id }, index) => ({ carId: id, position: index + 1, status: 'classified', laps: 20 }))

/** Creates the weekend, whose first race is over, and the users. */
export const setScene = async (
  product: ProductProcess,
  operations: readonly Operation[],
  records: Records,
): Promise<Scene> => {
  const anybody = () => createCaller({ url: product.url, operations, records })
  let arrivals = 0
  const newcomer = async (): Promise<Person> => {
    const call = anybody()
    const username = `fan${++arrivals}`
    const body = { email: `${username}@example.org`, password: PASSWORD, username }
    return { call, user: await call<User>('POST /api/auth/register', { body }) }
  }
  const until: Scene['until'] = async (look, isSo) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    for (let seen = await look(); ; seen = await look()) {
      if (isSo(seen)) return seen
      if (timeout.aborted) throw new Error(`It never came: ${JSON.stringify(seen)}`)
      await delay(25)
    }
  }

  const mailed: Scene['mailed'] = async (address, path) => {
    const look = () => linkMailedTo(product.dataDir, address, path).catch(() => undefined)
    return new URL((await until(look, (link) => link !== undefined)) ?? '', product.url)
  }
  const verified = async (): Promise<Person> => {
    const person = await newcomer()
    await person.call('POST /api/auth/verify/send')
    const { searchParams } = await mailed(person.user.email, '/api/auth/verify')
    await person.call('GET /api/auth/verify', { query: { token: searchParams.get('token') ?? '' } })
    return person
  }

  const admin = anybody()
  await admin('POST /api/auth/login', { body: ADMINISTRATOR })
  const [ann, bob] = [await newcomer(), await newcomer()]
  await ann.call('GET /api/weekends/current', { status: 404 })
  const day = new Date().toISOString().slice(0, 10)
  const weekend = await admin<Weekend>('POST /api/admin/weekends', {
    body: { name: 'Adelaide Grand Final', venue: 'Adelaide', startDate: day, endDate: day, isActive: true },
  })
  const other = await admin<Weekend>('POST /api/admin/weekends', {
    body: { name: 'Gold Coast 500', startDate: day, endDate: day },
  })
  await admin('PATCH /api/admin/weekends/{id}', { params: { id: other.id }, body: { status: 'completed' } })
  const addRace = (name: string, sessionType: string) =>
    admin<Race>('POST /api/admin/races', { body: { weekendId: weekend.id, name, category: CATEGORY, sessionType } })
  const raced = await addRace('Qualifying', 'qualifying')
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
    params: { id: raced.id },
    body: { status: 'official', classification: classificationOf(cars) },
  })
  const scene = {
    product,
    operations,
    records,
    visitor: anybody(),
    admin,
    ann,
    bob,
    weekend,
    other,
    raced,
    race,
    cars,
    group,
  }
  await until(
    () => ann.call<Entry[]>('GET /api/weekends/{id}/leaderboard', { params: { id: weekend.id } }),
    ([first]) => (first?.totalPoints ?? 0) > 0,
  )
  return { ...scene, newcomer, verified, mailed, anybody, until }
}
