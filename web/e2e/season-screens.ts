import { expect, type Locator, type Page } from '@playwright/test'
import { type Account, standingsOf } from '@purple-sector/embedded/season-proof/account'
import { expectToast } from './e2e-test.ts'
import { closeDialog, dialogOf, openFromCard } from './group-screens.ts'
import { shoot } from './shots.ts'

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768

/** Takes pictures that name the kind of screen. */
export const shootFan = (page: Page, name: string): Promise<void> =>
  shoot(page, `${name}-${isPhone(page) ? 'phone' : 'desk'}`)

/** Expects the rows of a season board: order, totals, and what each round is, in columns or as bars. */
const expectRows = async (page: Page, board: Locator, account: Account): Promise<void> => {
  for (const [index, { userId, cells, figures }] of standingsOf(account).entries()) {
    const row = board.locator(`tr[aria-rowindex="${index + 2}"]`)
    await expect(row).toContainText(userId)
    await expect(row.getByRole('cell').last()).toContainText(String(figures[0]))
    const rounds = cells.map(({ round, state, value }) => ({
      label: `R${round.round}`,
      points: String(value),
      state: state === 'counted' ? '' : ` ${state}`,
      hasJoker: account.played.get(userId)?.includes(round.weekendId),
    }))
    if (isPhone(page)) {
      const words = rounds.map(
        ({ label, points, state, hasJoker }) => `${label} ${points}${state}${hasJoker ? ' with joker' : ''}`,
      )
      await expect(row.getByRole('img', { name: words.join(', '), exact: true })).toBeVisible()
    }
    // After position, change and name.
    else
      for (const [column, { points, state, hasJoker }] of rounds.entries())
        await expect(row.getByRole('cell').nth(3 + column)).toHaveText(`${points}${hasJoker ? 'J' : ''}${state}`)
  }
}

/** Expects the open season on the Leaderboard. */
export const expectBoard = async (page: Page, account: Account, picture: string): Promise<void> => {
  await page.goto('/leaderboard?view=season')
  await expectRows(page, page.getByRole('table', { name: 'Season Standings' }), account)
  await shootFan(page, picture)
}

/** Expects the season of a group in its dialog. */
export const expectGroupBoard = async (page: Page, group: string, account: Account, picture: string): Promise<void> => {
  await page.goto('/groups')
  const dialog = await openFromCard(page, group, 'Leaderboard')
  await dialog.getByText('Season', { exact: true }).click()
  await expectRows(page, dialog, account)
  await expect(dialog.getByText('Dropped: only the best 2 count')).toBeVisible()
  await shootFan(page, picture)
  await closeDialog(page, group)
}

/** What the fan's season page says of a round: why these points, the points, and whether they count. */
export type RoundText = { why: string; points: string; state: 'Counts' | 'Dropped' | 'Missed' }

/** Expects the fan's season round by round; dropped points are struck through. */
export const expectRounds = async (
  page: Page,
  season: string,
  texts: readonly RoundText[],
  picture: string,
): Promise<void> => {
  await page.goto(season)
  const rounds = page.getByRole('list', { name: 'Round by round' }).getByRole('listitem')
  for (const [index, { why, points, state }] of texts.entries()) {
    const round = rounds.nth(index)
    await expect(round.getByText(why, { exact: true })).toBeVisible()
    await expect(round.getByText(state, { exact: true })).toBeVisible()
    await expect(state === 'Dropped' ? round.locator('s') : round).toContainText(points)
  }
  await shootFan(page, picture)
}

/** Plays a joker on the fan's season page. */
export const playJoker = async (page: Page, round: RegExp): Promise<void> => {
  await page.goto('/season')
  await page.getByRole('button', { name: 'Play a joker' }).click()
  const dialog = dialogOf(page, 'Play a joker')
  const label = await dialog.getByRole('option', { name: round }).textContent()
  await dialog.getByLabel('Round').selectOption({ label: label ?? '' })
  await dialog.getByRole('button', { name: 'Play joker' }).click()
  await expectToast(page, 'Joker played')
  await expect(page.getByText('0 of 1 joker left')).toBeVisible()
  await shootFan(page, 'joker')
}
