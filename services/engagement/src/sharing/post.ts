import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { type Figures, type FiguresOf, occasionOf } from './figures.ts'
import { formatCount, formatNumber, formatOrdinal } from './format-numbers.ts'
import { MAX_POST, postLength } from './post-length.ts'
import { postName } from './shareable-names.ts'

export type Post = { content: string; hashtags: string[] }

/** Maximum lengths of names, tried in order until the post fits. */
const NAME_LENGTHS = [40, 24, 14]

type ShortenName = (name: string) => string

const raceResult = ({ race, podium, tip, points, weekend }: FiguresOf<'race_result'>, nameOf: ShortenName): string => {
  const places = podium.map(({ driver }, index) => `${index + 1} ${nameOf(driver)}`).join(', ')
  const heading = `${nameOf(race.name)}, ${nameOf(race.category)}, ${nameOf(weekend)}`
  if (tip === null) return `${heading}: ${places}.`
  const earned = points === 0 ? 'no points' : formatCount(points, 'point')
  return `${heading}: ${places}. My tip, ${nameOf(tip.driver)}, earned ${earned}.`
}

const tipPerformance = (figures: FiguresOf<'tip_performance'>, nameOf: ShortenName): string => {
  const { points, winners, podiums, successRate, weekend } = figures
  const picked = `${formatCount(winners, 'winner')} and ${formatCount(podiums, 'podium finish', 'podium finishes')} picked`
  return `My tips at ${nameOf(weekend)}: ${formatCount(points, 'point')}, ${picked}, ${successRate}% success rate.`
}

const positionText = ({
  isShared,
  position,
  participants,
}: FiguresOf<'leaderboard_position' | 'season_position'>): string =>
  `${isShared ? 'equal ' : ''}${formatOrdinal(position)} of ${formatNumber(participants)}`

const leaderboardPosition = (figures: FiguresOf<'leaderboard_position'>, nameOf: ShortenName): string => {
  const { points, weekend } = figures
  return `I’m ${positionText(figures)} at ${nameOf(weekend)} with ${formatCount(points, 'point')}.`
}

const seasonPosition = (figures: FiguresOf<'season_position'>, nameOf: ShortenName): string => {
  const { season, points, playedRounds, rounds } = figures
  const after =
    playedRounds < rounds ? `after ${playedRounds} of ${formatCount(rounds, 'round')}` : 'after the last round'
  return `${nameOf(season)}: I’m ${positionText(figures)} with ${formatCount(points, 'point')} ${after}.`
}

const driverPoll = ({ leaders, totalVotes, vote, weekend }: FiguresOf<'driver_poll'>, nameOf: ShortenName): string => {
  const leadersText = leaders.map(({ driver, percentage }) => `${nameOf(driver)} ${percentage}%`).join(', ')
  const poll = `Driver poll at ${nameOf(weekend)} after ${formatCount(totalVotes, 'vote')}: ${leadersText}.`
  return vote === null ? poll : `${poll} My vote: ${nameOf(vote)}.`
}

const groupVictory = (
  { group, isShared, members, points, weekend }: FiguresOf<'group_victory'>,
  nameOf: ShortenName,
): string => {
  const leads = isShared ? 'share the lead of' : 'lead'
  return `I ${leads} ${nameOf(group.name)} (${formatCount(members, 'member')}) at ${nameOf(weekend)} with ${formatCount(points, 'point')}.`
}

const contentOf = (figures: Figures, nameOf: ShortenName): string => {
  switch (figures.type) {
    case 'race_result':
      return raceResult(figures, nameOf)
    case 'tip_performance':
      return tipPerformance(figures, nameOf)
    case 'leaderboard_position':
      return leaderboardPosition(figures, nameOf)
    case 'driver_poll':
      return driverPoll(figures, nameOf)
    case 'group_victory':
      return groupVictory(figures, nameOf)
    case 'season_position':
      return seasonPosition(figures, nameOf)
  }
}

/** Returns the hashtag of a name, if it is not only digits: `Southern Cross 500` is #SouthernCross500. */
const tagOf = (name: string): string[] => {
  const words = name.match(/[\p{L}\p{Mn}\p{Nd}]+/gu) ?? []
  const tag = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /\p{L}/u.test(tag) && [...tag].length <= 30 ? [tag] : []
}

/** Builds the post of a user's figures, text and hashtags without `#`, short enough for X. */
export const postOf = (figures: Figures): Post => {
  const hashtags = [...new Set(['PurpleSector', ...tagOf(occasionOf(figures))])]
  for (const maxLength of NAME_LENGTHS) {
    const content = contentOf(figures, (name) => bidiIsolate(postName(name, maxLength)) || '…')
    if (postLength({ content, hashtags }) <= MAX_POST) return { content, hashtags }
  }
  return { content: contentOf(figures, (name) => bidiIsolate(postName(name, 8)) || '…'), hashtags: ['PurpleSector'] }
}
