import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from './format.ts'
import { join } from './join.ts'
import classes from './podium.module.css'

export type PodiumStep = { key: string; name: string; points: number; avatar: ReactNode; position?: number }

const PLACES = ['first', 'second', 'third'] as const

/** The first three as 2–1–3, read as 1, 2, 3. `rising`: the blocks come up 3, 2, 1. */
export const Podium = ({
  steps,
  rising,
  className,
}: {
  steps: readonly PodiumStep[]
  rising?: boolean
  className?: string | undefined
}) => (
  <ol className={join(classes.podium, rising && classes.rising, className)}>
    {steps.slice(0, 3).map(({ key, name, points, avatar, position }, index) => (
      <li key={key} className={join(classes.step, classes[PLACES[index] ?? 'third'])}>
        {avatar}
        <Box component="span" className="ps-clip" maw="100%" fz={12.5} fw={540} lh="16px">
          {name}
        </Box>
        <div className={classes.clip}>
          <div className={classes.block}>
            <b className={classes.place}>{position ?? index + 1}</b>
            <span className={classes.points}>{formatNumber(points)}</span>
          </div>
        </div>
      </li>
    ))}
  </ol>
)
