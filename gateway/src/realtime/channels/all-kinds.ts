import { administratorsKind } from './administrators.ts'
import { communityKind } from './community.ts'
import { everyoneKind } from './everyone.ts'
import { groupKind } from './group.ts'
import type { MakeKind } from './make-kind.ts'
import { timingKind } from './timing.ts'
import { userKind } from './user.ts'
import { weekendKind } from './weekend.ts'

/** All kinds of channels. */
export const kinds: readonly MakeKind[] = [
  userKind,
  everyoneKind,
  administratorsKind,
  weekendKind,
  groupKind,
  communityKind,
  timingKind,
]
