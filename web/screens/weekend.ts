import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import type { Caller } from './caller.ts'
import { foundGroups } from './groups.ts'

const [supercars, ttso, super2, heritage, porsche, gr, ute, bikes] = FOUNDING_CATEGORIES.map(({ name }) => name)
const NAMES = { supercars, ttso, super2, heritage, porsche, gr, ute, bikes }
type Group = keyof typeof NAMES

/** Number, driver, team, manufacturer. All made up. */
const GRIDS: Record<Group, [number, string, string, string][]> = {
  supercars: [
    [7, 'Jed Harrowell', 'Brightline Racing', 'Ford'],
    [31, 'Tomas Kinnear', 'Southgate Racing', 'Chevrolet'],
    [18, 'Mitch Dellaway', 'Halfmoon Motorsport', 'Ford'],
    [54, 'Ellie Strand', 'Tarmac Lab', 'Chevrolet'],
    [22, 'Reuben Castellari', 'Southgate Racing', 'Chevrolet'],
    [4, 'Hamish Orr', 'Brightline Racing', 'Ford'],
    [97, 'Ky Abernethy', 'Northline Autosport', 'Toyota'],
    [11, 'Darcy Quill', 'Coastline Racing', 'Toyota'],
    [63, 'Nate Pascoe', 'Halfmoon Motorsport', 'Ford'],
    [2, 'Sasha Lindqvist', 'Redgum Racing', 'Chevrolet'],
    [40, 'Corey Vander', 'Northline Autosport', 'Ford'],
    [88, 'Ollie Tregenza', 'Coastline Racing', 'Toyota'],
  ],
  ttso: [
    [22, 'Reuben Castellari', 'Southgate Racing', 'Chevrolet'],
    [6, 'Ash Brandt', 'Tarmac Lab', 'Chevrolet'],
    [15, 'Wren Aldous', 'Gumnut Classics', 'Ford'],
    [47, 'Kit Farrow', 'Halfmoon Motorsport', 'Ford'],
  ],
  super2: [
    [9, 'Finn Marchetti', 'Tarmac Lab', 'Chevrolet'],
    [54, 'Isla Corrigan', 'Tarmac Lab', 'Chevrolet'],
    [27, 'Sam Petrakis', 'Lakeside Racing', 'Ford'],
    [62, 'Joel Winter', 'Gully Junior Team', 'Ford'],
  ],
  heritage: [
    [39, 'Col Maitland', 'Gumnut Classics', 'Ford'],
    [12, 'Bev Sorrell', 'Saltpan Restorations', 'Chevrolet'],
    [71, 'Perce Holloway', 'Gumnut Classics', 'Other'],
  ],
  porsche: [
    [88, 'Bryn Mercado', 'Coastline GT', 'Porsche'],
    [12, 'Lux Ferrand', 'Coastline GT', 'Porsche'],
    [77, 'Imogen Varley', 'Harbour GT', 'Porsche'],
    [5, 'Theo Quist', 'Harbour GT', 'Porsche'],
  ],
  gr: [
    [16, 'Hana Veitch', 'Redgum Racing', 'Toyota'],
    [33, 'Lou Brandt', 'Redgum Racing', 'Toyota'],
    [81, 'Dev Okonjo', 'Lakeside Racing', 'Toyota'],
  ],
  ute: [
    [3, 'Beau Raddatz', 'Big Rig Performance', 'Ford'],
    [44, 'Gem Okafor', 'Big Rig Performance', 'Ford'],
    [19, 'Nils Corbett', 'Red Dust Utes', 'Chevrolet'],
  ],
  bikes: [
    [1, 'Ada Moss', 'Saltpan Superbikes', 'BMW'],
    [46, 'Rory Tench', 'Saltpan Superbikes', 'BMW'],
    [65, 'Priya Rao', 'Lakeside Bikes', 'Other'],
  ],
}

