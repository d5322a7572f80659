import type { PollResult, Vote } from '@purple-sector/contracts/engagement/http'
import type { Car, Category } from '@purple-sector/contracts/weekends/http'
import { byCategory } from '../categories/category-order.ts'
import type { Field } from './poll-queries.ts'

/** A driver as the poll shows them; drivers with as many votes share a rank. */
export type Standing = PollResult & { rank: number; isShared: boolean; car: Car | undefined; isMine: boolean }

export type CategoryStanding = { id: number; name: string; votes: number; drivers: Standing[] }

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether a vote is for whoever drives this car. */
export const isVoteFor = (vote: Vote | null | undefined, { driver, categoryId }: Pick<Car, 'driver' | 'categoryId'>) =>
  Boolean(vote && vote.categoryId === categoryId && isSame(vote.driverName, driver))

/** The car of a driver, as far as the fields are here. */
export const carOf = (
  fields: readonly Field[],
  { categoryId, driverName }: Pick<PollResult, 'categoryId' | 'driverName'>,
): Car | undefined =>
  fields.find((field) => field.categoryId === categoryId)?.cars?.find(({ driver }) => isSame(driver, driverName))

/** Drivers with their rank among those given, their cars, and which of them the vote is for. */
export const standings = (
  results: readonly PollResult[],
  fields: readonly Field[],
  vote: Vote | null | undefined,
): Standing[] =>
  results.map((result) => ({
    ...result,
    rank: 1 + results.filter(({ votes }) => votes > result.votes).length,
    isShared: results.filter(({ votes }) => votes === result.votes).length > 1,
    car: carOf(fields, result),
    isMine: isVoteFor(vote, { driver: result.driverName, categoryId: result.categoryId }),
  }))

/** The same by category, in the order of lists: each is a poll of its own there. */
export const byCategoryStanding = (
  results: readonly PollResult[],
  fields: readonly Field[],
  vote: Vote | null | undefined,
  categories: readonly Category[],
): CategoryStanding[] =>
  byCategory(results, categories).map(({ id, name, items }) => ({
    id,
    name,
    votes: items.reduce((sum, { votes }) => sum + votes, 0),
    drivers: standings(items, fields, vote),
  }))

/** Who has most votes of a category, in words: whoever has as many leads as well. */
export const leadersOf = ({ drivers }: CategoryStanding): string => {
  const names = drivers.filter(({ rank }) => rank === 1).map(({ driverName }) => driverName)
  return names.length > 2 ? `${names.length} drivers` : names.join(' and ')
}
