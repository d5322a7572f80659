import type { Group } from '@purple-sector/contracts/groups/http'

/** What screens say of a season group without a weekend. */
export const WAITING = 'Waiting for the next round'

/** A group with a current weekend: a season group has none while it waits for its next round. */
export type GroupOfWeekend = Group & { weekendId: number }
