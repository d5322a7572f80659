import { Box, Flex, Text } from '@mantine/core'
import type { AchievementProgress } from '@purple-sector/contracts/engagement/http'
import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { countSegments, Segments } from '../../../ui/racing/segments.tsx'
import { formatDate, formatNumber } from '../../../ui/time/format.ts'
import { useOwnZone } from '../../session/use-zone.ts'
import { achievementIcon } from './achievement-icons.ts'
import { MEDALS, stepsOf } from './achievement-order.ts'
import classes from './achievement-row.module.css'

type Edge = CSSProperties & Record<'--edge', string>

/** A row for an achievement; its badge takes the colour of the medal once unlocked. */
export const AchievementRow = (row: AchievementProgress) => {
  const { achievement, isCompleted, completedAt, progress, maxProgress } = row
  const { name, description, difficulty, iconType, points } = achievement
  const medal = MEDALS[difficulty]
  const zone = useOwnZone()
  const { filled, total } = stepsOf(row)
  const style: Edge | undefined = isCompleted ? { '--edge': medal.colour } : undefined
  return (
    <li className={join(classes.row, isCompleted && 'ps-edge')} style={style}>
      <span className={join('ps-centre', classes.tile)}>
        <Icon icon={achievementIcon(iconType)} size={20} />
      </span>
      <div className="ps-fill">
        <Flex align="center" gap={8}>
          <Text component="h4" inherit fw={560} className="ps-clip">
            {name}
          </Text>
          <Text span variant="label" c={medal.colour} flex="none">
            {difficulty}
          </Text>
        </Flex>
        <Text variant="note" mt={1}>
          {description}
        </Text>
      </div>
      <div className={join('ps-xs ps-muted', classes.progress)}>
        {isCompleted && completedAt !== null ? (
          <Flex component="span" align="center" gap={6}>
            <Box component="span" c="var(--edge)">
              <Icon icon={IconCheck} size={16} />
            </Box>
            <span className="ps-hidden">Unlocked </span>
            {formatDate(completedAt, zone)}
          </Flex>
        ) : (
          <Box component="span" className="ps-num" fz={14} c="var(--ps-ink)" aria-hidden="true">
            {formatNumber(progress)}
            <small className="ps-faint"> / {formatNumber(maxProgress)}</small>
          </Box>
        )}
        <Segments
          values={countSegments(filled, total, { done: isCompleted ? medal.segment : 'ink' })}
          label={`${formatNumber(progress)} of ${formatNumber(maxProgress)}`}
          wide
        />
      </div>
      <Box component="span" className={join('ps-points', !isCompleted && 'ps-faint')} ta="right">
        +{points}
        <span className="ps-hidden"> points</span>
      </Box>
    </li>
  )
}
