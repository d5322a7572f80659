import { type Random, seededRandom } from '../random.ts'
import type { Category, RecordedCar } from '../recording.ts'

/** Everybody here is made up. */
const firstNames = [
  'Arlo',
  'Bodhi',
  'Callan',
  'Darcy',
  'Elio',
  'Fenn',
  'Gideon',
  'Harlan',
  'Indy',
  'Jasper',
  'Kip',
  'Lachie',
  'Milla',
  'Nash',
  'Orla',
  'Priya',
  'Quade',
  'Remy',
  'Saskia',
  'Tobin',
  'Una',
  'Vince',
  'Wren',
  'Xander',
  'Yara',
  'Zeke',
]
const lastNames = [
  'Abernethy',
  'Birdwood',
  'Castellane',
  'Dunmore',
  'Eildon',
  'Farquhar',
  'Gundry',
  'Hawkesby',
  'Illawong',
  'Jarrah',
  'Kellaway',
  'Lindqvist',
  'Marlowe',
  'Narooma',
  'Ostrander',
  'Pemberley',
  'Quillan',
  'Rosewater',
  'Stanthorpe',
  'Tarrawonga',
  'Urquhart',
  'Vandermeer',
  'Wombeyan',
  'Yallourn',
  'Zeehan',
  'Barrowby',
  'Coldstream',
  'Everley',
]
const teams = [
  'Southern Cross Racing',
  'Red Gum Motorsport',
  'Banksia Racing Team',
  'Two Rivers Engineering',
  'Longreach Autosport',
  'Harbour City Racing',
  'Wattle Park Performance',
  'Ironbark Motorsport',
  'Blue Heeler Racing',
  'Tin Shed Racing',
  'Nullarbor Grand Prix Team',
  'Kelpie Competition',
]

type Field = {
  category: Category
  numbers: number[]
  makes: [RecordedCar['manufacturer'], string][]
  twoDrivers?: true
}

/** 7, 8, 17 and others race in several categories at once, as they do on real weekends. */
const fields: Field[] = [
  {
    category: 'Repco Supercars Championship',
    numbers: [2, 3, 4, 6, 7, 8, 9, 10, 14, 17, 18, 19, 20, 23, 25, 26, 31, 34, 55, 62, 87, 88, 96, 99],
    makes: [
      ['Ford', 'Mustang GT'],
      ['Chevrolet', 'Camaro ZL1'],
      ['Toyota', 'GR Supra'],
    ],
  },
  {
    category: 'Dunlop Super2 Series',
    numbers: [5, 6, 7, 11, 17, 22, 28, 37, 45, 49, 54, 66, 72, 78, 88, 999],
    makes: [
      ['Ford', 'Mustang GT'],
      ['Chevrolet', 'Commodore ZB'],
    ],
  },
  {
    category: 'Porsche Carrera Cup Australia',
    numbers: [1, 7, 8, 13, 17, 24, 36, 38, 53, 72, 74, 77, 86, 100, 222],
    makes: [['Porsche', '911 GT3 Cup']],
  },
  {
    category: 'TOYOTA GAZOO Racing Australia GR CUP',
    numbers: [3, 7, 12, 17, 21, 33, 41, 50, 68, 80, 86, 97],
    makes: [['Toyota', 'GR86']],
  },
  {
    category: 'Tyrepower V8 SuperUte Series',
    numbers: [1, 8, 15, 25, 44, 58, 64, 69, 75, 88, 91],
    makes: [
      ['Ford', 'Ranger'],
      ['Chevrolet', 'Colorado'],
      ['Toyota', 'HiLux'],
      ['Other', 'Triton'],
    ],
    twoDrivers: true,
  },
]

export type EntryList = { category: Category; cars: RecordedCar[]; pace: Map<number, number> }

/** The field of each category, and how fast each car is (ms a lap above the quickest). */
export function entryLists(seed: number): EntryList[] {
  const random = seededRandom(seed)
  const taken = new Set<string>()
  return fields.map(({ category, numbers, makes, twoDrivers }) => {
    const cars = numbers.map((number, i): RecordedCar => {
      const [manufacturer, model] = makes[i % makes.length]!
      const coDriver = twoDrivers && i % 3 === 0 ? { coDriver: newName(random, taken) } : {}
      return { number, driver: newName(random, taken), ...coDriver, team: random.pick(teams), manufacturer, model }
    })
    const order = numbers.map((number) => ({ number, luck: random.next() })).sort((a, b) => a.luck - b.luck)
    return { category, cars, pace: new Map(order.map(({ number }, i) => [number, i * 70])) }
  })
}

function newName(random: Random, taken: Set<string>): string {
  for (;;) {
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}
