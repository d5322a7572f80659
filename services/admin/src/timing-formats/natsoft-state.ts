import {
  MAX_CATEGORIES,
  MAX_COMPETITORS,
  MAX_CONTROL_MESSAGE_CHARS,
  MAX_DRIVERS_OF_CAR,
  MAX_ID_CHARS,
  MAX_LIST_ELEMENTS,
  MAX_NAME_CHARS,
  MAX_PLATE_CHARS,
  MAX_STEPS,
} from '@purple-sector/service-kit/data/parsing-limits'
import { applyLeaderboard, type LiveCar } from './natsoft-leaderboard.ts'
import { attribute, countOf, instantOf, lineOf, millisecondsOf, textOf } from './natsoft-values.ts'
import type { XmlElement } from './xml-elements.ts'

/*
 * Natsoft's live messages (docs/timing-formats.md, Natsoft live messages): the state that a session's messages add up
 * to.
 */

/** `wait` until it starts; `paused` while its clock is stopped. */
export type NatsoftStatus = 'wait' | 'green' | 'safety-car' | 'red' | 'paused' | 'chequered' | 'ended'

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
  /** The latest status, if it is unknown to us; `status` keeps the one before. */
  unknownStatus: string | undefined
  /** Remaining ms of a session that is limited by time, else remaining laps. */
  counter: { isTime: boolean; remains: number | null } | undefined
  /** Of race control. */
  message: string
  /** When the session was named, and when its order and its status were last sent, in ms since 1970. */
  namedAt: number | null
  orderAt: number | null
  statusAt: number | null
  /** When the session really started, in ms since 1970; null if the source has not stated it. */
  startedAt: number | null
  /** Another address to connect to; whether the source has no such meeting. */
  redirect: string | undefined
  isNotFound: boolean
  /** Elements and list entries that exceeded a limit. */
  skipped: number
}

export const emptyState: NatsoftState = {
  meeting: '',
  event: undefined,
  categories: new Map(),
  competitors: new Map(),
  cars: new Map(),
  status: undefined,
  unknownStatus: undefined,
  counter: undefined,
  message: '',
  namedAt: null,
  orderAt: null,
  statusAt: null,
  startedAt: null,
  redirect: undefined,
  isNotFound: false,
  skipped: 0,
}

/** `inactive`: the session does not run now; the state of the session stays as it was. */
const STATUSES: Readonly<Record<string, NatsoftStatus | 'inactive'>> = {
  waitstart: 'wait',
  green: 'green',
  yellow: 'safety-car',
  safetycar: 'safety-car',
  vsc: 'safety-car',
  red: 'red',
  paused: 'paused',
  inactive: 'inactive',
  checkered: 'chequered',
  chequered: 'chequered',
  ended: 'ended',
}

type ApplyElement = (state: NatsoftState, element: XmlElement) => NatsoftState

const idOf = (element: XmlElement): string => lineOf(textOf(element, 'ID'), MAX_ID_CHARS)

/**
 * Updates a map by child elements of these names.
 * Skips entries beyond `max`, elements beyond `MAX_LIST_ELEMENTS`, and ids that are too long.
 */
const withEntries = <Value>(
  before: ReadonlyMap<string, Value>,
  { children }: XmlElement,
  { names, max, readValue }: { names: readonly string[]; max: number; readValue: (element: XmlElement) => Value },
): { entries: Map<string, Value>; skipped: number } => {
  const entries = new Map(before)
  let skipped = Math.max(0, children.length - MAX_LIST_ELEMENTS)
  for (const element of children.slice(0, MAX_LIST_ELEMENTS)) {
    if (!names.includes(element.name)) continue
    const id = idOf(element)
    if (entries.has(id) || entries.size < max) entries.set(id, readValue(element))
    else skipped += 1
  }
  return { entries, skipped }
}

const applyEvent: ApplyElement = (state, element) => {
  const description = lineOf(textOf(element, 'D', 'Description1', 'Description'), MAX_NAME_CHARS)
  const code = lineOf(textOf(element, 'C', 'Code'), MAX_NAME_CHARS) || description
  const kind = lineOf(textOf(element, 'Y', 'Type', 'Kind'), MAX_ID_CHARS)
  return { ...state, event: { code, description, kind, laps: countOf(attribute(element, 'L', 'Laps')) ?? 0 } }
}

const applyCategories: ApplyElement = (state, element) => {
  const { entries, skipped } = withEntries(state.categories, element, {
    names: ['O', 'Category'],
    max: MAX_CATEGORIES,
    readValue: (category) => lineOf(textOf(category, 'C', 'Code'), MAX_ID_CHARS),
  })
  return { ...state, categories: entries, skipped: state.skipped + skipped }
}

/** The feed writes some names with `_` for blanks. */
const driverOf = (element: XmlElement): string =>
  lineOf(textOf(element, 'N', 'Name').replaceAll('_', ' '), MAX_NAME_CHARS)

const applyCompetitors: ApplyElement = (state, element) => {
  let skippedDrivers = 0
  const competitorOf = (competitor: XmlElement): Competitor => {
    const drivers = withEntries(new Map<string, string>(), competitor, {
      names: ['V', 'Driver'],
      max: MAX_DRIVERS_OF_CAR,
      readValue: driverOf,
    })
    skippedDrivers += drivers.skipped
    return {
      // One character more than a number may have, so that an overlong one is recognised.
      number: lineOf(textOf(competitor, 'N', 'Number'), MAX_PLATE_CHARS + 1),
      categoryId: lineOf(textOf(competitor, 'CC', 'S', 'Category'), MAX_ID_CHARS),
      drivers: drivers.entries,
    }
  }
  const { entries, skipped } = withEntries(state.competitors, element, {
    names: ['R', 'Competitor'],
    max: MAX_COMPETITORS,
    readValue: competitorOf,
  })
  return { ...state, competitors: entries, skipped: state.skipped + skipped + skippedDrivers }
}

