import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectToast, prepareContext, test } from './e2e-test.ts'
import { expectChances } from './expected-chances.ts'
import { cardOf, chooseSetting, closeDialog, dialogOf, openFromCard, tipOnCard } from './group-screens.ts'
import { becomeFan, becomeRaceControl, raceControl, signIn, stamp } from './people.ts'
import { expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN } from './screens.ts'
import { completeSeason, createSeason, editWeekend, importCalendar, multiplyRound } from './season-office.ts'
import { createSeasonPlay, DRIVERS, type Plate, type PlayedRound } from './season-play.ts'
import { expectBoard, expectGroupBoard, expectRounds, playJoker, shootFan } from './season-screens.ts'
import { shoot } from './shots.ts'
import { follow } from './weekends.ts'

const DAY_MS = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const BEST_2 = 'Only your best 2 count.'
const MISSED = '65 points, no tip, so you get the weekend’s lowest score'

/** In the open competition. */
const tipOpen = async (page: Page, plate: Plate): Promise<void> => {
  await page.goto('/tipping')
  await tipOnCard(page, page.getByRole('main'), DRIVERS[plate])
}

const tipInGroup = async (page: Page, group: string, plate: Plate): Promise<void> => {
  await page.goto('/groups')
  await tipOnCard(page, await openFromCard(page, group, 'Tipping'), DRIVERS[plate])
  await closeDialog(page, group)
}

