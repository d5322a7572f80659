import type { PollResult, PollStats } from '@purple-sector/contracts/engagement/http'
import { foldedName } from '@purple-sector/contracts/weekends/same-driver'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { badField, conflict } from '@purple-sector/service-kit/errors'

/** A car that can be voted for. */
export type EnteredCar = { id: number; driver: string; withdrawn: boolean }

/** State a vote is decided by, read under the weekend's lock: the weekend and the cars of the category. */
export type VoteContext = { weekend: { status: string }; category: { name: string }; cars: readonly EnteredCar[] }

/** Returns the car a vote is for; throws if the poll is closed or the driver not entered (docs/rules.md, Driver poll). */
export const decideVote = ({ weekend, category, cars }: VoteContext, driverName: string): EnteredCar => {
  if (weekend.status === 'completed') throw conflict('POLL_CLOSED', 'The weekend is over, so the poll is closed.')
  const foldedDriverName = foldedName(driverName)
  const car = cars.find(({ driver, withdrawn }) => !withdrawn && foldedName(driver) === foldedDriverName)
  // The car may have been entered a moment ago and not be replicated yet.
  if (!car)
    throw notReplicatedYet(badField('driverName', `${driverName} doesn’t race in ${category.name} this weekend.`))
  return car
}

/** Votes for a driver. */
export type DriverVotes = Omit<PollResult, 'percentage'>
export type Poll = { results: PollResult[]; stats: PollStats }

/** Percentage with one decimal, each rounded separately, so that equal votes have equal shares. */
const shareOf = (votes: number, total: number): number => Math.round((votes * 1_000) / total) / 10

/** Builds the poll result; `driverVotes` has the most votes first. */
export const pollOf = (driverVotes: readonly DriverVotes[]): Poll => {
  const totalVotes = driverVotes.reduce((sum, { votes }) => sum + votes, 0)
  return {
    results: driverVotes.map((driver) => ({ ...driver, percentage: shareOf(driver.votes, totalVotes) })),
    // A user has one vote per weekend.
    stats: {
      totalVotes,
      uniqueVoters: totalVotes,
      categoriesVoted: new Set(driverVotes.map(({ categoryId }) => categoryId)).size,
    },
  }
}