const applyLeaderboardElement: ApplyElement = (state, element) => {
  const { cars, skipped } = applyLeaderboard(state.cars, element)
  return {
    ...state,
    cars,
    skipped: state.skipped + skipped,
    orderAt: instantOf(attribute(element, 'T', 'Time')) ?? state.orderAt,
  }
}

const DAY_MS = 86_400_000

/**
 * Returns when the session really started.
 * `I` of Green, Chequered and Ended, else the moment of the Green that ends the wait. With other statuses `I` is the
 * start of that status.
 */
const startOf = (
  { status: before, startedAt }: NatsoftState,
  { status, at, since }: { status: NatsoftStatus; at: number | null; since: number | null },
): number | null => {
  const statesStart = status === 'green' || status === 'chequered' || status === 'ended'
  if (statesStart && since !== null && at !== null && since <= at && at - since < DAY_MS) return since
  return startedAt ?? (before === 'wait' && status === 'green' ? at : null)
}

const applyStatus: ApplyElement = (state, element) => {
  const word = lineOf(textOf(element, 'S', 'Status'), MAX_ID_CHARS)
  if (word === '') return state
  const key = word.toLowerCase().replaceAll(/[\s_-]/g, '')
  const status = Object.hasOwn(STATUSES, key) ? STATUSES[key] : undefined
  const at = instantOf(attribute(element, 'T', 'Time'))
  const statusAt = at ?? state.statusAt
  if (status === undefined) return { ...state, statusAt, unknownStatus: word }
  if (status === 'inactive') return { ...state, statusAt, unknownStatus: undefined, status: state.status ?? 'wait' }
  const startedAt = startOf(state, { status, at, since: instantOf(attribute(element, 'I')) })
  return { ...state, statusAt, unknownStatus: undefined, status, startedAt }
}

const applyCounter: ApplyElement = (state, element) => {
  const isTime = textOf(element, 'Y', 'Type').toUpperCase().startsWith('T')
  const remains = attribute(element, 'C', 'Counter')
  return { ...state, counter: { isTime, remains: isTime ? millisecondsOf(remains) : countOf(remains) } }
}

const applyControlMessage: ApplyElement = (state, element) => {
  const message = attribute(element, 'R', 'Control')
  return typeof message === 'string' ? { ...state, message: lineOf(message, MAX_CONTROL_MESSAGE_CHARS) } : state
}

/** Starts a new session: discards the state of the last one. */
const startSession: ApplyElement = ({ skipped }, element) => ({
  ...emptyState,
  skipped,
  namedAt: instantOf(attribute(element, 'T', 'Time')),
})

/** Continues the current session, unless the element names another one. */
const applyChange: ApplyElement = (state, element) => {
  const eventElement = element.children.find(({ name }) => name === 'E' || name === 'Event')
  const { event } = eventElement ? applyEvent(emptyState, eventElement) : emptyState
  const isOtherSession = state.event !== undefined && event !== undefined && event.code !== state.event.code
  return isOtherSession ? startSession(state, element) : state
}

/** Elements that contain others, which are applied as if they were siblings. */
const ROOTS: Readonly<Record<string, ApplyElement>> = { New: startSession, Change: applyChange, WaitCat: applyChange }

const APPLIERS: Readonly<Record<string, ApplyElement>> = {
  ...ROOTS,
  M: (state, element) => ({ ...state, meeting: lineOf(textOf(element, 'D', 'Description'), MAX_NAME_CHARS) }),
  E: applyEvent,
  OL: applyCategories,
  RL: applyCompetitors,
  L: applyLeaderboardElement,
  S: applyStatus,
  F: applyStatus,
  C: applyCounter,
  G: applyControlMessage,
  NotFound: (state) => ({ ...state, isNotFound: true }),
  Redirect: (state, element) => ({ ...state, redirect: textOf(element, 'URL', 'Url', 'url') }),
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

const applierOf = (name: string): ApplyElement | undefined => {
  const short = Object.hasOwn(SHORT, name) ? (SHORT[name] ?? name) : name
  return Object.hasOwn(APPLIERS, short) ? APPLIERS[short] : undefined
}

/** Lists the elements of a message in order, each root before its children. */
const stepsOf = (message: readonly XmlElement[]): XmlElement[] =>
  message.flatMap((element) => (Object.hasOwn(ROOTS, element.name) ? [element, ...element.children] : [element]))

/**
 * Applies a message to the state.
 * Ignores elements of unknown names; skips those beyond `MAX_STEPS`.
 */
export const applyMessage = (state: NatsoftState, message: readonly XmlElement[]): NatsoftState => {
  const steps = stepsOf(message)
  const nextState = steps
    .slice(0, MAX_STEPS)
    .reduce((before, element) => applierOf(element.name)?.(before, element) ?? before, state)
  const surplus = steps.length - MAX_STEPS
  return surplus > 0 ? { ...nextState, skipped: nextState.skipped + surplus } : nextState
}
