import { formatDate, formatTimeWithSeconds, type TimeZoneOption, valueLabel } from '../../../ui/time/format.ts'

/** Labels of actions. An unknown action is shown by its raw name. */
const ACTIONS: Record<string, string> = {
  'result.published': 'Result published',
  'result.corrected': 'Result corrected',
  'result.withdrawn': 'Result withdrawn',
  'result.previewed': 'Result previewed',
  'weekend.created': 'Weekend created',
  'weekend.changed': 'Weekend changed',
  'weekend.duplicated': 'Weekend duplicated',
  'weekend.deleted': 'Weekend deleted',
  'weekend.product-races-chosen': 'Purple Sector filter changed',
  'race.created': 'Session created',
  'race.changed': 'Session changed',
  'race.reopened': 'Session reopened',
  'race.lock-set': 'Session locked at its start',
  'race.deleted': 'Session deleted',
  'race.image-uploaded': 'Category image uploaded',
  'car.entered': 'Car added',
  'car.changed': 'Car changed',
  'car.status-changed': 'Car status changed',
  'car.revived': 'Car re-entered',
  'car.withdrawn': 'Car withdrawn',
  'driver.removed': 'Driver removed',
  'category.created': 'Category created',
  'category.changed': 'Category changed',
  'category.deleted': 'Category deleted',
  'season.created': 'Season created',
  'season.changed': 'Season changed',
  'season.weekends-set': 'Season rounds set',
  'season.calendar-imported': 'Season calendar imported',
  'season.deleted': 'Season deleted',
  'message.deleted': 'Message deleted',
  'person.muted': 'Fan muted',
  'person.unmuted': 'Fan unmuted',
  'chat.slowed': 'Slow mode set',
  'live-timing.paused': 'Live timing paused',
  'live-timing.resumed': 'Live timing resumed',
  'report.requested': 'Report requested',
  'webhook.created': 'Webhook created',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret-changed': 'Webhook secret changed',
  'webhook.tested': 'Webhook tested',
}

export const ACTION_OPTIONS = Object.entries(ACTIONS).map(([value, label]) => ({ value, label }))

export const actionLabel = (action: string): string => ACTIONS[action] ?? action

const SUBJECTS: Record<string, string> = {
  race: 'Session',
  weekend: 'Weekend',
  car: 'Car',
  driver: 'Driver',
  category: 'Category',
  season: 'Season',
  message: 'Message',
  user: 'Fan',
  'weekend-chat': 'Race Chat of weekend',
  webhook: 'Webhook',
  'live-timing': 'Live timing',
}

export const SUBJECT_OPTIONS = Object.entries(SUBJECTS).map(([value, label]) => ({ value, label }))

/** Formats a subject as `Session 7`, or by its type alone where only one exists. */
export const subjectLabel = ({ type, id }: { type: string; id: string }): string =>
  type === id ? (SUBJECTS[type] ?? type) : `${SUBJECTS[type] ?? type} ${id}`

/** Formats a field name: `startDate` as "Start date", `gapMs` as "Gap ms". */
const fieldLabel = (field: string): string => {
  const words = field.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MAX_LIST = 5

/** Summarises a classification by its podium and the number of cars. */
const formatPodium = (rows: readonly unknown[]): string | null => {
  const placed = rows.flatMap((row) => {
    if (!isRecord(row) || !isRecord(row.car) || typeof row.place !== 'number' || row.place > 3) return []
    return [{ place: row.place, plate: String(row.car.plate) }]
  })
  if (placed.length === 0) return null
  const first = placed.toSorted((a, b) => a.place - b.place).map(({ plate }) => `#${plate}`)
  return `${first.join(', ')} of ${rows.length} cars`
}

const SESSION_TYPE = /^(practice|qualifying|shootout|race\d)$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Formats one value: a list of objects by its length, an instant in the time zone of the log. */
const formatValue = (value: unknown, zone: TimeZoneOption): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    const podium = formatPodium(value)
    if (podium !== null) return podium
    const isPlain = value.every((each) => typeof each !== 'object')
    return isPlain && value.length <= MAX_LIST ? value.join(', ') : `${value.length} entries`
  }
  if (isRecord(value))
    return Object.entries(value)
      .map(([field, fieldValue]) => `${fieldLabel(field)} ${formatValue(fieldValue, zone)}`)
      .join(', ')
  const text = String(value)
  if (SESSION_TYPE.test(text)) return valueLabel(text)
  return INSTANT.test(text) ? `${formatDate(text, zone)}, ${formatTimeWithSeconds(text, zone)}` : text
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

export type ChangedField = { field: string; before: string | null; after: string | null }

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns the changed fields of a subject; all its fields when it was created or deleted.
 * A value that is not a record is returned as a single field.
 */
export const changedFields = (before: unknown, after: unknown, zone: TimeZoneOption = {}): ChangedField[] => {
  const [was, is] = [before, after].map((value) => (isRecord(value) ? value : value == null ? {} : { value }))
  if (!was || !is) return []
  const isChange = before != null && after != null
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => (isChange ? !same(was[field], is[field]) : field !== 'id' && !isEmpty(was[field] ?? is[field])))
    .map((field) => ({
      field: fieldLabel(field),
      before: before == null || !(field in was) ? null : formatValue(was[field], zone),
      after: after == null || !(field in is) ? null : formatValue(is[field], zone),
    }))
}
