import type { CreateGroupBody, Group } from '@purple-sector/contracts/groups/http'
import type { Caller } from './caller.ts'

type Founding = Partial<CreateGroupBody> & Pick<CreateGroupBody, 'name'>

const points = (first: number, second: number, third: number) => ({ first, second, third })

type ScreensProduct = {
  me: Caller
  fans: readonly Caller[]
  weekendId: number
  /** The races of some categories, by their short names. */
  racesOf(...categories: string[]): number[]
  /** Submits tips of a fan in a group, one in each of its categories that accept tips. */
  tip(fan: Caller, group: Group, luck: number): Promise<unknown>
}

const foundBy = (founder: Caller, weekendId: number, founding: Founding) =>
  founder<Group>('POST', '/api/groups', { weekendId, autoApproveInvites: true, ...founding })

const joinAll = async (group: Group, fans: readonly Caller[], tip: ScreensProduct['tip']) => {
  for (const [luck, fan] of fans.entries()) {
    await fan('POST', `/api/groups/join/${group.inviteCode}`)
    await tip(fan, group, luck)
  }
}

/**
 * Groups of every kind around `me`: created and joined, private and public, with points of their own and without, one
 * that still has to approve them, members who wait for approval, and two invitations.
 */
export const foundGroups = async ({ me, fans, weekendId, racesOf, tip }: ScreensProduct): Promise<void> => {
  const [regular, clerk, ...otherFans] = fans
  if (!regular || !clerk) throw new Error('Groups need more people')
  const pundits = await foundBy(me, weekendId, {
    name: 'Pit Lane Pundits',
    description: 'Sunday lunch rules apply. Loser cooks.',
    selectedRaceIds: racesOf('supercars', 'super2', 'ute', 'heritage'),
    hidePointsUntilApproved: true,
    useCustomPointSystem: true,
    customPointSystem: {
      Supercars: points(150, 120, 99),
      Super2: points(75, 60, 50),
      SuperUte: points(50, 40, 33),
      Heritage: points(35, 28, 23),
    },
  })
  await tip(me, pundits, 3)
  await joinAll(pundits, otherFans.slice(0, 6), tip)
  await me('PATCH', `/api/groups/${pundits.id}`, { autoApproveInvites: false })
  await joinAll(pundits, otherFans.slice(6, 8), tip)
  await me('PATCH', `/api/groups/${pundits.id}`, { isPrivate: true })

  const gate9 = await foundBy(regular, weekendId, {
    name: 'Gate 9 Regulars',
    description: 'Everyone who has ever queued at Gate 9.',
  })
  await joinAll(gate9, [me, ...otherFans.slice(0, 15)], tip)

  const office = await foundBy(clerk, weekendId, {
    name: 'Office Grid',
    description: 'Level 4 against Level 5.',
    selectedRaceIds: racesOf('supercars', 'porsche'),
    autoApproveInvites: false,
    preventPointsUntilApproved: true,
    useCustomPointSystem: true,
    customPointSystem: { Supercars: points(60, 48, 39), Porsche: points(25, 18, 15) },
  })
  await joinAll(office, [me, ...otherFans.slice(3, 9)], tip)

  await foundBy(me, weekendId, {
    name: 'Turn 1 Survivors',
    description: 'The Thursday night sim crew.',
    isPrivate: true,
    selectedRaceIds: racesOf('supercars'),
  })

  const { id: userId } = await me<{ id: string }>('GET', '/api/auth/user')
  for (const [host, name, description] of [
    [otherFans[0], 'Saltpan Dawn Patrol', ''],
    [otherFans[1], 'Hairpin Optimists', 'Late on the brakes, early to the bar.'],
  ] as const) {
    if (!host) continue
    const { id } = await foundBy(host, weekendId, { name, description })
    await host('POST', `/api/groups/${id}/invite-user`, { userId })
  }
}