test(
  'a season of three rounds from its calendar to the champion, with a joker, a missed round and a group',
  ANY_SCREEN,
  async ({ page: office, browser, baseURL }) => {
    const contexts: BrowserContext[] = []
    const another = async (options: Parameters<typeof browser.newContext>[0]) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options })
      contexts.push(context)
      await prepareContext(context)
      return context.newPage()
    }
    const phone = await another({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const desk = await another({ viewport: { width: 1440, height: 900 } })
    const fans = [phone, desk] as const
    const errors = [office, ...fans].map((each) => watchErrors(each))
    const admin = await raceControl(baseURL)
    const [season, group] = [`Supercars ${stamp()}`, `Pit Lane ${stamp()}`]

    await becomeRaceControl(office)
    await createSeason(office, season)
    const calendar = [
      { name: 'Saltbush 360', venue: 'Saltbush Park', startDate: dayIn(0), endDate: dayIn(1) },
      { name: 'Ironbark Night Race', venue: 'Ironbark Park', startDate: dayIn(7), endDate: dayIn(8) },
      { name: 'Bathurst 1000', venue: 'Mount Panorama', startDate: dayIn(14), endDate: dayIn(16) },
    ]
    await importCalendar(office, season, calendar, () => shoot(office, 'import'))
    await multiplyRound(office, season, 'Bathurst 1000', '× 2', () => shoot(office, 'rounds'))
    const play = await createSeasonPlay(admin, season)
    const [saltbush, ironbark, bathurst] = play.rounds as [PlayedRound, PlayedRound, PlayedRound]
    const begin = async (round: PlayedRound) => {
      await editWeekend(office, round.name, { isAnnounced: true, status: 'Live' })
      for (const page of fans) await follow(page, { id: round.weekendId })
    }
    const complete = async (round: PlayedRound) => {
      await editWeekend(office, round.name, { status: 'Completed' })
      play.complete(round)
    }

    try {
      const [ann, bob, cleo] = [await becomeFan(phone, 'ann'), await becomeFan(desk, 'bob'), `cleo_${stamp()}`]
      const account = { email: `${cleo}@fans.test`, password: 'eight laps to go', username: cleo }
      const third = await signIn(baseURL, '/api/auth/register', account)

      await test.step('round 1 is announced, and a group begins that goes on all season', async () => {
        await begin(saltbush)
        await shoot(office, 'weekends')
        for (const page of fans) {
          await page.goto('/season')
          await expect(page.getByText('You’re not in this season yet')).toBeVisible()
          await shootFan(page, 'season-before')
        }
        await desk.goto('/groups')
        await desk.getByRole('button', { name: 'Create Group' }).first().click()
        const form = dialogOf(desk, 'Create New Group')
        await form.getByLabel('Group name').fill(group)
        await form.getByText('All season', { exact: true }).click()
        await shoot(desk, 'group-form')
        await form.getByRole('button', { name: 'Create Group' }).click()
        await expectToast(desk, 'Group Created')
        await expect(cardOf(desk, group).getByText('All season')).toBeVisible()
        const share = await openFromCard(desk, group, 'Share Group', 'Share Group Invitation')
        const link = await share.getByLabel('Invite link').inputValue()
        await closeDialog(desk, 'Share Group Invitation')
        await phone.goto(link)
        await phone.waitForURL('**/groups')
        await expect(cardOf(phone, group).getByText('Pending Approval')).toBeVisible()
        await chooseSetting(desk, group, 'Approve Members')
        await desk.getByRole('button', { name: `Approve ${ann}` }).click()
        await expectToast(desk, 'Member Approved')
        await closeDialog(desk, 'Approve Group Members')
      })

      await test.step('all tip round 1, and see what it brings', async () => {
        await tipOpen(phone, 7)
        await tipOpen(desk, 8)
        await play.tipByApi(third, saltbush, 9)
        await tipInGroup(phone, group, 8)
        await tipInGroup(desk, group, 7)
        play.tipped(saltbush, { open: { [ann]: 7, [bob]: 8, [cleo]: 9 }, group: { [ann]: 8, [bob]: 7 } })
        await play.finish(saltbush, 0, [7, 8, 9])
        await play.finish(saltbush, 1, [8, 9, 7, 10])
        await complete(saltbush)
        for (const page of fans) await expectBoard(page, play.open, 'board-after-1')
        await expectRounds(
          phone,
          play.page,
          [{ why: '65 points, 2nd', points: '65', state: 'Counts' }],
          'season-after-1',
        )
      })

      await test.step('one plays her joker in round 2, hidden until it locks; one forgets the round', async () => {
        await begin(ironbark)
        await tipOpen(phone, 9)
        await play.tipByApi(third, ironbark, 10)
        await tipInGroup(phone, group, 7)
        play.tipped(ironbark, { open: { [ann]: 9, [cleo]: 10 }, group: { [ann]: 7 } })
        await playJoker(phone, /Ironbark Night Race/)
        expect(await play.jokersSeenBy(desk, ann)).toEqual([])
        await play.start(ironbark, 0)
        const jokers = [{ weekendId: ironbark.weekendId }]
        await expect.poll(() => play.jokersSeenBy(desk, ann)).toEqual(jokers)
        play.jokerPlayed(ann, ironbark)
        await play.finish(ironbark, 0, [9, 10, 7])
        await play.finish(ironbark, 1, [10, 8, 9, 7])
        await complete(ironbark)
        for (const page of fans) await expectBoard(page, play.open, 'board-after-2')
        const first = { why: '75 points, 1st', points: '75', state: 'Counts' } as const
        await expectRounds(desk, play.page, [first, { why: MISSED, points: '65', state: 'Missed' }], 'season-after-2')
      })

      await test.step('before the last race both read exactly what must happen', async () => {
        await begin(bathurst)
        await tipOpen(phone, 7)
        await tipOpen(desk, 8)
        await play.tipByApi(third, bathurst, 9)
        await tipInGroup(phone, group, 9)
        await tipInGroup(desk, group, 10)
        play.tipped(bathurst, { open: { [ann]: 7, [bob]: 8, [cleo]: 9 }, group: { [ann]: 9, [bob]: 10 } })
        await play.finish(bathurst, 0, [8, 9, 7, 10])
        // The page is open when the race locks.
        for (const page of fans) await page.goto('/season')
        await play.start(bathurst, 1)
        for (const [page, fan] of [[phone, ann] as const, [desk, bob] as const]) {
          await expectChances(page, play.open, play.lastRace(), fan)
          await expectOneScreenWide(page)
          await shootFan(page, 'chances')
        }
        await phone.goto('/')
        const card = phone.getByRole('region', { name: 'Season', exact: true })
        await expect(card.getByText('You can still win')).toBeVisible()
        await expect(card.getByText(/^You win if /)).toBeVisible()
        await shootFan(phone, 'dashboard-chances')
      })

      await test.step('every screen shows the champion, and why', async () => {
        await play.finish(bathurst, 1, [7, 8, 9, 10])
        await complete(bathurst)
        await completeSeason(office, season)
        for (const page of fans) {
          await expectBoard(page, play.open, 'board-final')
          await expectGroupBoard(page, group, play.group, 'group-final')
        }
        const annsRounds = [
          { why: `65 points, 2nd. ${BEST_2}`, points: '65', state: 'Dropped' },
          { why: '65 points × 2 (joker), 2nd', points: '130', state: 'Counts' },
          { why: '65 points × 2, 2nd', points: '130', state: 'Counts' },
        ] as const
        await expectRounds(phone, play.page, annsRounds, 'season-final')
        await expect(phone.getByRole('region', { name: 'Final Result' }).getByText('Season won')).toBeVisible()
        const bobsRounds = [
          { why: '75 points, 1st', points: '75', state: 'Counts' },
          { why: `${MISSED}. ${BEST_2}`, points: '65', state: 'Dropped' },
          { why: '75 points × 2, 1st', points: '150', state: 'Counts' },
        ] as const
        await expectRounds(desk, play.page, bobsRounds, 'season-final')
        await expect(desk.getByRole('region', { name: 'Final Result' }).getByText('Finished 2nd')).toBeVisible()
      })
      expect(errors.flat()).toEqual([])
    } finally {
      await play.dispose()
      for (const context of contexts) await context.close()
    }
  },
)
