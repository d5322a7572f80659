import { chatCalls } from './calls/chat.ts'
import { engagementCalls } from './calls/engagement.ts'
import { groupsCalls } from './calls/groups.ts'
import { identityCalls } from './calls/identity.ts'
import { openDataCalls } from './calls/open-data.ts'
import { raceControlCalls } from './calls/race-control.ts'
import { tippingCalls } from './calls/tipping.ts'
import { uploadsCalls } from './calls/uploads.ts'
import { webhooksCalls } from './calls/webhooks.ts'
import { weekendsCalls } from './calls/weekends.ts'
import type { Scene } from './scene.ts'

/** Successful calls and the errors specific to a call, one file per service or part of one. */
export const allCalls: readonly ((scene: Scene) => Promise<void>)[] = [
  identityCalls,
  weekendsCalls,
  tippingCalls,
  uploadsCalls,
  groupsCalls,
  chatCalls,
  engagementCalls,
  openDataCalls,
  raceControlCalls,
  webhooksCalls,
]
