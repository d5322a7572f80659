import { applyLeaderboard, type LiveCar } from './natsoft-leaderboard.ts'
import { attribute, countOf, millisecondsOf, wordsOf } from './natsoft-values.ts'
import type { XmlElement } from './xml-elements.ts'

/* Natsoft's live messages (docs/timing-formats.md, Natsoft live messages): what a session's messages add up to. */

/** `WaitStart` until it starts. */
export type NatsoftStatus = 'wait' | 'green' | 'safety-car' | 'red' | 'chequered' | 'ended'

export type Competitor = { number: string; categoryId: string; drivers: ReadonlyMap<string, string> }

/** A session as the source names it. */
export type NatsoftEvent = { code: string; description: string; kind: string; laps: number }

export type NatsoftState = {
  meeting: string
  event: NatsoftEvent | undefined
  /** Codes of categories, by id. */
  categories: ReadonlyMap<string, string>
  competitors: ReadonlyMap<string, Competitor>
  /** By competitor, in no order. */
  cars: ReadonlyMap<string, LiveCar>
  status: NatsoftStatus | undefined
  /** What remains: ms where it is by time, else laps. */
  counter: { isTime: boolean; remains: number | null } | undefined
  /** Of race control. */
  message: string
  /** When the source spoke last of the order, in ms since 1970. */
  toldAt: number | null
  /** Another address to ask; the meeting is not there. */
  redirect: string | undefined
  isNotFound: boolean
}

export const nothingHeard: NatsoftState = {
  meeting: '',
  event: undefined,
  categories: new Map(),
  competitors: new Map(),
  cars: new Map(),
  status: undefined,
  counter: undefined,
  message: '',
  toldAt: null,
  redirect: undefined,
  isNotFound: false,
}

const STATUSES: Readonly<Record<string, NatsoftStatus>> = {
  waitstart: 'wait',
  green: 'green',
  yellow: 'safety-car',
  red: 'red',
  checkered: 'chequered',
  chequered: 'chequered',
  ended: 'ended',
}

type Heard = (state: NatsoftState, element: XmlElement) => NatsoftState

const eventHeard: Heard = (state, element) => {
  const description = wordsOf(element, 'D', 'Description1', 'Description')
  const code = wordsOf(element, 'C', 'Code') || description
  const kind = wordsOf(element, 'Y', 'Type', 'Kind')
  return { ...state, event: { code, description, kind, laps: countOf(attribute(element, 'L', 'Laps')) ?? 0 } }
}

const categoriesHeard: Heard = (state, { children }) => {
  const categories = new Map(state.categories)
  for (const element of children)
    if (element.name === 'O' || element.name === 'Category')
      categories.set(wordsOf(element, 'ID'), wordsOf(element, 'C', 'Code'))
  return { ...state, categories }
}

const driversOf = ({ children }: XmlElement): Map<string, string> =>
  new Map(
    children
      .filter(({ name }) => name === 'V' || name === 'Driver')
      .map((driver) => [wordsOf(driver, 'ID'), wordsOf(driver, 'N', 'Name')]),
  )

const competitorsHeard: Heard = (state, { children }) => {
  const competitors = new Map(state.competitors)
  for (const element of children)
    if (element.name === 'R' || element.name === 'Competitor')
      competitors.set(wordsOf(element, 'ID'), {
        number: wordsOf(element, 'N', 'Number'),
        categoryId: wordsOf(element, 'S', 'Category'),
        drivers: driversOf(element),
      })
  return { ...state, competitors }
}

const leaderboardHeard: Heard = (state, element) => ({
  ...state,
  cars: applyLeaderboard(state.cars, element),
  toldAt: millisecondsOf(attribute(element, 'T', 'Time')) ?? state.toldAt,
})

const statusHeard: Heard = (state, element) => {
  const status = STATUSES[wordsOf(element, 'S', 'Status').toLowerCase().replaceAll(' ', '')]
  return { ...state, status: status ?? state.status }
}

const counterHeard: Heard = (state, element) => {
  const isTime = wordsOf(element, 'Y', 'Type').toUpperCase().startsWith('T')
  const remains = attribute(element, 'C', 'Counter')
  return { ...state, counter: { isTime, remains: isTime ? millisecondsOf(remains) : countOf(remains) } }
}

/** A new session: nothing of the last one holds any more. */
const startedOver: Heard = (_state, { children }) => natsoftHeard(nothingHeard, children)

const HEARD: Readonly<Record<string, Heard>> = {
  New: startedOver,
  M: (state, element) => ({ ...state, meeting: wordsOf(element, 'D', 'Description') }),
  E: eventHeard,
  OL: categoriesHeard,
  RL: competitorsHeard,
  L: leaderboardHeard,
  S: statusHeard,
  F: statusHeard,
  C: counterHeard,
  G: (state, element) => ({ ...state, message: attribute(element, 'R', 'Control') ?? state.message }),
  NotFound: (state) => ({ ...state, isNotFound: true }),
  Redirect: (state, element) => ({ ...state, redirect: wordsOf(element, 'URL', 'Url', 'url') }),
}

const SHORT: Readonly<Record<string, string>> = {
  Meeting: 'M',
  Event: 'E',
  CategoryList: 'OL',
  CompetitorList: 'RL',
  Leaderboard: 'L',
  Status: 'S',
  Flag: 'F',
  Counters: 'C',
  Message: 'G',
}

/** What is known after a message; elements that nobody knows change nothing. */
export const natsoftHeard = (state: NatsoftState, message: readonly XmlElement[]): NatsoftState =>
  message.reduce((known, element) => {
    const name = SHORT[element.name] ?? element.name
    const heard = Object.hasOwn(HEARD, name) ? HEARD[name] : undefined
    return heard ? heard(known, element) : known
  }, state)
