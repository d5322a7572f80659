import { expect, type Page } from '@playwright/test'
import { type Account, positionAmong, type Round, standingsOf } from '@purple-sector/embedded/season-proof/account'
import { after, podiumsOf, seasonChances } from '@purple-sector/embedded/season-proof/podiums'

type LastRace = { round: Round; raceId: number; cars: readonly string[] }

/** Where a car may be, by what a sentence says of it; 4 is "not on the podium". */
const PLACES: Record<string, readonly number[]> = {
  wins: [1],
  'is on the podium': [1, 2, 3],
  'is not on the podium': [4],
  'does not win': [2, 3, 4],
  'is second': [2],
  'is third': [3],
  'is first or second': [1, 2],
  'is second or third': [2, 3],
  'is not second': [1, 3, 4],
  'is not third': [1, 2, 4],
  'is neither first nor second': [3, 4],
  'is first or third': [1, 3],
  'is second or not on the podium': [2, 4],
  'is first or not on the podium': [1, 4],
}

/** Whether the sentences, such as "You win if #88 wins and #97 is not on the podium.", say that this podium wins. */
const sayWin = (sentences: readonly string[], podium: readonly string[]): boolean =>
  sentences.some((sentence) => {
    const said = /^You (?:also )?win (?<word>if|unless) (?<conditions>.*)\.$/.exec(sentence)?.groups
    if (!said?.conditions) throw new Error(`Unknown sentence: ${sentence}`)
    const holds = said.conditions.split(/, (?=#)| and (?=#)/).every((condition) => {
      const [, plate = '', where = ''] = /^#(\d+) (.*)$/.exec(condition) ?? []
      const places = PLACES[where]
      if (!places) throw new Error(`Unknown condition: ${condition}`)
      return places.includes(podium.indexOf(plate) + 1 || 4)
    })
    return holds === (said.word === 'if')
  })

const winsWith = (account: Account, last: LastRace, fan: string, podium: readonly string[]): boolean => {
  const rows = standingsOf(after(account, last, podium))
  const own = rows.find(({ userId }) => userId === fan)
  const all = rows.map(({ figures }) => figures)
  return own !== undefined && positionAmong(own.figures, all) === 1
}

/**
 * Expects that "Can I Still Win?" on the fan's season page says exactly what a trial of every podium of the last race
 * brings: points in reach, podiums that win, podiums for the top 3, and sentences that hold for those that win alone.
 */
export const expectChances = async (page: Page, account: Account, last: LastRace, fan: string): Promise<void> => {
  const [chances] = seasonChances(account, last, [fan])
  if (!chances) throw new Error(`${fan} takes no part`)
  const { maxReachable, podiums } = chances
  const { total, win, top3 } = podiums
  // Otherwise the test says little.
  expect(win, fan).toBeGreaterThan(0)
  expect(win, fan).toBeLessThan(total)

  const panel = page.getByRole('region', { name: 'Can I Still Win?' })
  await expect(panel).toContainText(`${win} of ${total} possible podiums`)
  await expect(panel).toContainText(`${top3 === total ? 'all' : top3} put you in the top 3`)
  await expect(panel).toContainText(`You can reach ${maxReachable} points`)
  await expect(panel.getByText('You can still win')).toBeVisible()
  const texts = await panel.getByRole('paragraph').allTextContents()
  const sentences = texts.filter((text) => / win (if|unless) /.test(text))
  for (const podium of podiumsOf(last.cars))
    expect(sayWin(sentences, podium), `${fan}: ${sentences.join(' ')} ${podium.join('-')}`).toBe(
      winsWith(account, last, fan, podium),
    )
}