/** Group, name, type, and the order of the first cars across the line, or the hours until its start. */
type PlannedRace = [Group, string, string, number[] | number]
const RACES: PlannedRace[] = [
  ['supercars', 'Qualifying', 'qualifying', [1, 0, 3]],
  ['ttso', 'Qualifying', 'qualifying', [2, 0, 1]],
  ['super2', 'Qualifying', 'qualifying', [0, 2, 3]],
  ['ttso', 'Race 1', 'race1', [0, 3, 2]],
  ['heritage', 'Race 1', 'race1', [1, 2, 0]],
  ['super2', 'Race 1', 'race1', [2, 1, 0]],
  ['porsche', 'Qualifying', 'qualifying', [1, 2, 0]],
  ['gr', 'Qualifying', 'qualifying', [1, 0, 2]],
  ['gr', 'Race 1', 'race1', [2, 1, 0]],
  ['ute', 'Qualifying', 'qualifying', [1, 2, 0]],
  ['supercars', 'Race 1', 'race1', [4, 0, 1]],
  ['supercars', 'Race 2', 'race2', 0.8],
  ['super2', 'Race 2', 'race2', 1.6],
  ['ute', 'Race 1', 'race1', 2.4],
  ['porsche', 'Race 1', 'race1', 18],
  ['heritage', 'Race 2', 'race2', 18.6],
  ['supercars', 'Top Ten Shootout', 'shootout', 19],
  ['gr', 'Race 2', 'race2', 20],
  ['porsche', 'Race 2', 'race2', 21],
  ['bikes', 'Race 1', 'race1', 22],
  ['ute', 'Race 2', 'race2', 23],
  ['supercars', 'Race 3', 'race3', 24.2],
  ['bikes', 'Race 2', 'race2', 25],
  ['heritage', 'Race 3', 'race3', 26],
]

const RACERS =
  'mountain_mae apexhunter Turn2Terry BoxBoxBec dunlop_dave heeltoe.hana wetline sectorone marshal_post9 Priya_R gravel.trap NoWingNoProblem pitwall_pete tyre_whisperer Dana_W late_braker slipstream_sue grid.girl.gone kerb_crawler understeer_al'.split(
    ' ',
  )

const OTHERS: [string, string, number, 'inactive' | 'completed'][] = [
  ['Summer Twilight 300', 'Saltpan Motor Park', 76, 'inactive'],
  ['Ironbark 400', 'Ironbark Park', -34, 'completed'],
  ['Harbour City Sprint', 'Harbour Street Circuit', -69, 'completed'],
  ['Red Dust 250', 'Red Dust Raceway', -97, 'completed'],
]

type Row = { id: number }

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const startsIn = (hours: number): string => {
  const start = new Date(Date.now() + hours * 3_600_000)
  start.setUTCSeconds(0, 0)
  return start.toISOString()
}

const enterCars = async (admin: Caller, weekendId: number): Promise<Record<Group, number[]>> => {
  const cars = {} as Record<Group, number[]>
  for (const group of Object.keys(GRIDS) as Group[]) {
    cars[group] = []
    for (const [number, driver, team, manufacturer] of GRIDS[group]) {
      const entry = { number, driver, team, manufacturer, class: NAMES[group] }
      cars[group].push((await admin<Row>('POST', `/api/admin/weekends/${weekendId}/drivers`, entry)).id)
    }
  }
  return cars
}

const publish = (admin: Caller, raceId: number, cars: number[], first: number[]) => {
  const order = [...first, ...cars.map((_, index) => index).filter((index) => !first.includes(index))]
  return admin('PUT', `/api/admin/races/${raceId}/results`, {
    status: 'official',
    classification: order.map((index, place) => {
      const isOut = place > 9
      return {
        position: place + 1,
        carId: cars[index],
        status: isOut ? 'dnf' : 'classified',
        laps: isOut ? 21 : 39,
        bestLapMs: 80_298 + ((place * 187) % 1400) + (place === 0 ? 143 : 0),
        averageSpeed: Math.round((152.4 - place * 0.35) * 10) / 10,
        ...(isOut || place === 0 ? {} : { gapMs: place * 1204 + 17 }),
      }
    }),
  })
}

/** Submits tips of a fan who knows a little: `luck` shifts which car of each grid is picked. */
const tip = async (
  fan: Caller,
  weekendId: number,
  cars: Record<Group, number[]>,
  groups: Group[],
  luck: number,
  inGroup: object = {},
) => {
  for (const [index, group] of groups.entries()) {
    const pick = (luck * (index + 2) + index) % Math.min(cars[group].length, 5)
    await fan('POST', '/api/tips', { weekendId, category: NAMES[group], carId: cars[group][pick], ...inGroup })
  }
}

