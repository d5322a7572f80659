import { Flex, type FlexProps } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'

const EDGE: CSSProperties & Record<'--edge', string> = { '--edge': 'var(--ps-me)' }

/** The user's own row of a leaderboard, for previews. */
export const OwnRow = (props: FlexProps & { children: ReactNode }) => (
  <Flex
    className="ps-edge"
    pos="relative"
    align="center"
    gap={9}
    mih={44}
    px={10}
    bdrs="xs"
    bg="var(--ps-raised)"
    style={EDGE}
    {...props}
  />
)
