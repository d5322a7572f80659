import { Badge, type BoxProps, Flex, Skeleton, Text } from '@mantine/core'
import type { AchievementProgress, Achievements } from '@purple-sector/contracts/engagement/http'
import { IconMedal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatNumber } from '../../../ui/time/format.ts'
import { achievementsQuery } from '../api/achievement-queries.ts'
import { GRADES, MEDALS, sorted } from './achievement-order.ts'
import { AchievementRow } from './achievement-row.tsx'
import classes from './achievements-panel.module.css'

const Part = ({
  title,
  of: gradeAchievements,
  points,
}: {
  title: string
  of: AchievementProgress[]
  points?: boolean
}) => {
  if (gradeAchievements.length === 0) return null
  const total = gradeAchievements.reduce((sum, { achievement }) => sum + achievement.points, 0)
  return (
    <div>
      <Flex align="center" gap={8} pt={12} px={16} pb={6}>
        <h3 className="ps-label">{title}</h3>
        <Badge size="sm">{gradeAchievements.length}</Badge>
        {points && (
          <Text span size="xs" c="dimmed">
            {formatNumber(total)} points
          </Text>
        )}
      </Flex>
      <ul className={join('ps-above', classes.list)}>
        {gradeAchievements.map((row) => (
          <AchievementRow key={row.achievement.id} {...row} />
        ))}
      </ul>
    </div>
  )
}

/** Shows how many achievements of each grade are unlocked. */
const Grades = ({ all, ...style }: { all: readonly AchievementProgress[] } & BoxProps) => (
  <Flex component="ul" wrap="wrap" columnGap={18} rowGap={4} {...style}>
    {GRADES.map((grade) => {
      const ofGrade = all.filter(({ achievement }) => achievement.difficulty === grade)
      return (
        <Flex
          component="li"
          key={grade}
          align="center"
          gap={5}
          w={{ base: 'calc(50% - 9px)', sm: 'auto' }}
          fw={520}
          c={MEDALS[grade].colour}
          tt="capitalize"
        >
          <Icon icon={IconMedal} size={16} />
          {grade} {ofGrade.filter(({ isCompleted }) => isCompleted).length}/{ofGrade.length}
        </Flex>
      )
    })}
  </Flex>
)

const OUTLINED = { outline: '1px solid var(--ps-line)' }

const Loading = () => (
  <div role="status" aria-busy="true">
    <span className="ps-hidden">Loading your achievements...</span>
    <div className={classes.list} aria-hidden="true">
      {[1, 2, 3, 4].map((row) => (
        <Flex key={row} align="center" gap={14} px={16} mih={66} style={OUTLINED}>
          <Skeleton width={40} height={40} />
          <Skeleton width="44%" />
        </Flex>
      ))}
    </div>
  </div>
)

const Lists = ({ progress }: Achievements) => {
  const all = sorted(progress)
  return (
    <div className="ps-lined">
      <Part title="Unlocked" of={all.filter(({ isCompleted }) => isCompleted)} points />
      <Part title="In progress" of={all.filter(({ isCompleted }) => !isCompleted)} />
    </div>
  )
}

/** Lists all achievements: unlocked ones and the fan's progress in the others. */
export const AchievementsPanel = () => {
  const achievements = useQuery(achievementsQuery)
  const isPhone = useIsPhone()
  const { data } = achievements
  return (
    <Panel
      title="Achievements"
      adornment={data && <Badge size="sm">{`${data.unlocked.length} of ${data.progress.length}`}</Badge>}
      actions={data && !isPhone && <Grades all={data.progress} />}
      flush
    >
      {data ? (
        <>
          {isPhone && <Grades all={data.progress} className="ps-xs ps-below" px={16} py={10} />}
          <Lists {...data} />
        </>
      ) : achievements.isError ? (
        <QueryError title="Couldn’t load your achievements" query={achievements} order={3} />
      ) : (
        <Loading />
      )}
    </Panel>
  )
}
