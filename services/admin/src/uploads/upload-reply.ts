import type { UploadReply } from '@purple-sector/contracts/admin/uploads'
import type { Entry, EntryOutcome } from '@purple-sector/contracts/weekends/entries'
import type { EntryList, RowError, RowPlace } from './read-entry-list.ts'

type Success = UploadReply['results']['success'][number]

const entryNamesOf = (entry: Entry): Pick<Success, 'kind' | 'number' | 'driver'> =>
  entry.kind === 'car'
    ? { kind: 'car', number: entry.plate, driver: entry.driver }
    : { kind: 'session', number: null, driver: entry.name }

const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`

const quoteNames = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')

/** Counts rows: a row with several errors counts once. */
const rowsIn = (places: readonly RowPlace[]): number => new Set(places.map(({ sheet, row }) => `${row} ${sheet}`)).size

type Summary = {
  preview: boolean
  success: readonly Success[]
  errors: readonly RowError[]
  newCategories: readonly string[]
  list: EntryList
}

const messageOf = ({ preview, success, errors, newCategories, list }: Summary): string => {
  const countAction = (expectedAction: Success['action']) =>
    success.filter(({ action }) => action === expectedAction).length
  const sentences = [
    `${countAction('created')} new, ${countAction('updated')} updated, ${countAction('unchanged')} unchanged, ${formatCount(rowsIn(errors), 'row')} with errors.`,
    newCategories.length > 0 &&
      `${newCategories.length === 1 ? 'New category' : 'New categories'}: ${newCategories.join(', ')}.`,
    list.examples > 0 && `${formatCount(list.examples, 'example row was', 'example rows were')} left out.`,
    list.unread.length > 0 && `Nothing was read from ${quoteNames(list.unread)}: no columns of cars or sessions.`,
    preview && 'Nothing is written yet.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Notes races whose type follows from their order, one note for each category. */
const notesOfRaces = (list: EntryList, outcomes: readonly EntryOutcome[]): string[] => {
  const races = new Map<string, string[]>()
  for (const outcome of outcomes) {
    const entry = list.entries[outcome.row]?.entry
    if (outcome.outcome !== 'entered' || !outcome.readAs || entry?.kind !== 'session') continue
    races.set(outcome.category, [...(races.get(outcome.category) ?? []), `${entry.name} is ${outcome.readAs}`])
  }
  return [...races].map(
    ([category, raceTypes]) => `${category}, by the order of its races in this weekend: ${raceTypes.join(', ')}.`,
  )
}

/** Notes sessions whose start occurs twice, because the clocks go back. */
const notesOfStarts = (list: EntryList, outcomes: readonly EntryOutcome[]): string[] => {
  const names = outcomes.flatMap((outcome) => {
    const entry = list.entries[outcome.row]?.entry
    return outcome.outcome === 'entered' && outcome.startComesTwice && entry?.kind === 'session' ? [entry.name] : []
  })
  return names.length === 0
    ? []
    : [
        `The clocks go back over the start of ${quoteNames(names)}: of the two times that are the same the first is meant.`,
      ]
}

/** Notes cars that were entered in an assumed category. */
const notesOfCategories = (outcomes: readonly EntryOutcome[]): string[] => {
  const assumed = outcomes.filter((outcome) => outcome.outcome === 'entered' && outcome.categoryAssumed)
  const [first] = assumed
  return first?.outcome !== 'entered'
    ? []
    : [
        `Nothing says the category of ${formatCount(assumed.length, 'new car')}: entered in ${first.category}. If they race in another, add a Category column.`,
      ]
}

type Outcomes = { outcomes: readonly EntryOutcome[]; newCategories: readonly string[] }

/** Composes the reply to an upload: the outcome of each row, in the order of the sheets. */
export const uploadReply = (
  list: EntryList,
  { outcomes, newCategories }: Outcomes,
  { preview }: { preview: boolean },
): UploadReply => {
  const success: Success[] = []
  const errors: RowError[] = [...list.errors]
  for (const outcome of outcomes) {
    const listEntry = list.entries[outcome.row]
    if (!listEntry) continue
    const { place, entry, columnOf } = listEntry
    const { sheet, row } = place
    if (outcome.outcome === 'entered') {
      success.push({ sheet, row, ...entryNamesOf(entry), category: outcome.category, action: outcome.action })
      continue
    }
    const duplicate = outcome.duplicate === undefined ? undefined : list.entries[outcome.duplicate]?.place
    const duplicateNote =
      duplicate && ` See row ${duplicate.row}${duplicate.sheet === sheet ? '' : ` of “${duplicate.sheet}”`}.`
    const column = outcome.field === null ? null : columnOf(outcome.field)
    errors.push({ ...place, column, message: `${outcome.message}${duplicateNote ?? ''}` })
  }
  const sheetIndexOf = ({ sheet }: RowError): number => list.sheets.indexOf(sheet)
  const sortedErrors = errors.toSorted((a, b) => sheetIndexOf(a) - sheetIndexOf(b) || a.row - b.row)
  return {
    message: messageOf({ preview, success, errors, newCategories, list }),
    results: {
      processed: success.length + rowsIn(errors),
      success,
      errors: sortedErrors,
      notes: [
        ...list.notes,
        ...notesOfRaces(list, outcomes),
        ...notesOfStarts(list, outcomes),
        ...notesOfCategories(outcomes),
      ],
    },
  }
}
