import type { z } from 'zod'
import { isLockedAt } from '../account/planned-locks.ts'
import { checkNames, withListedNames } from './category-names.ts'
import { checkEntries } from './check-entries.ts'
import { checkFans } from './check-fans.ts'
import { checkGroups } from './check-groups.ts'
import { checkRace } from './check-race.ts'
import { type Issue, recordedInstants } from './recorded-instants.ts'
import { type Recording, recordingSchema } from './recording.ts'

export type { Issue } from './recorded-instants.ts'
export type CheckedRecording = { recording: Recording; issues: [] } | { recording: null; issues: Issue[] }

/** Parses a recording and cross-checks its parts; issues give the place and the problem. */
export const checkRecording = (input: unknown): CheckedRecording => {
  const parsed = recordingSchema.safeParse(input, { error: inWords })
  if (!parsed.success) return { recording: null, issues: parsed.error.issues.map(shapeIssue) }
  const recording = withListedNames(parsed.data)
  const issues = crossCheck(recording)
  return issues.length > 0 ? { recording: null, issues } : { recording, issues: [] }
}

/** Returns the message of a schema issue; undefined where that of the schema or of zod is clear enough. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return `has no field ${issue.keys.join(', ')}`
  if (issue.code !== 'invalid_type') return undefined
  return issue.input === undefined ? 'is missing' : `must be ${issue.expected}`
}

const shapeIssue = ({ path, message }: z.core.$ZodIssue): Issue => ({
  path: path.map(String).join('.') || '(file)',
  message,
})

const crossCheck = (recording: Recording): Issue[] => {
  return [
    ...checkWeekend(recording),
    ...checkCategories(recording),
    ...duplicates(recording.sessions.map((race, i) => [race.id, `sessions.${i}.id`])),
    ...recording.sessions.flatMap((race, index) => checkRace(recording, race, index)),
    ...checkFilter(recording),
    ...checkEntries(recording),
    ...checkFans(recording),
    ...checkGroups(recording),
  ]
}

const checkWeekend = ({ weekend, ...recording }: Recording): Issue[] => {
  const issues: Issue[] = []
  if (weekend.startDate > weekend.endDate) {
    issues.push({ path: 'weekend.endDate', message: 'the weekend ends before it starts' })
  }
  try {
    new Intl.DateTimeFormat('en-AU', { timeZone: weekend.timeZone })
  } catch {
    issues.push({ path: 'weekend.timeZone', message: `${weekend.timeZone} is no IANA time zone` })
  }
  const opens = Date.parse(recording.fans.tipsOpen)
  for (const { at, path } of recordedInstants({ weekend, ...recording })) {
    if (at < opens) issues.push({ path, message: 'lies before fans.tipsOpen, where the player begins' })
  }
  return issues
}

const checkCategories = (recording: Recording): Issue[] => {
  const cars = recording.categories.flatMap(({ cars }, i) =>
    duplicates(cars.map((car, c) => [`car ${car.number}`, `categories.${i}.cars.${c}.number`])),
  )
  const idle = recording.categories.flatMap(({ category }, i) =>
    recording.sessions.some((race) => race.category === category)
      ? []
      : [{ path: `categories.${i}`, message: `${category} has no race, so its cars cannot be entered` }],
  )
  return [...checkNames(recording), ...cars, ...idle]
}

const checkFilter = (recording: Recording): Issue[] => {
  const issues: Issue[] = []
  const counting = (ids: string[]) => new Set(ids.length > 0 ? ids : recording.sessions.map((race) => race.id))
  let before = counting([])
  recording.filter.forEach((change, index) => {
    const at = Date.parse(change.at)
    for (const [i, id] of change.sessions.entries()) {
      if (!recording.sessions.some((race) => race.id === id)) {
        issues.push({ path: `filter.${index}.sessions.${i}`, message: `no race is called ${id}` })
      }
    }
    const now = counting(change.sessions)
    for (const race of recording.sessions) {
      const changed = before.has(race.id) !== now.has(race.id)
      if (changed && isLockedAt(race, at)) {
        issues.push({ path: `filter.${index}`, message: `${race.id} is locked by then and may not come or go` })
      }
    }
    if (index > 0 && at < Date.parse(recording.filter[index - 1]!.at)) {
      issues.push({ path: `filter.${index}.at`, message: 'lies before the change above it' })
    }
    before = now
  })
  return issues
}

const duplicates = (named: [name: string, path: string][]): Issue[] => {
  const seen = new Set<string>()
  return named.flatMap(([name, path]) => {
    if (seen.has(name)) return [{ path, message: `${name} is there twice` }]
    seen.add(name)
    return []
  })
}
