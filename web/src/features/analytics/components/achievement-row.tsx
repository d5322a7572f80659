import { Box } from '@mantine/core'
import type { AchievementProgress } from '@purple-sector/contracts/engagement/http'
import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { countSegments, Segments } from '../../../ui/racing/segments.tsx'
import { formatDate, formatNumber } from '../../../ui/time/format.ts'
import { achievementIcon } from './achievement-icons.ts'
import { MEDALS, stepsOf } from './achievement-order.ts'
import classes from './achievement-row.module.css'

type Medal = CSSProperties & Record<'--medal', string>

/** A row for an achievement; its badge takes the colour of the medal once unlocked. */
export const AchievementRow = (row: AchievementProgress) => {
  const { achievement, isCompleted, completedAt, progress, maxProgress } = row
  const { name, description, difficulty, iconType, points } = achievement
  const medal = MEDALS[difficulty]
  const { filled, total } = stepsOf(row)
  const style: Medal = { '--medal': medal.colour }
  return (
    <li className={join(classes.row, isCompleted && classes.done)} style={style}>
      <span className={classes.tile}>
        <Icon icon={achievementIcon(iconType)} size={20} />
      </span>
      <div className="ps-fill">
        <div className={classes.name}>
          <h4 className="ps-clip">{name}</h4>
          <span className={classes.grade}>{difficulty}</span>
        </div>
        <Box component="p" fz={12.5} lh="17px" c="var(--ps-ink-2)" mt={1}>
          {description}
        </Box>
      </div>
      <div className={classes.progress}>
        {isCompleted && completedAt !== null ? (
          <span className={classes.date}>
            <Icon icon={IconCheck} size={16} />
            <span className="ps-hidden">Unlocked </span>
            {formatDate(completedAt)}
          </span>
        ) : (
          <span className={join('ps-num', classes.count)} aria-hidden="true">
            {formatNumber(progress)}
            <small> / {formatNumber(maxProgress)}</small>
          </span>
        )}
        <Segments
          values={countSegments(filled, total, { done: isCompleted ? medal.segment : 'ink' })}
          label={`${formatNumber(progress)} of ${formatNumber(maxProgress)}`}
          wide
        />
      </div>
      <span className={join('ps-num', classes.points)}>
        +{points}
        <span className="ps-hidden"> points</span>
      </span>
    </li>
  )
}
