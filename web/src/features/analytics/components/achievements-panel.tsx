import { Badge, Flex, Skeleton, Text } from '@mantine/core'
import type { AchievementProgress, Achievements } from '@purple-sector/contracts/engagement/http'
import { IconMedal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
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
    <>
      <Flex align="center" gap={8} pt={12} px={16} pb={6}>
        <h3 className="ps-label">{title}</h3>
        <Badge size="sm">{gradeAchievements.length}</Badge>
        {points && (
          <Text span size="xs" c="dimmed">
            {formatNumber(total)} points
          </Text>
        )}
      </Flex>
      <ul className={classes.list}>
        {gradeAchievements.map((row) => (
          <AchievementRow key={row.achievement.id} {...row} />
        ))}
      </ul>
    </>
  )
}

/** Shows how many achievements of each grade are unlocked. */
const Grades = ({ all }: { all: readonly AchievementProgress[] }) => (
  <ul className={classes.grades}>
    {GRADES.map((grade) => {
      const ofGrade = all.filter(({ achievement }) => achievement.difficulty === grade)
      return (
        <li key={grade} style={{ color: MEDALS[grade].colour }}>
          <Icon icon={IconMedal} size={16} />
          {grade} {ofGrade.filter(({ isCompleted }) => isCompleted).length}/{ofGrade.length}
        </li>
      )
    })}
  </ul>
)

const Loading = () => (
  <div role="status" aria-busy="true">
    <span className="ps-hidden">Loading your achievements...</span>
    <div className={classes.list} aria-hidden="true">
      {[1, 2, 3, 4].map((row) => (
        <Flex key={row} align="center" gap={14} px={16} mih={66} className={classes.waiting}>
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
    <>
      <Part title="Unlocked" of={all.filter(({ isCompleted }) => isCompleted)} points />
      <Part title="In progress" of={all.filter(({ isCompleted }) => !isCompleted)} />
    </>
  )
}

/** Lists all achievements: unlocked ones and the fan's progress in the others. */
export const AchievementsPanel = () => {
  const achievements = useQuery(achievementsQuery)
  const { data } = achievements
  return (
    <Panel
      title="Achievements"
      adornment={data && <Badge size="sm">{`${data.unlocked.length} of ${data.progress.length}`}</Badge>}
      actions={data && <Grades all={data.progress} />}
      className={classes.panel}
      flush
    >
      {data ? (
        <Lists {...data} />
      ) : achievements.isError ? (
        <QueryError title="Couldn’t load your achievements" query={achievements} order={3} />
      ) : (
        <Loading />
      )}
    </Panel>
  )
}
