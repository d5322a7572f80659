import { findCategory, type Points } from '@purple-sector/contracts/categories'
import type { CreateGroupBody, Group, PatchGroupBody } from '@purple-sector/contracts/groups/http'
import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import type { ServerForm } from '../../../client/api/use-server-form.ts'
import { STANDARD_POINTS } from './card-facts.ts'

/** A number comes from a preset or was saved, a string is user input. */
export type Cell = number | string
export type PointsDraft = Record<keyof Points, Cell>

export const PLACES = ['first', 'second', 'third'] as const satisfies readonly (keyof Points)[]

type SeasonRule = 'countBest' | 'missedWeekend' | 'lateJoiners'

/** State of the form; points by category id. Season rules left empty begin as the season's. */
export type GroupDraft = Omit<Required<CreateGroupBody>, 'customPointSystem' | SeasonRule> & {
  /** Empty counts all rounds in a season group. */
  countBest: Cell
  missedWeekend: NonNullable<Group['missedWeekend']> | ''
  lateJoiners: NonNullable<Group['lateJoiners']>
  customPointSystem: Readonly<Record<number, PointsDraft>>
}
export type GroupErrors = Partial<Record<keyof GroupDraft, string>>
export type GroupForm = ServerForm<GroupDraft>

export const emptyGroup = (weekendId: number): GroupDraft => ({
  name: '',
  description: '',
  weekendId,
  selectedRaceIds: [],
  isPrivate: false,
  autoApproveInvites: false,
  hidePointsUntilApproved: false,
  preventPointsUntilApproved: false,
  lockTipsAfterFirstEvent: false,
  useCustomPointSystem: false,
  customPointSystem: {},
  allSeason: false,
  countBest: '',
  missedWeekend: '',
  lateJoiners: 'none',
})

export const draftOf = (group: Group, categories: readonly Category[]): GroupDraft => ({
  name: group.name,
  description: group.description,
  weekendId: group.weekendId ?? 0,
  selectedRaceIds: group.selectedRaceIds,
  isPrivate: group.isPrivate,
  autoApproveInvites: group.autoApproveInvites,
  hidePointsUntilApproved: group.hidePointsUntilApproved,
  preventPointsUntilApproved: group.preventPointsUntilApproved,
  lockTipsAfterFirstEvent: group.lockTipsAfterFirstEvent,
  useCustomPointSystem: group.useCustomPointSystem,
  allSeason: group.allSeason,
  countBest: group.countBest ?? '',
  missedWeekend: group.missedWeekend ?? '',
  lateJoiners: group.lateJoiners ?? 'none',
  customPointSystem: Object.fromEntries(
    Object.entries(group.customPointSystem).flatMap(([name, points]) => {
      const category = findCategory(categories, name)
      return category ? [[category.id, points]] : []
    }),
  ),
})

/** Selects races: new categories start with the standard points, those no longer selected lose theirs. */
export const withRaces = (
  draft: GroupDraft,
  selectedRaceIds: readonly number[],
  races: readonly Race[],
): GroupDraft => {
  const chosenRaces = races.filter(({ id }) => selectedRaceIds.includes(id))
  return {
    ...draft,
    // Drops deleted races.
    selectedRaceIds: chosenRaces.map(({ id }) => id),
    customPointSystem: Object.fromEntries(
      chosenRaces.map(({ categoryId }) => [categoryId, draft.customPointSystem[categoryId] ?? STANDARD_POINTS]),
    ),
  }
}

/** Selects a weekend and resets the selected races. */
export const withWeekend = (draft: GroupDraft, weekendId: number): GroupDraft => ({
  ...draft,
  weekendId,
  selectedRaceIds: [],
  customPointSystem: {},
})

/** Shows the selection of another weekend of a season group, which keeps its points. */
export const withWeekendOf = (
  draft: GroupDraft,
  { weekends }: Pick<Group, 'weekends'>,
  weekendId: number,
): GroupDraft => ({
  ...draft,
  weekendId,
  selectedRaceIds: weekends.find((weekend) => weekend.weekendId === weekendId)?.selectedRaceIds ?? [],
})

