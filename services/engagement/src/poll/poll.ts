import type { PollResult, PollStats } from '@purple-sector/contracts/engagement/http'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { badField, conflict } from '@purple-sector/service-kit/errors'
import { foldedName } from '../drivers/same-driver.ts'

/** A car as the poll knows it. */
export type Entered = { id: number; driver: string; withdrawn: boolean }

/** What is known when a fan votes, read under the weekend's lock: its state, and the cars of the category they named. */
export type VoteContext = { weekend: { status: string }; category: { name: string }; cars: readonly Entered[] }

/** The entry that a vote is for; refuses a vote that cannot be (docs/rules.md, Driver poll). */
export const decideVote = ({ weekend, category, cars }: VoteContext, driverName: string): Entered => {
  if (weekend.status === 'completed') throw conflict('POLL_CLOSED', 'The weekend is over, so the poll is closed.')
  const wanted = foldedName(driverName)
  const car = cars.find(({ driver, withdrawn }) => !withdrawn && foldedName(driver) === wanted)
  // The entry may have been made a moment ago, and its event be on its way.
  if (!car)
    throw notReplicatedYet(badField('driverName', `${driverName} doesn’t race in ${category.name} this weekend.`))
  return car
}

/** Votes of a driver. */
export type Counted = Omit<PollResult, 'percentage'>
export type Poll = { results: PollResult[]; stats: PollStats }

/** In percent with one decimal, each rounded by itself: who has as many votes has the same share. */
const shareOf = (votes: number, total: number): number => Math.round((votes * 1_000) / total) / 10

/** How a poll stands; `counted` has the most votes first. */
export const pollOf = (counted: readonly Counted[]): Poll => {
  const totalVotes = counted.reduce((sum, { votes }) => sum + votes, 0)
  return {
    results: counted.map((driver) => ({ ...driver, percentage: shareOf(driver.votes, totalVotes) })),
    // A fan has one vote in a weekend.
    stats: {
      totalVotes,
      uniqueVoters: totalVotes,
      categoriesVoted: new Set(counted.map(({ categoryId }) => categoryId)).size,
    },
  }
}
