import type { Random } from '../random.ts'
import { type PlannedReaction, type PlannedVote, type Recording, reactions } from '../recording/recording.ts'

/** What generated fans may vote for and when, and which races they may react to. */
export type Crowd = { drivers: { category: string; car: string }[]; moments: string[]; races: string[] }

/** Returns the cars that stay as entered; the driver of any other car depends on the time of the vote. */
const constantCars = ({ categories, carStatuses }: Recording): Crowd['drivers'] =>
  categories.flatMap(({ category, cars }) =>
    cars
      .filter(({ number, edits, entered }) => {
        const changes = carStatuses.filter((change) => change.category === category && change.car === number)
        return edits.length === 0 && entered === undefined && changes.length === 0
      })
      .map(({ number }) => ({ category, car: number })),
  )

/** Returns the races whose result stays in force from its first revision on. */
export const racesWithLastingResult = ({ sessions }: Recording): string[] =>
  sessions
    .filter(({ results }) => results.length > 0 && results.every(({ status }) => status !== 'cancelled'))
    .map(({ id }) => id)

export const crowdOf = (recording: Recording): Crowd => ({
  drivers: constantCars(recording),
  moments: recording.sessions.flatMap(({ results }) => results.map(({ at }) => at)).sort(),
  races: racesWithLastingResult(recording),
})

/**
 * Plans votes for two in three fans, some of them twice, and reactions for one in three.
 * There are no reactions without a race whose result stays in force.
 */
export const planActivity = (
  random: Random,
  { drivers, moments, races }: Crowd,
): { votes: PlannedVote[]; reactions: PlannedReaction[] } => {
  const voteCount = random.chance(0.66) && drivers.length > 0 && moments.length > 0 ? random.whole(1, 3) : 0
  const votes = Array.from({ length: voteCount }, () => ({ ...random.pick(drivers), at: random.pick(moments) }))
  const reactionCount = random.chance(0.33) && races.length > 0 ? random.whole(1, 4) : 0
  const plannedReactions = Array.from({ length: reactionCount }, () => ({
    to: random.pick(races),
    reaction: random.pick(reactions),
    takenBack: random.chance(0.2),
  }))
  const isFirst = ({ to, reaction }: PlannedReaction, index: number) =>
    plannedReactions.findIndex((other) => other.to === to && other.reaction === reaction) === index
  return {
    votes: votes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    reactions: plannedReactions.filter(isFirst),
  }
}
