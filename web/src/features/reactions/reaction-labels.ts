import type { Reaction } from '@purple-sector/contracts/engagement/http'
import {
  IconFlame,
  IconHeartBroken,
  IconMoodSurprised,
  IconMoodXd,
  IconThumbUp,
  type TablerIcon,
} from '@tabler/icons-react'

/** The reactions in order; `name` is the accessible label and tooltip. */
export const REACTION_LOOKS: readonly { reaction: Reaction; name: string; icon: TablerIcon }[] = [
  { reaction: 'fire', name: 'Fire', icon: IconFlame },
  { reaction: 'applause', name: 'Applause', icon: IconThumbUp },
  { reaction: 'wow', name: 'Wow', icon: IconMoodSurprised },
  { reaction: 'heartbreak', name: 'Heartbreak', icon: IconHeartBroken },
  { reaction: 'laugh', name: 'Laugh', icon: IconMoodXd },
]
