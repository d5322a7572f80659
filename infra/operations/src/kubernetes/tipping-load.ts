import { createHttpClient, productApi } from '@purple-sector/race-day'

type Options = { url: string; admin: { email: string; password: string }; fans: number }

/** Connections of the load: more than requests that are ever in flight. */
const CONNECTIONS = 256
const PASSWORD = 'grid box four hundred'

/**
 * Creates a live weekend with a race of four cars, and fans. `tip(n)` has fan n tip another car than before,
 * `chat(n)` has them write a message. Both wait for the reply and do not retry.
 */
export const createTippingLoad = async ({ url, admin, fans }: Options) => {
  const setUp = createHttpClient({ urls: [url], timeout: 60_000 })
  const http = createHttpClient({ urls: [url], timeout: 0, connections: CONNECTIONS })
  const api = productApi(setUp)
  const suffix = Date.now().toString(36)
  const { cookie } = await api.signIn(admin.email, admin.password)
  const today = new Date().toISOString().slice(0, 10)
  const category = (await api.categories(cookie))[0]?.name ?? ''
  for (const { id, isActive } of await api.weekends(cookie))
    if (isActive) await api.changeWeekend(cookie, id, { isActive: false })
  const weekend = await api.createWeekend(cookie, `load-${suffix}`, {
    ...{ name: `Load ${suffix}`, startDate: today, endDate: today, timeZone: 'UTC', isActive: true },
  })
  const race = await api.createRace(cookie, `race-${suffix}`, {
    ...{ weekendId: weekend.id, category, sessionType: 'race1', name: 'Race 1' },
  })
  for (const number of [1, 2, 3, 4])
    await api.enterCar(cookie, `car-${suffix}-${number}`, {
      ...{ name: `Car ${number}`, number, driver: `Driver ${number}`, team: 'Team', manufacturer: 'Ford' },
      raceId: race.id,
    })
  const cars = (await api.cars(cookie, weekend.id)).map(({ id }) => id)
  const cookies: string[] = []
  for (let fan = 0; fan < fans; fan++) {
    const username = `load-${suffix}-${fan}`
    cookies.push((await api.register({ email: `${username}@trial.example`, password: PASSWORD, username })).cookie)
  }
  await setUp.close()

  const post = async (path: string, number: number, body: object) => {
    const fan = cookies[number % fans] ?? ''
    const { status } = await http.send({ method: 'POST', path, cookie: fan, body }).catch(() => ({ status: 0 }))
    return { isAcknowledged: status === 200 || status === 201 }
  }
  return {
    tip: (number: number) => {
      const carId = cars[Math.floor(number / fans) % cars.length]
      return post('/api/tips', number, { weekendId: weekend.id, category, carId, tipSource: 'sector' })
    },
    chat: (number: number) =>
      post(`/api/weekends/${weekend.id}/chat`, number, { message: `Message ${number} of the storm` }),
    close: () => http.close(),
  }
}
