import type { PollResult, Vote } from '@purple-sector/contracts/engagement/http'
import type { Car, Category } from '@purple-sector/contracts/weekends/http'
import { byCategory } from '../../weekend-data/api/category-order.ts'
import type { Field } from './poll-queries.ts'

/** A driver of the poll; drivers with equal votes share a rank. */
export type RankedDriver = PollResult & { rank: number; isShared: boolean; car: Car | undefined; isOwn: boolean }

export type CategoryRanking = { id: number; name: string; votes: number; drivers: RankedDriver[] }

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Whether a vote is for the driver of this car. */
export const isVoteFor = (vote: Vote | null | undefined, { driver, categoryId }: Pick<Car, 'driver' | 'categoryId'>) =>
  Boolean(vote && vote.categoryId === categoryId && isSame(vote.driverName, driver))

/** Returns the car of a driver; undefined while the fields load. */
export const carOf = (
  fields: readonly Field[],
  { categoryId, driverName }: Pick<PollResult, 'categoryId' | 'driverName'>,
): Car | undefined =>
  fields.find((field) => field.categoryId === categoryId)?.cars?.find(({ driver }) => isSame(driver, driverName))

/** Ranks the given drivers, with their cars and the own vote. */
export const rankDrivers = (
  results: readonly PollResult[],
  fields: readonly Field[],
  vote: Vote | null | undefined,
): RankedDriver[] =>
  results.map((result) => ({
    ...result,
    rank: 1 + results.filter(({ votes }) => votes > result.votes).length,
    isShared: results.filter(({ votes }) => votes === result.votes).length > 1,
    car: carOf(fields, result),
    isOwn: isVoteFor(vote, { driver: result.driverName, categoryId: result.categoryId }),
  }))

/** Ranks the drivers within each category, in the common order. */
export const rankByCategory = (
  results: readonly PollResult[],
  fields: readonly Field[],
  vote: Vote | null | undefined,
  categories: readonly Category[],
): CategoryRanking[] =>
  byCategory(results, categories).map(({ id, name, items }) => ({
    id,
    name,
    votes: items.reduce((sum, { votes }) => sum + votes, 0),
    drivers: rankDrivers(items, fields, vote),
  }))

/** Names the leader of a category; drivers with equal votes lead together. */
export const leadersOf = ({ drivers }: CategoryRanking): string => {
  const names = drivers.filter(({ rank }) => rank === 1).map(({ driverName }) => driverName)
  return names.length > 2 ? `${names.length} drivers` : names.join(' and ')
}
