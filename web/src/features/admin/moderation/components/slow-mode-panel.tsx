import { Text } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { RowSelect } from '../../../../ui/controls/row-select.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { roomsQuery } from '../../../chat/api/chat-queries.ts'
import { weekendRoom } from '../../../chat/api/room.ts'
import { findRoom } from '../../../chat/api/rooms.ts'
import { useSlowMode } from '../api/moderation-mutations.ts'
import { describeSlowMode, SLOW_MODES } from '../api/slow-mode-labels.ts'

/** Sets the slow mode of the weekend's chat. */
export const SlowModePanel = ({ weekend }: { weekend: Weekend }) => {
  const rooms = useQuery(roomsQuery(weekend.id)).data
  const slow = useSlowMode(weekend.id)
  const seconds = findRoom(rooms ?? [], weekendRoom(weekend.id))?.slowModeSeconds
  const visible = slow.isPending ? slow.variables : seconds
  const choices = [...new Set([...SLOW_MODES, visible ?? 0])].toSorted((a, b) => a - b)
  const options = choices.map((each) => ({ value: String(each), label: describeSlowMode(each) }))
  return (
    <Panel title="Slow mode" actions={weekend.name}>
      <RowSelect
        aria-label="Slow mode in Race Chat"
        value={String(visible ?? '')}
        options={visible === undefined ? [{ value: '', label: 'Not known yet' }] : options}
        disabled={visible === undefined || slow.isPending}
        onChoose={(value) => slow.mutate(Number(value))}
      />
      <Text variant="note" mt={8}>
        Per fan, in this weekend’s Race Chat.
      </Text>
    </Panel>
  )
}
