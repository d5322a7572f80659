import { findCategory, type Points, unknownCategory } from '@purple-sector/contracts/categories'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { badField } from '@purple-sector/service-kit/errors'
import type { Category } from '../projections/category-projection.ts'
import type { GroupRules } from './group.ts'

/**
 * Returns the race selection to save. Ids of deleted races may stay in it; ids of other weekends are rejected
 * (docs/rules.md, Races).
 */
export const chooseRaces = (
  currentIds: readonly number[],
  chosenIds: readonly number[],
  weekendRaceIds: readonly number[],
): number[] => {
  const allowed = new Set([...currentIds, ...weekendRaceIds])
  const unknownIndex = chosenIds.findIndex((id) => !allowed.has(id))
  if (unknownIndex !== -1)
    throw notReplicatedYet(
      badField(`selectedRaceIds.${unknownIndex}`, 'One of these sessions isn’t part of this weekend'),
    )
  return [...new Set(chosenIds)].toSorted((a, b) => a - b)
}

/** Converts points by any spelling of a category to points by its id (docs/rules.md, Categories). */
export const pointsById = (
  pointsBySpelling: Readonly<Record<string, Points>>,
  categories: readonly Category[],
): Record<string, Points> => {
  const points: Record<string, Points> = {}
  for (const [spelling, { first, second, third }] of Object.entries(pointsBySpelling)) {
    const category = findCategory(categories, spelling)
    const path = `customPointSystem.${spelling}`
    if (!category) throw notReplicatedYet(badField(path, unknownCategory(categories, spelling)))
    if (points[category.id]) throw badField(path, `${category.name} has points twice.`)
    points[category.id] = { first, second, third }
  }
  return points
}

const comparablePoints = (points: GroupRules['customPointSystem']): string =>
  JSON.stringify(
    Object.entries(points)
      .map(([id, { first, second, third }]) => [Number(id), first, second, third])
      .toSorted(([a = 0], [b = 0]) => a - b),
  )

export const areSamePoints = (before: GroupRules, after: GroupRules): boolean =>
  comparablePoints(before.customPointSystem) === comparablePoints(after.customPointSystem)

const comparable = (rules: GroupRules): string =>
  JSON.stringify([
    rules.hidePointsUntilApproved,
    rules.preventPointsUntilApproved,
    rules.lockTipsAfterFirstEvent,
    rules.useCustomPointSystem && comparablePoints(rules.customPointSystem),
  ])

/** Whether the rules of tips or points have changed; ignores custom points that the group does not use. */
export const haveRulesChanged = (before: GroupRules, after: GroupRules): boolean =>
  comparable(before) !== comparable(after)
