import { createHash } from 'node:crypto'
import type { applyGroup } from '@purple-sector/contracts/tipping/internal'
import { aGroup, aMembership } from '@purple-sector/testing/builders'
import type { z } from 'zod'
import type { GameSize } from './game-size.ts'

/** The same as `USER_ID` in SQL. */
export const userIdOf = (number: number): string =>
  createHash('md5')
    .update(`fan ${number}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * A group of the game.
 * Every fifth has its own points; every seventh gives points only to approved members.
 */
export type GroupPlan = {
  number: number
  /** The founder first; fans by number. */
  members: number[]
  useCustomPointSystem: boolean
  preventPointsUntilApproved: boolean
}
export const CUSTOM_POINTS = { first: 100, second: 40, third: 20 }

/** Returns whether a group has approved a member: all except every tenth. */
export const isApproved = (memberIndex: number): boolean => memberIndex % 10 !== 9

/** Distributes members over all participants, without duplicates in a group. */
export const planGroups = ({ participants, groups, membersOfGroup }: GameSize): GroupPlan[] =>
  Array.from({ length: groups }, (_, index) => {
    const number = index + 1
    const positions = Array.from({ length: membersOfGroup }, (_, memberIndex) => memberIndex + 1)
    const members = new Set(
      positions.map((memberIndex) => 1 + ((number * membersOfGroup + memberIndex * 7919) % participants)),
    )
    return {
      number,
      members: [...members],
      useCustomPointSystem: number % 5 === 0,
      preventPointsUntilApproved: number % 7 === 0,
    }
  })

type GroupPush = z.infer<typeof applyGroup.request>

/** Builds the synchronous push of the groups service to tipping, after a group was founded and joined. */
export const groupPushOf = (
  { number: id, members, useCustomPointSystem, preventPointsUntilApproved }: GroupPlan,
  { weekendId, categoryId }: { weekendId: number; categoryId: number },
): GroupPush => {
  const [creatorId = '', ...memberIds] = members.map(userIdOf)
  const group = aGroup({
    id,
    weekendId,
    creatorId,
    useCustomPointSystem,
    customPointSystem: useCustomPointSystem ? { [categoryId]: CUSTOM_POINTS } : {},
    preventPointsUntilApproved,
  })
  const memberships = [creatorId, ...memberIds].map((userId, memberIndex) => ({
    sequence: 1,
    data: aMembership({
      groupId: id,
      weekendId,
      userId,
      role: memberIndex === 0 ? 'admin' : 'member',
      ...(isApproved(memberIndex) ? {} : { approvalStatus: 'pending' as const, approvedAt: null }),
    }),
  }))
  return { group: { sequence: 1, data: group }, memberships }
}
