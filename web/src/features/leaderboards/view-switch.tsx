import { SegmentedControl } from '@mantine/core'
import type { View } from '@purple-sector/contracts/tipping/scope'
import { type ReactNode, useState } from 'react'

const VIEWS: readonly { value: View; label: string }[] = [
  { value: 'official', label: 'Official' },
  { value: 'projected', label: 'As it stands' },
]

type Props<Race> = {
  /** The running race of the projected view; without one there is no switch. */
  race: Race | null | undefined
  className: string | undefined
  official: ReactNode
  projected(race: Race): ReactNode
}

/** The official leaderboard; while a session runs, the fan may switch to the projected one, which replaces it. */
export const ViewSwitch = <Race,>({ race, className, official, projected }: Props<Race>) => {
  const [view, choose] = useState<View>('official')
  if (!race) return official
  return (
    <>
      <SegmentedControl
        aria-label="Board"
        data={[...VIEWS]}
        value={view}
        onChange={choose}
        fullWidth
        className={className}
      />
      {view === 'projected' ? projected(race) : official}
    </>
  )
}