/**
 * A weekend with every kind of data: eight categories, some of them over, the next event near, a board with places won
 * and lost, a car out, weekends before and after. `me` tips six of the categories.
 */
export const playWeekend = async (
  admin: Caller,
  me: Caller,
  join: (name: string) => Promise<Caller>,
  beforeLastResult: (weekendId: number) => Promise<void>,
) => {
  for (const [name, venue, offset, status] of OTHERS) {
    const { id } = await admin<Row>('POST', '/api/admin/weekends', {
      name,
      venue,
      startDate: day(offset),
      endDate: day(offset + 1),
    })
    if (status === 'completed') await admin('PATCH', `/api/admin/weekends/${id}`, { status })
  }
  const { id: weekendId } = await admin<Row>('POST', '/api/admin/weekends', {
    name: 'Southern Cross 500',
    venue: 'Kingsway Street Circuit, Adelaide',
    timeZone: 'Australia/Adelaide',
    startDate: day(-1),
    endDate: day(1),
    isActive: true,
  })
  await admin('PATCH', `/api/admin/weekends/${weekendId}`, { status: 'live' })
  const cars = await enterCars(admin, weekendId)

  const races: { id: number; group: Group }[] = []
  const over: { id: number; group: Group; first: number[] }[] = []
  for (const [group, name, sessionType, course] of RACES) {
    const isAhead = typeof course === 'number'
    const { id } = await admin<Row>('POST', '/api/admin/races', {
      weekendId,
      name,
      category: NAMES[group],
      sessionType,
      track: 'Kingsway Street Circuit',
      ...(isAhead ? { scheduledTime: startsIn(course) } : {}),
    })
    races.push({ id, group })
    if (!isAhead) over.push({ id, group, first: course })
  }

  const groups = Object.keys(NAMES) as Group[]
  const fans = await Promise.all(RACERS.map(join))
  await Promise.all(
    fans.map((fan, index) => tip(fan, weekendId, cars, index % 6 === 5 ? groups.slice(1) : groups, index)),
  )
  const mine: Group[] = ['supercars', 'ttso', 'super2', 'porsche', 'gr', 'ute']
  await tip(me, weekendId, cars, mine, 0)
  await foundGroups({
    me,
    fans,
    weekendId,
    racesOf: (...categories) => races.filter(({ group }) => categories.includes(group)).map(({ id }) => id),
    tip: (fan, { id: groupId, selectedRaceIds }, luck) => {
      const counting = races.filter(({ id }) => selectedRaceIds.length === 0 || selectedRaceIds.includes(id))
      const tipped = groups.filter((one) => counting.some(({ group }) => group === one))
      return tip(fan, weekendId, cars, tipped, luck, { groupId, tipSource: 'group' })
    },
  })
  // Two of three vote for a Supercars driver.
  for (const [index, fan] of [me, ...fans].entries()) {
    const group: Group = index % 3 === 2 ? (groups[1 + (index % 5)] ?? 'super2') : 'supercars'
    const [, driverName] = GRIDS[group][[0, 1, 1, 1, 2, 0, 1, 4, 0][index % 9] ?? 0] ?? []
    await fan('POST', '/api/driver-poll', { weekendId, driverName, category: NAMES[group] })
  }
  for (const { id, group, first } of over) {
    if (id === over.at(-1)?.id) await beforeLastResult(weekendId)
    await publish(admin, id, cars[group], first)
  }
  const lastCar = cars.supercars.at(-1)
  await admin('PATCH', `/api/admin/cars/${lastCar}/status`, { status: 'retired' })
  const [tipped] = await me<{ car: { id: number }; category: string }[]>('GET', `/api/tips/${weekendId}`).then((tips) =>
    tips.filter(({ category }) => category === NAMES.porsche),
  )
  if (tipped) await admin('PATCH', `/api/admin/cars/${tipped.car.id}/status`, { status: 'dnf' })
  return { weekendId, scored: over.at(-1)?.id ?? 0 }
}
