import { Flex, NativeSelect, SegmentedControl } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { roundName } from '../../weekend-data/api/weekend-labels.ts'

export type BoardView = 'weekend' | 'season'

const VIEWS: { value: BoardView; label: string }[] = [
  { value: 'weekend', label: 'Weekend' },
  { value: 'season', label: 'Season' },
]
const isView = (value: string): value is BoardView => VIEWS.some((view) => view.value === value)

type Props = {
  group: Group
  weekends: readonly Weekend[] | undefined
  view: BoardView
  onView(view: BoardView): void
  /** Null while the group waits for its next round. */
  weekendId: number | null
  onWeekend(weekendId: number): void
}

/** Of a season group: its season or one weekend, and which one. */
export const RoundChoice = ({ group, weekends, view, onView, weekendId, onWeekend }: Props) => {
  const names = new Map(weekends?.map((weekend) => [weekend.id, roundName(weekend)]))
  const rounds = group.weekends.map((round) => ({
    value: String(round.weekendId),
    label: names.get(round.weekendId) ?? `Weekend ${round.weekendId}`,
  }))
  const options = weekendId === null ? [{ value: '', label: 'Choose a round' }, ...rounds] : rounds
  return (
    <Flex className="ps-below" align="center" justify="space-between" gap={12} px={{ base: 16, sm: 20 }} py={10}>
      <SegmentedControl
        aria-label="Standings"
        data={VIEWS}
        value={view}
        onChange={(value) => isView(value) && onView(value)}
        size="sm"
        flex="none"
      />
      {view === 'weekend' && options.length > 1 && (
        <NativeSelect
          aria-label="Weekend"
          size="sm"
          miw={0}
          value={String(weekendId ?? '')}
          onChange={({ currentTarget: { value } }) => onWeekend(Number(value))}
          data={options}
        />
      )}
    </Flex>
  )
}
