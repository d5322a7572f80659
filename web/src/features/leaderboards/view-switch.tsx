import { type BoxProps, SegmentedControl } from '@mantine/core'
import type { View } from '@purple-sector/contracts/tipping/scope'
import { type ReactNode, useState } from 'react'

const VIEWS: readonly { value: View; label: string }[] = [
  { value: 'official', label: 'Official' },
  { value: 'projected', label: 'As it stands' },
]

/** What is said of the box is said of the switch. */
type Props<Race> = BoxProps & {
  /** The running race of the projected view; without one there is no switch. */
  race: Race | null | undefined
  official: ReactNode
  projected(race: Race): ReactNode
}

/** The official leaderboard; while a session runs, the fan may switch to the projected one, which replaces it. */
export const ViewSwitch = <Race,>({ race, official, projected, ...box }: Props<Race>) => {
  const [view, choose] = useState<View>('official')
  if (!race) return official
  return (
    <>
      <SegmentedControl aria-label="Board" data={[...VIEWS]} value={view} onChange={choose} fullWidth {...box} />
      {view === 'projected' ? projected(race) : official}
    </>
  )
}