/** Returns the points of a cell; the standard of its place if it holds no number. */
export const pointsOfCell = (cell: Cell, place: keyof Points): number => {
  if (typeof cell === 'number') return cell
  const value = cell.trim() === '' ? Number.NaN : Number(cell)
  return Number.isNaN(value) ? STANDARD_POINTS[place] : value
}

const MAX_TYPED = 100

/** Whether typed points are outside 1 to 100; presets may reach 300. */
export const isOutOfRange = (cell: Cell, place: keyof Points): boolean => {
  const value = pointsOfCell(cell, place)
  return typeof cell === 'string' && !(Number.isInteger(value) && value >= 1 && value <= MAX_TYPED)
}

const MAX = { name: 50, description: 200 }

/** Returns the validation errors of the form by field. */
export const groupErrors = (draft: GroupDraft): GroupErrors => {
  const { name, description, weekendId, allSeason, useCustomPointSystem, customPointSystem } = draft
  const isWrong =
    useCustomPointSystem &&
    Object.values(customPointSystem).some((points) => PLACES.some((place) => isOutOfRange(points[place], place)))
  return {
    ...(name.trim() === '' && { name: 'Group name is required' }),
    ...(name.trim().length > MAX.name && { name: 'Group name must be under 50 characters' }),
    ...(description.trim().length > MAX.description && { description: 'Description must be under 200 characters' }),
    // A season group waits for its next round.
    ...(weekendId < 1 && !allSeason && { weekendId: 'Please select a race weekend' }),
    ...(isWrong && { customPointSystem: 'Points are whole numbers from 1 to 100' }),
  }
}

/** Returns the points to send; invalid input of switched-off custom points is replaced by the standard. */
const sentIn = (cell: Cell, place: keyof Points): number =>
  isOutOfRange(cell, place) ? STANDARD_POINTS[place] : pointsOfCell(cell, place)

const numbers = (points: PointsDraft): Points => ({
  first: sentIn(points.first, 'first'),
  second: sentIn(points.second, 'second'),
  third: sentIn(points.third, 'third'),
})

/** Returns the rules of a season group; without those that begin as the season's. */
const seasonRules = ({
  allSeason,
  countBest,
  missedWeekend,
  lateJoiners,
}: GroupDraft): Pick<CreateGroupBody, 'countBest' | 'missedWeekend' | 'lateJoiners'> =>
  allSeason
    ? {
        countBest: countBest === '' ? null : Number(countBest),
        ...(missedWeekend !== '' && { missedWeekend }),
        lateJoiners,
      }
    : {}

const settingsOf = ({
  countBest: _,
  missedWeekend: __,
  lateJoiners: ___,
  ...draft
}: GroupDraft): Omit<Required<CreateGroupBody>, SeasonRule> => ({
  ...draft,
  name: draft.name.trim(),
  description: draft.description.trim(),
  selectedRaceIds: draft.selectedRaceIds.toSorted((a, b) => a - b),
  customPointSystem: Object.fromEntries(
    Object.entries(draft.customPointSystem).map(([categoryId, points]) => [categoryId, numbers(points)]),
  ),
})

/** Returns what creates the group; season rules left empty are the season's. */
export const createBody = (draft: GroupDraft): CreateGroupBody => {
  const { countBest, ...rules } = seasonRules(draft)
  return { ...settingsOf(draft), ...rules, ...(typeof countBest === 'number' && { countBest }) }
}

const editedBody = (draft: GroupDraft) => ({ ...settingsOf(draft), ...seasonRules(draft) })

/** Returns only the changed fields: unchanged ones must not create new rules. */
export const patchBody = (before: GroupDraft, after: GroupDraft): PatchGroupBody => {
  const was = editedBody(before)
  const is = before.allSeason ? editedBody(after) : createBody(after)
  const keys = Object.keys(is) as (keyof typeof is)[]
  const changedKeys = keys.filter((key) => JSON.stringify(is[key]) !== JSON.stringify(was[key]))
  const sentKeys = changedKeys.includes('weekendId') ? [...changedKeys, 'selectedRaceIds' as const] : changedKeys
  return Object.fromEntries(sentKeys.map((key) => [key, is[key]]))
}

/** Whether a change affects scoring; how users join does not. */
export const changesRules = (body: PatchGroupBody): boolean =>
  Object.keys(body).some((key) => !['name', 'description', 'isPrivate', 'autoApproveInvites'].includes(key))
