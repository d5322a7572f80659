import { isolated } from '@purple-sector/contracts/isolated'
import { counted, number, ordinal } from './counted.ts'
import type { Figures, FiguresOf } from './figures.ts'
import { MAX_POST, postLength } from './post-length.ts'
import { postName } from './shown-text.ts'

export type Post = { content: string; hashtags: string[] }

/** So much of a name is told, then less where the whole would be longer than a post may be. */
const LENGTHS = [40, 24, 14]

type Said = (name: string) => string

const raceResult = ({ race, podium, tip, points, weekend }: FiguresOf<'race_result'>, said: Said): string => {
  const places = podium.map(({ driver }, index) => `${index + 1} ${said(driver)}`).join(', ')
  const where = `${said(race.name)}, ${said(race.category)}, ${said(weekend)}`
  if (tip === null) return `${where}: ${places}.`
  const earned = points === 0 ? 'no points' : counted(points, 'point')
  return `${where}: ${places}. My tip, ${said(tip.driver)}, earned ${earned}.`
}

const tipPerformance = (figures: FiguresOf<'tip_performance'>, said: Said): string => {
  const { points, winners, podiums, successRate, weekend } = figures
  const picked = `${counted(winners, 'winner')} and ${counted(podiums, 'podium finish', 'podium finishes')} picked`
  return `My tips at ${said(weekend)}: ${counted(points, 'point')}, ${picked}, ${successRate}% success rate.`
}

const leaderboardPosition = (figures: FiguresOf<'leaderboard_position'>, said: Said): string => {
  const { position, isShared, participants, points, weekend } = figures
  const place = `${isShared ? 'equal ' : ''}${ordinal(position)} of ${number(participants)}`
  return `I’m ${place} at ${said(weekend)} with ${counted(points, 'point')}.`
}

const driverPoll = ({ leaders, totalVotes, vote, weekend }: FiguresOf<'driver_poll'>, said: Said): string => {
  const first = leaders.map(({ driver, percentage }) => `${said(driver)} ${percentage}%`).join(', ')
  const poll = `Driver poll at ${said(weekend)} after ${counted(totalVotes, 'vote')}: ${first}.`
  return vote === null ? poll : `${poll} My vote: ${said(vote)}.`
}

const groupVictory = (
  { group, isShared, members, points, weekend }: FiguresOf<'group_victory'>,
  said: Said,
): string => {
  const leads = isShared ? 'share the lead of' : 'lead'
  return `I ${leads} ${said(group.name)} (${counted(members, 'member')}) at ${said(weekend)} with ${counted(points, 'point')}.`
}

const contentOf = (figures: Figures, said: Said): string => {
  switch (figures.type) {
    case 'race_result':
      return raceResult(figures, said)
    case 'tip_performance':
      return tipPerformance(figures, said)
    case 'leaderboard_position':
      return leaderboardPosition(figures, said)
    case 'driver_poll':
      return driverPoll(figures, said)
    case 'group_victory':
      return groupVictory(figures, said)
  }
}

/** A tag is letters and digits and no number alone: `Southern Cross 500` is #SouthernCross500. */
const tagOf = (name: string): string[] => {
  const words = name.match(/[\p{L}\p{Mn}\p{Nd}]+/gu) ?? []
  const tag = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /\p{L}/u.test(tag) && [...tag].length <= 30 ? [tag] : []
}

/** What a fan posts of their figures: a text in their own words, and hashtags without their sign. It fits X. */
export const postOf = (figures: Figures): Post => {
  const hashtags = [...new Set(['PurpleSector', ...tagOf(figures.weekend)])]
  for (const longest of LENGTHS) {
    const content = contentOf(figures, (name) => isolated(postName(name, longest)) || '…')
    if (postLength({ content, hashtags }) <= MAX_POST) return { content, hashtags }
  }
  return { content: contentOf(figures, (name) => isolated(postName(name, 8)) || '…'), hashtags: ['PurpleSector'] }
}
