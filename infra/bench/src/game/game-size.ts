/** Number of participants and groups of a weekend, and of members per group. */
export type GameSize = { participants: number; groups: number; membersOfGroup: number }

/** The sizes of docs/quality.md: a group of 20 for every 50 participants. */
export const sizeOf = (participants: number): GameSize => ({
  participants,
  groups: Math.floor(participants / 50),
  membersOfGroup: 20,
})
